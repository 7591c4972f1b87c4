import type { ComponentItem } from '@assay/contract/scans.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { expect, test } from 'vitest'
import { componentsCsv, findingsCsv } from './csv.ts'
import { findingRow } from './findings-model.ts'

test('a finding has one row per installed version', () => {
  const version = {
    fixesThis: { version: '2', step: 'major', isKnownRelease: true },
    recommended: null,
    upgrade: null,
    isDirect: true,
  }
  const row = findingRow({
    advisoryUuid: 'aaaaaaaa-0000',
    displayId: 'CVE-2020-1',
    cve: 'CVE-2020-1',
    severity: 'HIGH',
    cvss: 7,
    ecosystem: 'pypi',
    package: 'a',
    summary: 'Bad',
    isKnownExploited: true,
    epss: 0.2,
    exclusion: null,
    lifetime: null,
    versions: [
      { ...version, version: '1', paths: [['a:1']] },
      { ...version, version: '0', paths: [['b:1', 'a:0']], isDirect: false },
      { ...version, version: '3', paths: [], isDirect: false },
    ],
  } as unknown as Finding)
  expect(findingsCsv([row], () => true).split('\r\n')).toEqual([
    'Severity,CVSS,Vulnerability ID,Package,Ecosystem,Installed,Fixes this,Recommended,Introduced through,First seen,Known exploited,EPSS,Status,Summary',
    'High,7,CVE-2020-1,a,PyPI,1,2,,Direct,,true,0.2,"Excluded, pending rescan",Bad',
    'High,7,CVE-2020-1,a,PyPI,0,2,,b:1,,true,0.2,"Excluded, pending rescan",Bad',
    'High,7,CVE-2020-1,a,PyPI,3,2,,Transitive,,true,0.2,"Excluded, pending rescan",Bad',
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
  const unlicensed = { ...component, isDirect: false, licenses: [], licenseSource: null, violations: [] }
  expect(componentsCsv([component, unlicensed]).split('\r\n')).toEqual([
    'Component,Version,Ecosystem,Package URL,Scope,Dependency,Licenses,License source,License problems,Patch,Minor,Major,Libyears,Notes',
    'a,1,npm,pkg:npm/a@1,runtime,,"MIT, ISC",Declared,Denied,1.1,,,0.5,',
    'a,1,npm,pkg:npm/a@1,runtime,Transitive,No license found,,No license found,1.1,,,0.5,',
    '',
  ])
})
