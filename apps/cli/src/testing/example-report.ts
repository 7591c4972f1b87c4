import type { Report } from '@assay/contract/report.ts'

export const projectUuid = '11111111-1111-4111-8111-111111111111'
export const reportUuid = '22222222-2222-4222-8222-222222222222'

type Advice = Report['security']['assessments'][number]['reports'][number]['advices'][number]

const advice = (more: Partial<Advice>): Advice => ({
  id: '33333333-3333-4333-8333-333333333333',
  library: { name: 'child', language: 'nodejs' },
  severity: 'HIGH',
  cve: 'CVE-2020-1000',
  cwe: 'CWE-400',
  cvss: 7,
  type: 'SECURITY',
  source: 'GHSA-1',
  description: 'Too slow',
  links: [{ type: 'CVE', url: 'CVE-2020-1000' }],
  versionRange: '[,0.22.0)',
  fixedInVersions: ['0.22.0'],
  fixedVersions: ['0.22.0'],
  fixesThis: { version: '0.21.9', step: 'patch', isKnownRelease: true },
  evidence: ['GHSA-1: every version before 0.22.0, which fixes it'],
  introducedAt: 0,
  ...more,
})

const exclusion = { uuid: '44444444-4444-4444-8444-444444444444', reason: 'mitigated', description: 'x' }

/** Two findings and an excluded one; an outdated component; one without a license. */
export const exampleReport: Report = {
  uuid: reportUuid,
  outcome: 'FAIL',
  computedOutcome: 'FAIL',
  tool: 'BOSS',
  timestamp: { year: 2026, monthValue: 6, dayOfMonth: 2, hour: 10, minute: 40, second: 5 },
  downloadKey: reportUuid,
  project: { uuid: projectUuid, url: 'https://github.com/org/repo', branch: 'feature/a&b' },
  coverage: { listed: 3, checked: 3, blocking: 0, coversLess: false },
  measured: { security: true, stability: true, licensing: true },
  security: {
    score: 30,
    assessments: [
      {
        language: 'nodejs',
        reports: [
          {
            dependency: { name: 'child', version: '0.21.1' },
            advices: [
              advice({}),
              advice({ cve: 'CVE-2020-2000', severity: 'CRITICAL', exclusions: [exclusion] }),
            ],
            locations: ['package-lock.json'],
            safeVersions: { latestPatch: '0.21.9', latestMinor: null, latestMajor: '1.0.0' },
            recommended: { version: '0.21.9', step: 'patch', isKnownRelease: true },
            hierarchy: ['parent:1.0', 'child:0.21.1'],
          },
          {
            dependency: { name: 'alone', version: '2.0.0' },
            advices: [
              advice({
                id: 'abcdef01-3333-4333-8333-333333333333',
                severity: 'CRITICAL',
                cve: null,
                cwe: null,
                cvss: 9.8,
                fixedVersions: [],
                fixesThis: null,
              }),
            ],
            locations: [],
            safeVersions: { latestPatch: null, latestMinor: null, latestMajor: null },
            recommended: null,
            hierarchy: ['alone:2.0.0'],
          },
        ],
      },
    ],
  },
  stability: {
    score: 99,
    libyears: 2.5,
    unknownReleases: 1,
    assessments: [
      {
        language: 'nodejs',
        versions: [
          {
            name: 'child',
            version: '0.21.1',
            latestPatch: '0.21.9',
            latestMinor: null,
            latestMajor: '1.0.0',
            libyears: 2.5,
            warnings: ['Deprecated: use another'],
          },
        ],
      },
    ],
  },
  licensing: {
    score: 99,
    assessments: [
      {
        language: 'nodejs',
        results: [
          {
            name: 'child',
            version: '0.21.1',
            warnings: [],
            violations: ['MIT violates x'],
            licenses: [{ id: 'MIT', name: 'MIT License', uri: 'https://spdx.org/licenses/MIT.html' }],
            licenseSource: 'declared',
            licenseRegistry: null,
            licensedAt: 0,
          },
          {
            name: 'alone',
            version: '2.0.0',
            licenses: [],
            licenseSource: null,
            licenseRegistry: null,
            licensedAt: null,
            warnings: [],
            violations: [],
          },
        ],
      },
    ],
  },
  issues: [],
}
