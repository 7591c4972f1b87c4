import type { ComponentItem } from '@assay/contract/scans.ts'
import { expect, test } from 'vitest'
import { componentsCsv } from './components-csv.ts'

test('a component has a row with its licenses and newer versions', () => {
  const component = {
    name: 'a',
    version: '1',
    language: 'nodejs',
    purl: 'pkg:npm/a@1',
    scope: 'runtime',
    isDirect: null,
    licenses: [{ id: 'MIT' }, { id: 'ISC' }],
    licenseSource: 'declared',
    licenseRegistry: null,
    violations: ['Denied'],
    warnings: [],
    latestPatch: '1.1',
    latestMinor: null,
    latestMajor: null,
    libyears: 0.5,
    stability: [],
  } as unknown as ComponentItem
  const unlicensed = { ...component, isDirect: false, licenses: [], licenseSource: null, violations: [] }
  expect(componentsCsv([component, unlicensed]).split('\r\n')).toEqual([
    'Component,Version,Ecosystem,Package URL,Scope,Dependency,Licenses,License source,License problems,Patch,Minor,Major,Libyears,Notes',
    'a,1,npm,pkg:npm/a@1,runtime,,"MIT, ISC",Declared,Denied,1.1,,,0.5,',
    'a,1,npm,pkg:npm/a@1,runtime,Transitive,No license found,,No license found,1.1,,,0.5,',
    '',
  ])
})
