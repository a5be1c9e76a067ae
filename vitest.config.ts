import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/{unit,contract,budget}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/shared-postgres.ts'],
    // A watchdog for what hangs, and no measure of speed: a machine that does other work must not make a test fail.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    // One more than the two cores of a usual machine: contract tests wait for most of their time.
    maxWorkers: 3,
  },
})
