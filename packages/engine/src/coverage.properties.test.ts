import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openIndex } from './advisories/advisory-index.ts'
import { clusterEntries } from './advisories/clusters.ts'
import { compileIndex } from './advisories/compile-index.ts'
import { readOsvRecord } from './advisories/osv.ts'
import { readDocuments } from './documents/read.ts'
import { ecosystemById } from './ecosystems.ts'
import type { ScanResult } from './scan-result.ts'
import { scanInventory } from './scan.ts'

const npm = ecosystemById('npm')
const record = readOsvRecord(
  {
    id: 'OSV-1',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'npm', name: 'a' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
      },
    ],
  },
  'test',
).record!
const index = openIndex(npm, compileIndex(npm, clusterEntries('u', [record])))

interface Entry {
  name: string
  version: string
  hasPurl: boolean
}

/** One SBOM per entry, so that files can be removed, too. */
function scan(entries: readonly Entry[]): ScanResult {
  const documents = entries.map(({ name, version, hasPurl }, at) => ({
    path: `${at}.cdx.json`,
    bytes: new TextEncoder().encode(
      JSON.stringify({
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        components: [
          {
            type: 'library',
            name,
            version,
            ...(hasPurl && { purl: `pkg:npm/${name}@${encodeURIComponent(version)}` }),
          },
        ],
      }),
    ),
  }))
  const { inventory, issues } = readDocuments(documents)
  return scanInventory({
    inventory,
    issues: [...issues, ...inventory.issues],
    indexes: (id) => (id === 'npm' ? index : null),
    open: [],
    now: 0,
    rules: {
      exclusions: [],
      licensePolicies: [],
      securityScoring: 'cvss',
      minimumScores: { security: 90, stability: 80, licensing: 95 },
    },
  })
}

const ordered = fc.constantFrom('1.0.0', '1.2.3-rc.1', '2.0.0', '3.1.4')
const unordered = fc.constantFrom(
  'latest',
  '^1.0.0',
  '1.x',
  '*',
  '$(Version)',
  '>= 1',
  'workspace:*',
  'UNKNOWN',
  '(devel)',
  '',
)
const name = fc.constantFrom('a', 'b', 'c')
const known = fc.record({ name, version: ordered, hasPurl: fc.constant(true) })
const anything = fc.record({ name, version: fc.oneof(ordered, unordered), hasPurl: fc.boolean() })

test('a component with an unreadable version or without a package URL never lets a scan pass', () => {
  const unreadable = fc.oneof(
    fc.record({ name, version: unordered, hasPurl: fc.boolean() }),
    fc.record({ name, version: ordered, hasPurl: fc.constant(false) }),
  )
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 4 }), unreadable, (entries, added) => {
      expect(scan([...entries, added]).outcome).not.toBe('PASS')
    }),
  )
})

test('losing a package URL or a version lowers what was checked, and never leads to a PASS', () => {
  const losses: ((entry: Entry) => Entry)[] = [
    (entry) => ({ ...entry, hasPurl: false }),
    (entry) => ({ ...entry, version: '' }),
    (entry) => ({ ...entry, version: 'latest' }),
  ]
  fc.assert(
    fc.property(
      fc.uniqueArray(known, { minLength: 1, maxLength: 4, selector: ({ name, version }) => name + version }),
      fc.constantFrom(...losses),
      (entries, lose) => {
        const [first, ...rest] = entries
        const [before, after] = [scan(entries), scan([lose(first!), ...rest])]
        expect(after.outcome).not.toBe('PASS')
        expect(after.coverage.checked).toBeLessThan(before.coverage.checked)
      },
    ),
  )
})

test('a score never rises while as much is checked as before', () => {
  fc.assert(
    fc.property(fc.array(anything, { minLength: 1, maxLength: 4 }), (entries) => {
      const [before, after] = [scan(entries), scan(entries.slice(1))]
      const isRaised = after.measured.security && after.scores.security > before.scores.security
      if (isRaised) expect(after.coverage.checked).toBeLessThan(before.coverage.checked)
    }),
  )
})
