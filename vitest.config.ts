import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files that are small. Without a cache, as in CI, large files start first, and these would run alone at the end. */
const long = /\/(storm|own-shop|npm-start|journeys|weight|telling|backup|calendar-forgetting)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => Number(!long.test(moduleId))
    return (await super.sort(files)).toSorted((a, b) => isShort(a) - isShort(b))
  }
}

export default defineConfig({
  test: {
    include: ['tests/{unit,contract,budget,browsers}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/shared-postgres.ts'],
    // Checks the plan of every query that a test makes the server run.
    setupFiles: ['tests/support/query-plans.ts'],
    // For tests that hang. They don't measure speed: a busy machine must not make a test fail.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Four for each of two cores, because contract tests wait most of the time.
    maxWorkers: 8,
    // A worker loads the server once, not per file. Tests start their own servers and share no state in memory.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
