import { defineConfig } from 'vitest/config'

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
    // Three for each of two cores, because contract tests wait most of the time.
    maxWorkers: 6,
    // A worker loads the server once, not per file. Tests start their own servers and share no state in memory.
    isolate: false,
  },
})
