import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Threads and processes that tests start load the sources from here, which halves the processor time of a start. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** No test asserts a time: what is waited for may take ten times as long on a busy machine. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

const fixedSeed = join(import.meta.dirname, 'scripts/fixed-seed.ts')

const project = (name: string, root: string, more = {}) => ({
  test: {
    name,
    root,
    include: ['**/*.test.ts', '**/*.test.tsx'],
    environment: 'node',
    ...patience,
    // The files of a worker share the modules, which takes less time than loading them for each. Tests replace none.
    isolate: false,
    setupFiles: [fixedSeed],
    ...more,
  },
})

export default defineConfig({
  test: {
    // The first line of a failure says what was there: CI shows no more.
    chaiConfig: { truncateThreshold: 400 },
    // Tests of the server wait for its database, and those of the browser for the browser, half of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'architecture', include: ['architecture.test.ts'], environment: 'node', ...patience } },
      project('e2e', 'e2e', {
        globalSetup: [join(import.meta.dirname, 'e2e/src/global-setup.ts')],
        testTimeout: 300_000,
      }),
      project('engine', 'packages/engine'),
      project('contract', 'packages/contract'),
      project('sdk', 'packages/sdk'),
      project('osv', 'packages/osv'),
      project('server', 'apps/server', {
        globalSetup: [join(import.meta.dirname, 'apps/server/src/testing/global-setup.ts')],
        setupFiles: [fixedSeed, join(import.meta.dirname, 'apps/server/src/testing/record-statements.ts')],
        // The walks send something into every field of every endpoint.
        testTimeout: 300_000,
      }),
      project('web', 'apps/web'),
      project('cli', 'apps/cli'),
    ],
  },
})
