import { expect, test } from 'vitest'
import { exampleReport } from './testing/example.ts'

const report = exampleReport()

test('sorts the most severe findings first, and malware before all', () => {
  expect(report.findings.map(({ id, name, version }) => `${id} ${name} ${version}`)).toEqual([
    'MAL-2021-1 @evil/x 3.0.0',
    'CVE-2020-1000 child 0.20.0',
    'CVE-2020-1000 child 0.21.1',
  ])
})

test('a finding has the texts of its advisory, its evidence and all its paths', () => {
  expect(report.findings[2]).toMatchObject({
    aliases: ['GHSA-aaaa-bbbb-cccc'],
    summary: 'Too slow | <b>',
    cwes: ['CWE-400'],
    cvss: 7.5,
    vector: { version: '3.1', text: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
    language: 'nodejs',
    purl: 'pkg:npm/child@0.21.1',
    locations: ['app/package-lock.json'],
    paths: [
      ['parent:1.0.0', 'child:0.21.1'],
      ['@evil/x:3.0.0', 'child:0.21.1'],
    ],
    versionRange: '[,0.22.0)',
    fixedVersions: ['0.22.0'],
    excluded: null,
    vex: null,
    fixesThis: { version: '0.22.0', step: 'major', isKnownRelease: false },
    recommended: { version: '0.22.0', step: 'major', isKnownRelease: false },
    safeVersions: { latestPatch: null, latestMinor: null, latestMajor: '0.22.0' },
  })
  expect(report.findings[2]!.evidence[0]).toMatch(
    /^GHSA-aaaa-bbbb-cccc: every version before 0\.22\.0, which fixes it/,
  )
})

test('a component has its licenses and license warnings', () => {
  expect(report.components.map(({ licenses, warnings }) => [licenses, warnings])).toEqual([
    [['Mine'], []],
    [['MIT'], []],
    [[], ['No license found']],
    [['MIT'], []],
  ])
})

test('a finding cleared by a statement in the document is last, with the reason', () => {
  const { findings } = exampleReport([
    {
      ids: ['MAL-2021-1'],
      status: 'not_affected',
      justification: 'code_not_present',
      detail: 'A stub',
      components: [],
    },
  ])
  expect(findings.at(-1)).toMatchObject({
    name: '@evil/x',
    excluded: { reason: 'VEX: not affected', description: 'code not present: A stub' },
  })
})
