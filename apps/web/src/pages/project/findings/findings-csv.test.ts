import type { Finding } from '@assay/contract/findings.ts'
import { expect, test } from 'vitest'
import { findingsCsv } from './findings-csv.ts'
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
    'High,7,CVE-2020-1,a,PyPI,0,2,,b@1,,true,0.2,"Excluded, pending rescan",Bad',
    'High,7,CVE-2020-1,a,PyPI,3,2,,Transitive,,true,0.2,"Excluded, pending rescan",Bad',
    '',
  ])
})
