import type { ComponentItem } from '@assay/contract/scans.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { expect, test } from 'vitest'
import { componentsCsv, findingsCsv, toCsv } from './csv.ts'
import { findingRow } from './findings-model.ts'

test('quotes where necessary and escapes formulas', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['x, "y"', '=1+1'],
        [null, -1],
        ['@scope/name', false],
      ],
    ),
  ).toBe(`a,b\r\n"x, ""y""",'=1+1\r\n,-1\r\n'@scope/name,false\r\n`)
})

test('a finding has a row for each installed version', () => {
  const version = {
    fixesThis: { version: '2', step: 'major', isKnownRelease: true },
    recommended: null,
    isDirect: true,
  }
  const row = findingRow({
    advisoryUuid: 'aaaaaaaa-0000',
    cve: 'CVE-2020-1',
    severity: 'HIGH',
    cvss: 7,
    ecosystem: 'npm',
    package: 'a',
    summary: 'Bad',
    isKnownExploited: true,
    epss: 0.2,
    exclusion: null,
    lifetime: null,
    versions: [
      { ...version, version: '1', paths: [['a:1']] },
      { ...version, version: '0', paths: [['b:1', 'a:0']], isDirect: false },
    ],
  } as unknown as Finding)
  expect(
    findingsCsv([row], () => true)
      .split('\r\n')
      .slice(1),
  ).toEqual([
    'HIGH,7,CVE-2020-1,a,npm,1,2,,direct,,true,0.2,"excluded, pending rescan",Bad',
    'HIGH,7,CVE-2020-1,a,npm,0,2,,b:1,,true,0.2,"excluded, pending rescan",Bad',
    '',
  ])
})

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
  expect(componentsCsv([component]).split('\r\n')[1]).toBe(
    'a,1,npm,pkg:npm/a@1,runtime,,"MIT, ISC",declared,Denied,1.1,,,0.5,',
  )
})
