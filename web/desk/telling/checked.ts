import { createStore } from '../../ui/store.ts'

/** The appointments whose clients are checked in a dialog next to the day. */
export const checkedClients = createStore<ReadonlySet<string>>(new Set())
