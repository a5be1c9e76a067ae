import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { DeskFault } from './fault.ts'
import { queryClient } from './query-client.ts'

/**
 * A call that is not sent anew while it is under way: the second press of a double one comes before the screen tells of
 * the first, and does nothing. What is wished otherwise meanwhile is another call, from a sheet that was opened anew.
 */
export function useOneAtATime<Answer, Args = void>(
  options: UseMutationOptions<Answer, DeskFault, Args> & { mutationKey: readonly string[] },
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
