import type { BlockedTime } from '../../booking/appointment.ts'
import { kindIds } from '../../booking/kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment, DeskCalls } from '../../booking/owner-api.ts'
import { epochMsToWallTime, timeOfMinutes } from '../../booking/time.ts'
import type { Opening } from '../../demo/types.ts'
import { intervalOf } from '../../server/appointments/blocked-times.ts'
import { everyDay } from '../support/week.ts'
import { type Answer, ask } from './ask.ts'
import type { createClients } from './clients.ts'
import { sleep } from './mood.ts'
import type { PlannedBooking } from './plan.ts'
import { between, type Random } from './random.ts'
import { open, type Shut, type ShutTimes } from './shut-times.ts'

const askAgainMs = 100
const shortLastStart = '15:00'

interface Scene {
  urls: readonly string[]
  /** Prints a link that opens the desk. */
  printLink: () => Promise<string>
  clients: ReturnType<typeof createClients>
  planned: readonly PlannedBooking[]
  shutTimes: ShutTimes
  random: Random
}

type Call = keyof DeskCalls & string

/** The owner, who works at the desk while clients book: each call at whichever process comes first. */
export function createDesk({ urls, printLink, clients, planned, shutTimes, random }: Scene) {
  const { told } = clients
  /** The sequence that each appointment has got by the owner's last change at the desk. */
  let changed = new Map<string, DeskAppointment>()
  let changedBeforeBackup = changed
  const cancelled = new Set<string>()
  let attended = new Map<string, string>()
  let attendedBeforeBackup = attended
  const done = { booked: 0, moved: 0, cancelled: 0, received: 0 }
  let token = ''
  let names = 0
  let closed: { closure: BlockedTime; shut: Shut } | undefined
  let shortened: Shut | undefined

  const anyOf = <One>(some: readonly One[]) => some[between(random, 0, some.length)]
  const anyUrl = () => anyOf(urls) ?? ''
  const anyDate = () => anyOf(planned)?.fields.appointment_date ?? ''

  async function signIn(): Promise<void> {
    while (token === '') {
      const token_hash = (await printLink().catch(() => '')).split('#')[1]?.split('\n')[0]
      const answer = await ask(`${anyUrl()}/auth/v1/verify`, { type: 'magiclink', token_hash })
      if (answer?.status === 200) token = JSON.parse(answer.body).access_token
      else await sleep(askAgainMs)
    }
  }

  /** Insists, as clients do. @returns the answer, and whether one before it may have been lost */
  async function call(name: Call, taken: object): Promise<Answer & { isRepeated: boolean }> {
    for (let isRepeated = false; ; isRepeated = true) {
      await signIn()
      const authorization = `Bearer ${token}`
      const answer = await ask(`${anyUrl()}/rest/v1/rpc/${name}`, taken, { authorization })
      // Whatever has ended the session, a link opens another.
      if (answer?.status === 401) token = ''
      else if (answer && answer.status !== 503) return { ...answer, isRepeated }
      await sleep(askAgainMs)
    }
  }

  const wrong = (name: Call, { status, body }: Answer) =>
    told.wrong.push(`the desk, ${name}: ${status} ${body}`)

  async function agendaOf(date: string): Promise<Agenda> {
    return JSON.parse((await call('agenda', { from: date, to: date })).body)
  }

  async function openTime(): Promise<Pick<DeskAppointment, 'appointment_date' | 'appointment_time'> | null> {
    const appointment_date = anyDate()
    const answer = await ask(`${anyUrl()}/rest/v1/rpc/open_times?on=${appointment_date}`)
    const appointment_time = anyOf<string>(answer?.status === 200 ? JSON.parse(answer.body) : [])
    return appointment_time === undefined ? null : { appointment_date, appointment_time }
  }

  async function book(fields: object): Promise<DeskAppointment | null> {
    names += 1
    const full_name = `Caller ${names}`
    const answer = await call('book_for_client', { ...fields, full_name })
    // Somebody was quicker.
    if (answer.status === 409) return null
    if (answer.status !== 200) {
      wrong('book_for_client', answer)
      return null
    }
    const appointment: DeskAppointment = JSON.parse(answer.body)
    clients.acknowledge(full_name, appointment.id)
    return appointment
  }

  async function bookCaller(): Promise<void> {
    const time = await openTime()
    // Fittings, pick-ups, and lengths of the owner's own, among the consultations that clients book.
    const kind = anyOf(kindIds)
    const durationMinutes = anyOf([undefined, 15, 20, 90, 240])
    const wanted = { ...time, kind, durationMinutes, email: `caller-${names}@example.com` }
    if (time && (await book(wanted))) done.booked += 1
  }

  /** Somebody walks in, and is noted as come once the servers, whose clocks differ, all agree that it has begun. */
  async function receive(): Promise<void> {
    const now = epochMsToWallTime(Date.now(), shop.timeZone)
    const [hour = '0', minute = '0'] = now.time.split(':')
    const minutes = Math.max(0, Number(hour) * 60 + Number(minute) - 2)
    const visit = await book({ appointment_date: now.date, appointment_time: timeOfMinutes(minutes) })
    for (let isBegun = visit === null; visit && !isBegun; ) {
      const answer = await call('note_attendance', { id: visit.id, attendance: 'came' })
      isBegun = answer.status === 200
      if (isBegun) {
        attended.set(visit.id, 'came')
        done.received += 1
      } else if (answer.status !== 400) {
        wrong('note_attendance', answer)
        return
      } else await sleep(askAgainMs)
    }
  }

  async function change(name: 'move_appointment' | 'cancel_appointment'): Promise<boolean> {
    const to = name === 'move_appointment' ? await openTime() : { appointment_time: '' }
    const standing = (await agendaOf(anyDate())).appointments.filter(({ status }) => status === 'confirmed')
    const one = anyOf(standing)
    if (!one || !to || to.appointment_time === one.appointment_time) return false
    const { id, sequence } = one
    if (name === 'cancel_appointment') cancelled.add(id)
    const answer = await call(name, name === 'move_appointment' ? { id, sequence, ...to } : { id, sequence })
    if (answer.status === 200) changed.set(id, JSON.parse(answer.body))
    // The time was taken meanwhile, or the first answer was lost.
    else if (answer.status !== 409) wrong(name, answer)
    return answer.status === 200
  }

  async function work(): Promise<void> {
    await bookCaller()
    if (await change('move_appointment')) done.moved += 1
    if (await change('cancel_appointment')) done.cancelled += 1
    await receive()
  }

  async function close(): Promise<void> {
    const date = anyDate()
    const stretch = { from: `${date}T11:00`, to: `${date}T14:00` }
    const answer = await call('close_time', { ...stretch, reason: 'Fair' })
    if (answer.status !== 200) {
      wrong('close_time', answer)
      return
    }
    const { closure } = JSON.parse(answer.body)
    closed = { closure, shut: shutTimes.shutInterval('closed', intervalOf(stretch, shop.timeZone)) }
  }

  async function reopen(): Promise<void> {
    if (!closed) return
    open(closed.shut)
    const { closures } = await agendaOf(closed.closure.from.slice(0, 10))
    // More than one where the first answer was lost.
    const all = closures.filter(({ reason }) => reason === 'Fair')
    if (all.length === 0) told.wrong.push('the desk, reopen_time: what the owner had closed is open already')
    for (const { id } of all) {
      const answer = await call('reopen_time', { id })
      if (answer.status !== 200 && !(answer.status === 404 && answer.isRepeated)) wrong('reopen_time', answer)
    }
  }

  async function setOpening(opening: Partial<Opening>): Promise<void> {
    const answer = await call('set_opening', opening)
    if (answer.status !== 200) wrong('set_opening', answer)
  }

  return {
    changes: () => changed,
    attended: () => attended,
    cancelled,
    done,
    setOpening,
    work,
    close,
    reopen,
    async shorten() {
      await setOpening({ week: everyDay([`09:00-${shortLastStart}`]) })
      shortened = shutTimes.shut('hours', ({ fields }) => fields.appointment_time > shortLastStart)
    },
    async lengthen() {
      if (shortened) open(shortened)
      await setOpening({ week: shop.opening.week })
    },
    backupBegins() {
      changedBeforeBackup = new Map(changed)
      attendedBeforeBackup = new Map(attended)
    },
    /** What was done since the backup may be undone, and may have been followed in the calendar all the same. */
    backupRestored() {
      changed = changedBeforeBackup
      attended = attendedBeforeBackup
    },
  }
}

export type Desk = ReturnType<typeof createDesk>
