import { openIndex } from '../../advisories/advisory-index.ts'
import type { AdvisoryRecord } from '../../advisories/advisory.ts'
import { joinTexts } from '../../advisories/advisory-text.ts'
import { clusterEntries, clusterRecords } from '../../advisories/clusters.ts'
import { compileIndex } from '../../advisories/compile-index.ts'
import { readOsvRecord } from '../../advisories/osv.ts'
import { ecosystemById } from '../../ecosystems.ts'
import type { Component, Inventory, VexStatement } from '../../inventory.ts'
import { scanInventory } from '../../scan.ts'
import { makeReport } from '../make-report.ts'
import { basisOf, type ScanReport } from '../scan-report.ts'

const npm = ecosystemById('npm')

const documents = [
  {
    id: 'GHSA-aaaa-bbbb-cccc',
    aliases: ['CVE-2020-1000'],
    published: '2020-01-01T00:00:00Z',
    summary: 'Too slow | <b>',
    details: 'A long input takes ages.',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
    database_specific: { cwe_ids: ['CWE-400'] },
    references: [{ type: 'FIX', url: 'https://example.org/fix' }],
    affected: [{ package: { ecosystem: 'npm', name: 'child' }, ranges: [range('0.22.0')] }],
  },
  {
    id: 'MAL-2021-1',
    summary: 'Steals tokens',
    details: '',
    affected: [
      {
        package: { ecosystem: 'npm', name: '@evil/x' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      },
    ],
  },
]

function range(fixed: string) {
  return { type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }
}

const records = documents.map(
  (document, at) => readOsvRecord(document, `example:${at}`).record as AdvisoryRecord,
)
const { uuidByRecord } = clusterRecords(records, new Map())
/** By record id. */
export const advisoryUuid = (recordId: string): string => uuidByRecord.get(recordId)!

const component = (name: string, version: string, more: Partial<Component>): Component => ({
  ecosystem: 'npm',
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  scope: 'runtime',
  isDirect: false,
  requiredBy: [],
  locations: ['app/package-lock.json'],
  licenses: [{ kind: 'id', value: 'MIT' }],
  ...more,
})

/** A direct parent with a vulnerable child, another vulnerable version of it for tests, and malware. */
export const exampleReport = (vex: VexStatement[] = []): ScanReport => {
  const inventory: Inventory = {
    formats: ['package-lock 3'],
    files: ['app/package-lock.json'],
    root: null,
    issues: [],
    components: [
      component('parent', '1.0.0', { isDirect: true, licenses: [{ kind: 'name', value: 'Mine' }] }),
      component('child', '0.21.1', { requiredBy: [0, 2] }),
      component('@evil/x', '3.0.0', { isDirect: true, licenses: [] }),
      component('child', '0.20.0', { isDirect: true, scope: 'test' }),
    ],
    ...(vex.length > 0 && { vex }),
  }
  const entries = records.flatMap((record) => clusterEntries(advisoryUuid(record.id), [record]))
  const index = openIndex(npm, compileIndex(npm, entries))
  const minimumScores = { security: 90, stability: 80, licensing: 95 }
  const issue = { code: 'purl-invalid', message: 'No package URL.', where: 'app/package-lock.json#/x' }
  const indexes = () => index
  const result = scanInventory({
    inventory,
    issues: [issue],
    indexes,
    open: [],
    now: 0,
    rules: { exclusions: [], licensePolicies: [], securityScoring: 'cvss', minimumScores },
  })
  return makeReport({
    result,
    minimumScores,
    indexes,
    pathLimit: 5,
    at: Date.UTC(2026, 5, 2, 10, 40, 5),
    tool: { name: 'Assay', version: '1.2.3' },
    project: { name: 'org/repo', url: 'https://example.org/org/repo', branch: 'main' },
    advisories: basisOf([
      {
        ecosystem: 'npm',
        name: 'npm',
        source: 'a folder',
        advisories: 2,
        newestAt: Date.UTC(2026, 0, 2),
        checkedAt: Date.UTC(2026, 0, 3),
        state: 'current',
      },
    ]),
    texts: new Map(records.map((record) => [advisoryUuid(record.id), joinTexts([record])])),
  })
}
