import { type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query'
import type { readingCalls } from '../../booking/links.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import type { CallName } from '../../booking/owner-arguments.ts'
import { refresh, showChanged } from './agenda.ts'
import { type Answers, call, queryClient, type Takes } from './api.ts'
import type { DeskError } from './errors.tsx'
import { useIsMounted } from './ui/hooks.ts'
import { showNotice } from './ui/notices.tsx'

type ChangeName = Exclude<CallName, (typeof readingCalls)[number]>

/**
 * A change by the owner, shown only once the server confirmed it. If it fails after its form closed, a notice says so.
 * @param about - id of the changed or new item, to find the change again if it wasn't sent
 */
export function useChange<Name extends ChangeName>(
  name: Name,
  about: string,
  onDone?: (answer: Answers<Name>) => void,
) {
  const isMounted = useIsMounted()
  return useOneAtATime<Answers<Name>, Takes<Name>>({
    mutationKey: [name, about],
    mutationFn: (args) => {
      forgetUnsent(name, about)
      // A booking has no other id yet.
      return call(name, args, undefined, name === 'book_for_client' ? about : '')
    },
    onSuccess: (answer) => {
      if ('appointment_date' in answer) showChanged(answer as DeskAppointment)
      onDone?.(answer)
    },
    onError: ({ message }) => isMounted.current || showNotice({ title: message, isError: true }),
    onSettled: refresh,
  })
}

const unsentOf = (name: ChangeName, about: string) =>
  ({ mutationKey: [name, about], exact: true, status: 'error' }) as const

export function useUnsent<Name extends ChangeName>(name: Name, about: string): Takes<Name> | undefined {
  return useMutationState({
    filters: unsentOf(name, about),
    select: ({ state }) => state.variables as Takes<Name>,
  }).at(-1)
}

export function forgetUnsent(name: ChangeName, about: string): void {
  const cache = queryClient.getMutationCache()
  for (const mutation of cache.findAll(unsentOf(name, about))) cache.remove(mutation)
}

/** Ignores a second click, which comes before the screen shows the first. Different arguments make a different call. */
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
