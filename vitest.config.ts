import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/{unit,contract,budget}/**/*.test.{ts,tsx}'],
    // Contract tests start servers and wait for mail; a slow machine must not make them fail.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One more than the two cores of a usual machine: contract tests wait for most of their time.
    maxWorkers: 3,
  },
})
