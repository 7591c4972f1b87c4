import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chunkGroups } from './chunk-groups.ts'

/** Every page needs the contract, and the settings alone name what other tools' clients call. */
const importers: Record<string, string[]> = {
  '/packages/contract/src/scans.ts': ['/src/pages/fixes/page.tsx', '/src/pages/settings/page.tsx'],
  '/packages/contract/src/intake/defect-dojo.ts': ['/src/pages/settings/page.tsx'],
}
const main = fileURLToPath(new URL('src/main.tsx', import.meta.url))

const graph = {
  getModuleInfo: (id: string) => ({
    importers: importers[id] ?? [],
    dynamicImporters: id.startsWith('/src/pages/') ? [main] : [],
  }),
}

const groupsOf = (id: string) =>
  chunkGroups()
    .map(({ name }) => name(id, graph))
    .filter((name) => name !== null)

test('all pages load the calls of the API, but not those of other tools', () => {
  expect(groupsOf('/packages/contract/src/scans.ts')).toEqual(['client'])
  expect(groupsOf('/packages/contract/src/intake/defect-dojo.ts')).toEqual([])
})
