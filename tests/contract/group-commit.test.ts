import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Engine, StorageConflict } from '../../server/db/engine.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'
import { temporaryFolder } from './support/shop-server.ts'

async function openEngine() {
  const file = join(temporaryFolder(), 'test.sqlite')
  const engine = await openSqlite(file, 1)
  const other = new DatabaseSync(file)
  onTestFinished(async () => {
    other.close()
    await engine.close()
  })
  const ids = other.prepare('select id from visitors order by id')
  const stored = () => ids.all().map((row) => row.id)
  return { engine, other, stored }
}

const add = (engine: Engine, id: string) =>
  engine.write((transaction) => transaction.insertInto('visitors').values({ id, seen_at_ms: 0 }).execute())

describe('writes that share a commit', () => {
  it('are each durable, for other connections too, by the time they are answered', async () => {
    const { engine, stored } = await openEngine()
    const seen = await Promise.all(
      ['a', 'b', 'c'].map(async (id) => {
        await add(engine, id)
        return stored().includes(id)
      }),
    )
    expect(seen).toEqual([true, true, true])
    // More than one commit takes.
    await Promise.all(Array.from({ length: 1001 }, (_, index) => add(engine, String(index))))
    expect(stored()).toHaveLength(1004)
  })

  it('fail alone: the others of their group are kept, and nothing of their own', async () => {
    const { engine, stored } = await openEngine()
    const halfDone = engine.write(async (transaction) => {
      await transaction.insertInto('visitors').values({ id: 'half', seen_at_ms: 0 }).execute()
      throw new Error('no further')
    })
    const writes = [add(engine, 'a'), halfDone, add(engine, 'a'), add(engine, 'b')]
    const outcomes = await Promise.allSettled<unknown>(writes)
    const statuses = ['fulfilled', 'rejected', 'rejected', 'fulfilled']
    expect(outcomes.map(({ status }) => status)).toEqual(statuses)
    expect(outcomes[1]).toMatchObject({ reason: { message: 'no further' } })
    expect(outcomes[2]).toMatchObject({ reason: expect.any(StorageConflict) })
    expect(stored()).toEqual(['a', 'b'])
  })

  it('all fail when the database is locked, and work again when it is not', async () => {
    const { engine, other, stored } = await openEngine()
    other.exec('begin immediate')
    const outcomes = await Promise.allSettled([add(engine, 'a'), add(engine, 'b')])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) })
    }
    other.exec('rollback')
    await add(engine, 'c')
    expect(stored()).toEqual(['c'])
  })

  it('are refused, rather than left waiting, once the database is closed', async () => {
    const { engine } = await openEngine()
    await engine.close()
    await expect(add(engine, 'a')).rejects.toThrow()
  })
})
