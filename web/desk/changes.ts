import { type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query'
import type { DeskAppointment, DeskCalls } from '../../booking/owner-api.ts'
import { refresh, showChanged } from './agenda.ts'
import { type Answers, type CallName, call, queryClient, type Takes } from './api.ts'
import type { DeskError } from './errors.tsx'
import { useIsMounted } from './ui/hooks.ts'
import { showNotice } from './ui/notices.tsx'

/** The calls that answer with the appointment they changed. */
type AppointmentCall = {
  [Name in CallName]: DeskCalls[Name]['answers'] extends DeskAppointment ? Name : never
}[CallName]

/**
 * A change of the owner's. It is shown once the server has said so, never before; when it fails after what it was made
 * with has gone from the screen, a notice says so.
 *
 * @param about - id of what is changed, or made; a change of it that was not sent is found by this
 */
export function useChange<Name extends CallName>(
  name: Name,
  about: string,
  onDone?: (answer: Answers<Name>, args: Takes<Name>) => void,
) {
  const isMounted = useIsMounted()
  return useOneAtATime<Answers<Name>, Takes<Name>>({
    mutationKey: [name, about],
    mutationFn: (args) => {
      forgetUnsent(name, about)
      // Of what is made, this is the only name so far.
      return call(name, args, undefined, name === 'book_for_client' ? about : '')
    },
    onSuccess: (answer, args) => onDone?.(answer, args),
    onError: ({ message }) => isMounted.current || showNotice({ title: message, isFault: true }),
    onSettled: refresh,
  })
}

/** The same for one appointment, which is shown as it now stands before the agenda is fetched again. */
export function useAppointmentChange<Name extends AppointmentCall>(
  name: Name,
  about: string,
  onDone?: (changed: DeskAppointment) => void,
) {
  const show = (changed: Answers<Name>) => {
    showChanged(changed as DeskAppointment)
    onDone?.(changed as DeskAppointment)
  }
  return useChange(name, about, show)
}

/** Takes a change back after its sheet is gone; a notice says that it is done, or why it is not. */
export function useUndo<Name extends CallName>(name: Name, done: string) {
  return useMutation<Answers<Name>, DeskError, Takes<Name>>({
    mutationFn: (args) => call(name, args),
    onSuccess: () => showNotice({ title: done }),
    onError: ({ message }) => showNotice({ title: message, isFault: true }),
    onSettled: refresh,
  })
}

/** The arguments of this change if its last try did not go through. */
export function useUnsent<Name extends CallName>(name: Name, about: string): Takes<Name> | undefined {
  return useMutationState({
    filters: { mutationKey: [name, about], exact: true, status: 'error' },
    select: ({ state }) => state.variables as Takes<Name>,
  }).at(-1)
}

export function forgetUnsent(name: CallName, about: string): void {
  const cache = queryClient.getMutationCache()
  const unsent = cache.findAll({ mutationKey: [name, about], exact: true, status: 'error' })
  for (const mutation of unsent) cache.remove(mutation)
}

/**
 * A call that is not sent anew while it is under way: the second press of a double one comes before the screen tells of
 * the first, and does nothing. What is wished otherwise meanwhile is another call, from a sheet that was opened anew.
 */
export function useOneAtATime<Answer, Args = void>(
  options: UseMutationOptions<Answer, DeskError, Args> & { mutationKey: readonly string[] },
) {
  const mutation = useMutation(options)
  const mutate = (args: Args) => {
    const wish = JSON.stringify(args)
    const isUnderWay = queryClient.isMutating({
      mutationKey: options.mutationKey,
      exact: true,
      predicate: ({ state }) => JSON.stringify(state.variables) === wish,
    })
    if (!isUnderWay) mutation.mutate(args)
  }
  return { ...mutation, mutate }
}
