import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Threads and processes that tests start load the sources from here, which halves the processor time of a start. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** No test asserts a time: what is waited for may take ten times as long on a busy machine. */
const patience = { ...timeouts(120_000), expect: { poll: { timeout: 60_000 } } }

const fixedSeed = join(import.meta.dirname, 'scripts/fixed-seed.ts')

/** Tests of the server wait most of the time: for its database, its jobs and other servers. */
const workersOfServer = availableParallelism() + 4

/** Modules are loaded by Node, as the product's are: in a fresh clone, transforming them takes longer than loading. */
const loadedByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } }

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
    ...loadedByNode,
    ...more,
  },
})

export default defineConfig({
  test: {
    // The first line of a failure says what was there: CI shows no more.
    chaiConfig: { truncateThreshold: 400 },
    // Tests in the browser wait for it half of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      project('architecture', 'architecture'),
      project('e2e', 'e2e', {
        globalSetup: [join(import.meta.dirname, 'e2e/src/global-setup.ts')],
        ...timeouts(300_000),
      }),
      // Not scripts/test.ts, which runs the tests.
      project('scripts', 'scripts', { include: ['*/**/*.test.ts'] }),
      project('text', 'packages/text'),
      project('engine', 'packages/engine'),
      project('contract', 'packages/contract'),
      project('sdk', 'packages/sdk'),
      project('osv', 'packages/osv'),
      project('server', 'apps/server', {
        globalSetup: [join(import.meta.dirname, 'apps/server/src/testing/global-setup.ts')],
        setupFiles: [fixedSeed, join(import.meta.dirname, 'apps/server/src/testing/record-statements.ts')],
        // The walks send something into every field of every endpoint.
        ...timeouts(300_000),
        // After the other projects, as the number of workers differs.
        sequence: { groupOrder: 1 },
        maxWorkers: workersOfServer,
      }),
      // Its sources import styles and components, which only Vite reads.
      project('web', 'apps/web', { experimental: {} }),
      project('cli', 'apps/cli'),
    ],
  },
})

/** What a test may take, its hooks may take: they wait for the same servers. */
function timeouts(ms: number) {
  return { testTimeout: ms, hookTimeout: ms }
}
