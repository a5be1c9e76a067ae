import { type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query'
import type { DeskAppointment, DeskCalls } from '../../booking/owner-api.ts'
import { refresh, showChanged } from './agenda.ts'
import { type Answers, type CallName, call, queryClient, type Takes } from './api.ts'
import type { DeskError } from './errors.tsx'
import { useIsMounted } from './ui/hooks.ts'
import { showNotice } from './ui/notices.tsx'

/** The calls that answer with the changed appointment. */
type AppointmentCall = {
  [Name in CallName]: DeskCalls[Name]['answers'] extends DeskAppointment ? Name : never
}[CallName]

/**
 * A change by the owner, shown only once the server confirmed it. If it fails after its form closed, a notice says so.
 *
 * @param about - id of what is changed or created; finds the change again if it wasn't sent
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
      // A booking has no other id yet.
      return call(name, args, undefined, name === 'book_for_client' ? about : '')
    },
    onSuccess: (answer, args) => onDone?.(answer, args),
    onError: ({ message }) => isMounted.current || showNotice({ title: message, isError: true }),
    onSettled: refresh,
  })
}

/** Also shows the changed appointment before the agenda is fetched again. */
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

/** Undoes a change after its dialog closed; a notice says whether it worked. */
export function useUndo<Name extends CallName>(name: Name, done: string) {
  return useMutation<Answers<Name>, DeskError, Takes<Name>>({
    mutationFn: (args) => call(name, args),
    onSuccess: () => showNotice({ title: done }),
    onError: ({ message }) => showNotice({ title: message, isError: true }),
    onSettled: refresh,
  })
}

/** The arguments of this change if its last attempt failed. */
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

/** Ignores a second click, which comes before the screen shows the first. Other arguments are another call. */
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
