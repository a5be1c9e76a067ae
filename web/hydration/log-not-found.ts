import { logNotFound } from '../log-not-found.ts'

logNotFound(location.pathname)
