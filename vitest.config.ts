import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, for the most part because it waits. */
const longest = [
  'mail-patience',
  'calendar-emptied',
  'storm',
  'calendar-forgetting',
  'backup',
  'outbox-trouble',
  'calendar-moves',
  'calendar-reading',
  'commands',
  'calendar-two-ways',
  'process',
  'desk-races',
  'desk-clients',
  'forgetting',
  'slow-clients',
  'calendar-closures',
  'two-processes',
  'calendar-caldav',
  'calendar-ours',
  'guarantee',
  'outbox-gaps',
  'faults-postgres',
]

/** Begins with them, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['tests/{unit,contract,budget}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/shared-postgres.ts'],
    // A watchdog for what hangs, and no measure of speed: a machine that does other work must not make a test fail.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Three for each of the two cores of a usual machine: contract tests wait for most of their time.
    maxWorkers: 6,
    // A worker loads the server once, not for each file: tests start servers of their own and share no state in memory.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
