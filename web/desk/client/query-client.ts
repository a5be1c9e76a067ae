import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { queryClient as pageQueryClient } from '../../page/load-api.ts'
import { isSignedOut } from './fault.ts'
import { keepLoaded } from './keep-loaded.ts'
import { dropToken } from './link-token.ts'
import { endSession } from './session.ts'

const retriesMax = 3
const keptMs = 24 * 60 * 60 * 1000

function onError(error: unknown): void {
  if (isSignedOut(error)) endSession()
}

/** The page's defaults, but what was loaded stays for a day: it has to be readable on a bad line. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError, onSuccess: dropToken }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      ...pageQueryClient.getDefaultOptions().queries,
      gcTime: keptMs,
      networkMode: 'always',
      retry: (failures, error) => !isSignedOut(error) && failures < retriesMax,
    },
    // A change is sent when it is pressed or not at all; it is never sent behind the owner's back.
    // What failed can be sent again as long as what was loaded can be read.
    mutations: { gcTime: keptMs, networkMode: 'always', retry: false },
  },
})

keepLoaded(queryClient)
