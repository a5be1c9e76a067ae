import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { DeskFault } from './fault.ts'
import { queryClient } from './query-client.ts'

/**
 * A call of which one is under way at a time: the second press of a double one comes before the screen tells of the
 * first, and does nothing.
 */
export function useOneAtATime<Answer, Args = void>(
  options: UseMutationOptions<Answer, DeskFault, Args> & { mutationKey: readonly string[] },
) {
  const mutation = useMutation(options)
  const mutate = (args: Args) => {
    const isUnderWay = queryClient.isMutating({ mutationKey: options.mutationKey, exact: true }) > 0
    if (!isUnderWay) mutation.mutate(args)
  }
  return { ...mutation, mutate }
}
