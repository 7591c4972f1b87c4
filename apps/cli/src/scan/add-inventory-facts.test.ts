import { exampleReport } from '@assay/engine/reports/testing/example.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import { expect, it } from 'vitest'
import { addInventoryFacts } from './add-inventory-facts.ts'

const lockfile = {
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { parent: '1' }, devDependencies: { '@evil/x': '3' } },
    'node_modules/parent': { version: '1.0.0', dependencies: { child: '0' } },
    'node_modules/child': { version: '0.21.1' },
    'node_modules/@evil/x': { version: '3.0.0', dev: true },
  },
}
const bytes = Buffer.from(JSON.stringify(lockfile))
const { inventory } = readDocuments([{ path: 'app/package-lock.json', bytes }])

/** What the server's report leaves unknown. */
const bare = () => {
  const report = exampleReport()
  const unknown = { purl: null, isDirect: null, isTest: false, locations: [], requiredBy: [] }
  return {
    ...report,
    components: report.components.map((component) => ({ ...component, ...unknown })),
    findings: report.findings.map((finding) => ({ ...finding, purl: null, paths: [] })),
  }
}

it('adds package URLs, scopes, files and dependents to the report of a server', () => {
  const { components, findings } = addInventoryFacts(bare(), inventory)
  const find = (name: string, version: string) =>
    components.find((each) => each.name === name && each.version === version)!
  const locations = ['app/package-lock.json']
  const parent = { isDirect: true, isTest: false, locations, purl: 'pkg:npm/parent@1.0.0', requiredBy: [] }
  expect(find('parent', '1.0.0')).toMatchObject(parent)
  expect(find('child', '0.21.1')).toMatchObject({ isDirect: false, requiredBy: [0] })
  expect(find('@evil/x', '3.0.0')).toMatchObject({ isTest: true, purl: 'pkg:npm/%40evil/x@3.0.0' })
  const finding = findings.find(({ version }) => version === '0.21.1')!
  expect(finding).toMatchObject({ purl: 'pkg:npm/child@0.21.1', paths: [['parent:1.0.0', 'child:0.21.1']] })
})

it('leaves what the documents do not contain as it is', () => {
  const { components } = addInventoryFacts(bare(), inventory)
  expect(components.find(({ version }) => version === '0.20.0')).toMatchObject({ purl: null, isDirect: null })
})
