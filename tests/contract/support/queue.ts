import { expect, onTestFinished } from 'vitest'
import type { JobKind } from '../../../booking/job-kinds.ts'
import { lengthInMinutes } from '../../../booking/kinds.ts'
import { shop as demoShop } from '../../../booking/opening-hours.ts'
import { readConfig } from '../../../server/config.ts'
import { openStores } from '../../../server/db/stores.ts'
import { openDatabase } from '../../../server/open.ts'
import { type EngineName, migratedSettings } from './engines.ts'
import { ann, createTemporaryFolder, testNoon } from './shop-server.ts'
import { openDesk } from './use-cases.ts'

export async function openQueue(name: EngineName, capacity = 1) {
  const settings = { DATA_DIR: createTemporaryFolder(), ...(await migratedSettings(name)) }
  const engine = await openDatabase(readConfig(settings), { seats: capacity })
  onTestFinished(() => engine.close())
  const storage = await openStores(engine)
  const { appointments } = storage
  let nowEpochMs = testNoon
  const now = () => nowEpochMs
  const shop = { ...demoShop, opening: { ...demoShop.opening, capacity } }
  const woken: number[] = []
  const desk = openDesk(storage, { shop, now, wakeWorker: (dueAtMs) => woken.push(dueAtMs) })
  return {
    ...storage,
    engine,
    desk,
    woken,
    now,
    wind(ms: number) {
      nowEpochMs += ms
    },
    async book(appointment_time: string, full_name = ann.full_name): Promise<string> {
      const outcome = await desk.book({ ...ann, full_name, appointment_time }, 0)
      if (!('appointment' in outcome)) throw new Error('The test wants this time to be open.')
      return outcome.appointment.id
    },
    async move(id: string, appointment_time: string): Promise<void> {
      const appointment = (await appointments.findById(id)) ?? expect.fail('Nobody has booked that.')
      const to = { appointment_date: ann.appointment_date, appointment_time }
      const { sequence: expectedSequence } = appointment
      const durationMinutes = lengthInMinutes(appointment)
      const request = { id, expectedSequence, durationMinutes, to, by: 'calendar' } as const
      expect(await desk.move(request)).toMatchObject({ status: 'changed' })
    },
    async rowOf(id: string, kind: JobKind = 'client-invitation') {
      const rows = engine.db.selectFrom('jobs').selectAll().where('appointment_id', '=', id)
      return rows.where('kind', '=', kind).executeTakeFirstOrThrow()
    },
  }
}

export type Queue = Awaited<ReturnType<typeof openQueue>>
