import { desk } from '#copy/desk.ts'
import { isDeleted } from '../../booking/contact.ts'
import type { DeskAppointment, DeskClient } from '../../booking/owner-api.ts'
import { fromJson } from '../../booking/owner-json.ts'
import { createStore } from '../ui/store.ts'
import { refresh, showChanged, slowPollMs } from './agenda.ts'
import { call, queryClient } from './api.ts'
import { DeskError, isChanged, isSignedOut } from './errors.tsx'
import { attempt, endSession, hasSession, hasSignedOut, keptNotesPrefix, sessionUser } from './session.ts'
import { showNotice } from './ui/notices.tsx'

/** The note of one appointment, and the lasting note about its client. */
export type NoteCall = 'write_note' | 'write_client_note'

/** A note that this device keeps until the server has it. */
export interface KeptNote {
  call: NoteCall
  /** The notes of one appointment. The client's other appointments share the lasting note. */
  id: string
  email: string | null
  phone: string | null
  note: string
  /** The note that this one replaces. */
  before: string
  /** Whether it goes out automatically. */
  waits: boolean
  /** Another device's note, if that one was stored first. The owner decides. */
  other?: string | undefined
  /** Why the server rejected it. */
  error?: string | undefined
  /** Whether this device has no storage for it, so it's only in this open page. */
  isOnlyHere?: boolean
}

type Notes = ReadonlyMap<string, KeptNote>

const notes = createStore<Notes>(new Map())
const keyOf = ({ call, id }: Pick<KeptNote, 'call' | 'id'>) => `${keptNotesPrefix}${call}/${id}`

function set(key: string, note: KeptNote | undefined): void {
  const next = new Map(notes.get())
  if (note) next.set(key, note)
  else next.delete(key)
  notes.set(next)
}

/** Each note has its own entry, so two tabs don't overwrite each other's. */
export function keepNote(note: KeptNote): void {
  const key = keyOf(note)
  const { isOnlyHere: _, ...stored } = note
  const isStored = attempt(() => {
    localStorage.setItem(key, JSON.stringify({ user: sessionUser(), note: stored }))
    return true
  })
  // An older text must not replace this one.
  if (!isStored) attempt(() => localStorage.removeItem(key))
  set(key, isStored ? stored : { ...stored, isOnlyHere: true })
}

export function dropNote(note: KeptNote): void {
  const key = keyOf(note)
  attempt(() => localStorage.removeItem(key))
  set(key, undefined)
}

type Noted = Pick<DeskAppointment, 'id' | 'email' | 'phone'>

const isAbout = (note: KeptNote, { id, email, phone }: Noted) =>
  note.id === id ||
  (note.call === 'write_client_note' &&
    ((email !== null && note.email === email) || (phone !== null && note.phone === phone)))

const find = (all: Notes, call: NoteCall, appointment: Noted) =>
  [...all.values()].find((note) => note.call === call && isAbout(note, appointment))

export const useKeptNote = (call: NoteCall, appointment: Noted): KeptNote | undefined =>
  notes.use((all) => find(all, call, appointment))

const isWaiting = ({ waits, other, error }: KeptNote) => waits || other !== undefined || error !== undefined

/** The note that a card marks when it couldn't be stored. */
export function useMarkedNote(appointment: Noted): KeptNote | undefined {
  const own = useKeptNote('write_note', appointment)
  const lasting = useKeptNote('write_client_note', appointment)
  return [own, lasting].find((note) => note && isWaiting(note))
}

const waiting = (all: Notes) => [...all.values()].filter(({ waits }) => waits)

export const useWaitingCount = (): number => notes.use((all) => waiting(all).length)

const textOf = ({ note, client_note }: DeskAppointment, call: NoteCall) =>
  call === 'write_note' ? note : client_note

function show(call: NoteCall, stored: DeskAppointment): void {
  showChanged(stored)
  queryClient.setQueriesData<DeskClient>({ queryKey: ['client'] }, (client) => {
    if (!client?.appointments.some(({ id }) => id === stored.id)) return client
    const appointments = client.appointments.map((appointment) =>
      appointment.id === stored.id ? stored : appointment,
    )
    return { ...client, note: call === 'write_client_note' ? stored.client_note : client.note, appointments }
  })
  refresh()
}

const underWay = new Set<string>()

/**
 * Sends a kept note. Text typed in the meantime stays.
 * @returns whether the server stored it
 */
async function send(note: KeptNote): Promise<boolean> {
  const key = keyOf(note)
  if (underWay.has(key)) return false
  if (note.note.trim() === note.before) {
    dropNote(note)
    return false
  }
  underWay.add(key)
  const { call: name, id, before } = note
  const text = note.note.trim()
  const now = () => notes.get().get(key)
  try {
    const stored = await call(name, { id, note: text, before })
    const typed = now()
    if (typed && typed.note !== note.note) keepNote({ ...typed, before: text, waits: false })
    else if (typed) dropNote(typed)
    show(name, stored)
    return true
  } catch (error) {
    const typed = now()
    if (typed) keepAfter(typed, error)
    if (isSignedOut(error)) endSession()
    return false
  } finally {
    underWay.delete(key)
  }
}

/** Keeps a note, sends it, and shows a notice with Undo. A note that can't be sent now goes out later. */
export async function saveNote(note: KeptNote, undoes = false): Promise<void> {
  keepNote(note)
  const { before, other: _, ...rest } = note
  const undo = () => void saveNote({ ...rest, note: before, before: note.note.trim() }, true)
  if (await send(note)) showNotice({ title: desk.appointment.noteSaved, undo: undoes ? undefined : undo })
  else sayWhy(note)
}

/** Saves the text of a field that the owner left. */
export function saveLeft(call: NoteCall, appointment: Noted): void {
  const note = find(notes.get(), call, appointment)
  if (note && !isWaiting(note) && hasSession()) void saveNote(note)
}

/** In a notice, because its field may be closed. */
function sayWhy(note: KeptNote): void {
  const error = notes.get().get(keyOf(note))?.error
  if (error) showNotice({ title: error, isError: true })
}

function keepAfter(note: KeptNote, error: unknown): void {
  if (!(error instanceof DeskError)) throw error
  const { kind, message, details } = error
  if (isChanged(error)) {
    const stored: DeskAppointment | undefined = attempt(() => fromJson(JSON.parse(details)))
    if (stored && isDeleted(stored)) {
      dropNote(note)
      showNotice({ title: desk.notes.clientDeleted, isError: true })
      return
    }
    const other = stored && textOf(stored, note.call)
    if (other !== undefined && other !== note.before) {
      keepNote({ ...note, other, waits: false })
      refresh()
      return
    }
  }
  // A proxy's error says nothing about the note.
  const isRejected = (kind === 'refused' && message !== desk.errors.unknown) || kind === 'changed'
  keepNote(isRejected ? { ...note, error: message, waits: false } : { ...note, waits: true })
}

async function sendWaiting(): Promise<void> {
  if (!hasSession()) return
  let count = 0
  for (const note of waiting(notes.get())) {
    if (await send(note)) count += 1
    else sayWhy(note)
  }
  if (count > 0) showNotice({ title: desk.notes.sent(count) })
}

function restored(key: string, value: string | null): KeptNote | undefined {
  const { user, note } = attempt(() => JSON.parse(value ?? '')) ?? {}
  // Another person's note isn't shown, and doesn't go out in this one's name.
  if (!note || user !== sessionUser() || keyOf(note) !== key) return undefined
  return note
}

function forgetAll(): void {
  const count = notes.get().size
  if (count === 0) return
  notes.set(new Map())
  showNotice({ title: desk.notes.lost(count), isError: true })
}

/** Loads the kept notes, and sends them as soon as there's a connection. */
export function sendKeptNotes(): void {
  for (const key of attempt(() => Object.keys(localStorage)) ?? []) {
    if (!key.startsWith(keptNotesPrefix)) continue
    const note = restored(key, localStorage.getItem(key))
    if (note) set(key, { ...note, waits: note.other === undefined, error: undefined })
  }
  addEventListener('online', () => void sendWaiting())
  addEventListener('focus', () => void sendWaiting())
  document.addEventListener('visibilitychange', () => document.hidden || void sendWaiting())
  let sentAt = Number.NEGATIVE_INFINITY
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    // An answer to one call doesn't answer this one.
    if (waiting(notes.get()).length === 0 || Date.now() - sentAt < slowPollMs) return
    sentAt = Date.now()
    void sendWaiting()
  })
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (hasSignedOut.get()) return forgetAll()
    if (!key?.startsWith(keptNotesPrefix)) return
    const mine = notes.get().get(key)
    const isTypedHere = mine && restored(key, oldValue)?.note !== mine.note
    if (newValue !== null || !isTypedHere) set(key, restored(key, newValue))
  })
  addEventListener('beforeunload', (event) => {
    if ([...notes.get().values()].some(({ isOnlyHere }) => isOnlyHere)) event.preventDefault()
  })
}
