import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const project = (name: string, root: string, more = {}) => ({
  // No test asserts a time: what is waited for may take long on a busy machine.
  test: {
    ...{ name, root, include: ['**/*.test.ts', '**/*.test.tsx'], environment: 'node' },
    expect: { poll: { timeout: 20_000 } },
    setupFiles: [join(import.meta.dirname, 'scripts/fixed-seed.ts')],
    ...more,
  },
})

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'walls', include: ['architecture.test.ts'], environment: 'node' } },
      project('e2e', 'e2e', { testTimeout: 60_000, hookTimeout: 60_000 }),
      // Documents of 100,000 packages and thousands of random cases: seconds on a quiet machine, more on a busy one.
      project('engine', 'packages/engine', { testTimeout: 60_000 }),
      project('contract', 'packages/contract'),
      project('sdk', 'packages/sdk'),
      project('osv', 'packages/osv'),
      project('server', 'apps/server', {
        globalSetup: [join(import.meta.dirname, 'apps/server/src/testing/global-setup.ts')],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      project('web', 'apps/web'),
      project('cli', 'apps/cli'),
    ],
  },
})
