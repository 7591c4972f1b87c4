import { describe, expect, test } from 'vitest'
import { openIndex } from './advisories/advisory-index.ts'
import { clusterEntries } from './advisories/clusters.ts'
import { compileIndex } from './advisories/compile-index.ts'
import { readOsvRecord } from './advisories/osv.ts'
import { readDocument } from './documents/read.ts'
import { ecosystemById } from './ecosystems.ts'
import type { EcosystemId } from './ecosystems/ecosystem.ts'
import type { Rules } from './scan-result.ts'
import { scanInventory, type ScanInput } from './scan.ts'

const debian = ecosystemById('debian')
const range = (fixed: string) => [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }]
const openssl = (release: string, fixed: string) => ({
  package: { ecosystem: `Debian:${release}`, name: 'openssl' },
  ranges: range(fixed),
})
const document = {
  id: 'DEBIAN-CVE-2023-5678',
  upstream: ['CVE-2023-5678'],
  affected: [openssl('11', '1.1.1w-0+deb11u2'), openssl('12', '3.0.13-1~deb12u1')],
}
const entries = clusterEntries('u', [readOsvRecord(document, 'test').record!])
const index = openIndex(debian, compileIndex(debian, entries))
const strictScores = { security: 100, stability: 0, licensing: 0 }
const rules: Rules = {
  exclusions: [],
  licensePolicies: [],
  securityScoring: 'cvss',
  minimumScores: { security: 0, stability: 0, licensing: 0 },
}

function scan(purls: string[], open: ScanInput['open'] = [], rulesOfScan = rules) {
  const components = purls.map((purl) => ({ type: 'library', name: 'x', purl }))
  const text = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', components })
  const { inventory } = readDocument({ path: 'sbom.json', bytes: new TextEncoder().encode(text) })
  const { issues } = inventory!
  const input = { inventory: inventory!, issues, rules: rulesOfScan, open, now: Date.UTC(2024, 0, 1) }
  return scanInventory({ ...input, indexes: (id) => (id === debian.id ? index : null) })
}

const libssl = (version: string, release = 'debian-12') =>
  `pkg:deb/debian/libssl3@${version}?arch=amd64&upstream=openssl&distro=${release}`

test('matches a binary package with the advisory for its source and release', () => {
  const { findings, issues, outdated } = scan([
    libssl('3.0.11-1~deb12u2'),
    'pkg:deb/debian/curl@1?distro=debian-12',
  ])
  expect(findings).toMatchObject([
    {
      packageName: 'libssl3',
      displayName: 'libssl3',
      cve: 'CVE-2023-5678',
      fixedVersions: ['3.0.13-1~deb12u1'],
      versions: [
        {
          version: '3.0.11-1~deb12u2',
          release: '12',
          source: { name: 'openssl', version: '3.0.11-1~deb12u2' },
          evidence: [{ recordId: document.id, packageName: 'openssl', order: 'dpkg' }],
        },
      ],
    },
  ])
  // No registry lists the releases of a distribution.
  expect(outdated).toEqual([])
  expect(issues).toEqual([])
})

test('matches the same version differently in each release', () => {
  expect(scan([libssl('1.1.1w-0+deb11u2', 'debian-11')]).findings).toEqual([])
  expect(scan([libssl('1.1.1w-0+deb11u2', 'debian-12')]).findings).toHaveLength(1)
  expect(scan([libssl('1.1.1w-0+deb11u2', 'trixie')]).findings).toEqual([])
})

test('an upgrade of the source package ends the finding', () => {
  const [found] = scan([libssl('3.0.11-1~deb12u2')]).findings
  const open = [{ ...found!, uuid: 'f', introducedAt: Date.UTC(2023, 11, 1) }]
  const { comparison } = scan([libssl('3.0.13-1~deb12u1')], open)
  expect(comparison.ended).toMatchObject([
    { kind: 'upgraded', fixedBy: 'libssl3 3.0.13-1~deb12u1', daysToFix: 31 },
  ])
  expect(scan([libssl('3.0.12-1')], open).comparison.continued).toHaveLength(1)
})

test('reports packages without a release in one issue', () => {
  const { findings, issues, outcome } = scan([
    'pkg:deb/debian/openssl@3.0.11-1',
    'pkg:deb/debian/curl@7.88.1-10',
  ])
  expect(findings).toEqual([])
  expect(outcome).toBe('UNDECLARED')
  expect(scan(['pkg:deb/debian/openssl@3.0.13-1~deb12u1?distro=debian-12']).outcome).toBe('PASS')
  expect(issues).toMatchObject([{ code: 'release-missing', where: 'sbom.json' }])
  expect(issues[0]!.message).toMatch(/^openssl 3\.0\.11-1, and 1 more: the release of Debian is unknown/)
})

test('what the distribution rates as unimportant is listed, but does not count', () => {
  const unimportant = { ...openssl('12', '3.0.13-1~deb12u1'), ecosystem_specific: { urgency: 'unimportant' } }
  const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }]
  const rated = readOsvRecord({ ...document, severity, affected: [unimportant] }, 'test').record!
  const ratedIndex = openIndex(debian, compileIndex(debian, clusterEntries('u', [rated])))
  const inventory = scan([libssl('3.0.11-1~deb12u2')]).inventory
  const input = { inventory, issues: [], rules: { ...rules, minimumScores: strictScores }, now: 0 }
  const before = scan([libssl('3.0.11-1~deb12u2')]).findings[0]!
  const open = [{ ...before, uuid: 'f', introducedAt: 0 }]
  const result = scanInventory({ ...input, open, indexes: () => ratedIndex })
  expect(result.findings).toMatchObject([{ severity: 'none', rating: 'none', cvss: 9.8 }])
  expect(result.comparison).toMatchObject({ opened: [], continued: [], ended: [{ kind: 'excluded' }] })
  expect([result.scores.penalties.security, result.outcome]).toEqual([0, 'PASS'])
})

describe('a scan of checked and unchecked packages', () => {
  const checked = 'pkg:deb/debian/curl@7.88.1-10?distro=debian-12'

  test.for<[string, string, string]>([
    ['whose release is unknown', 'pkg:deb/debian/bash@5', 'release-missing'],
    ['of a distribution without advisories', 'pkg:rpm/fedora/bash@5-1', 'ecosystem-unsupported'],
    ['of an unsupported package manager', 'pkg:conda/numpy@1.2.3', 'ecosystem-unsupported'],
  ])('%s is UNDECLARED instead of PASS, and says why', ([, purl, code]) => {
    const { outcome, issues } = scan([checked, purl])
    expect(outcome).toBe('UNDECLARED')
    expect(issues).toMatchObject([{ code, isUncovered: true }])
  })

  test('fails by its findings nevertheless', () => {
    const strict = { ...rules, minimumScores: strictScores }
    const found = [libssl('3.0.11-1~deb12u2'), 'pkg:rpm/fedora/bash@5-1']
    expect(scan(found, [], strict).outcome).toBe('FAIL')
  })

  test.for(['pkg:generic/firmware@2', 'pkg:oci/shop@sha256:244fd47e07d1004f0aed9c'])(
    '%s may hide a vulnerability',
    (purl) => expect(scan([checked, purl]).outcome).toBe('UNDECLARED'),
  )

  test.for(['pkg:github/a/b@1', 'pkg:git/host/a/b@1'])('%s is a repository and no package', (purl) => {
    const { outcome, coverage } = scan([checked, purl])
    expect(outcome).toBe('PASS')
    expect(coverage).toMatchObject({ listed: 2, checked: 1, gaps: [{ reason: 'source-git' }] })
  })

  test('is UNDECLARED if no package could be checked', () => {
    const { outcome, issues } = scan(['pkg:rpm/fedora/bash@5-1', 'pkg:deb/debian/bash@5'])
    expect(outcome).toBe('UNDECLARED')
    expect(issues.map(({ code }) => code)).toEqual(['ecosystem-unsupported', 'release-missing'])
    for (const issue of issues) expect(issue).not.toHaveProperty('isUncovered')
  })

  test('is not hidden by a thousand other issues', () => {
    const { outcome } = scan([checked, ...Array.from({ length: 1001 }, () => 'none'), 'pkg:conda/numpy@1'])
    expect(outcome).toBe('UNDECLARED')
  })
})

describe('packages that a company rebuilt are compared with its own advisories', () => {
  const records = [
    {
      id: 'ROOT-OS-DEBIAN-12-CVE-2024-1001',
      upstream: ['CVE-2024-1001'],
      affected: [
        {
          package: { ecosystem: 'Root:Debian:12', name: 'rootio-openssl' },
          ranges: [
            {
              type: 'ECOSYSTEM',
              // Each patched version of each upstream version is listed.
              events: [{ introduced: '0' }, { fixed: '3.0.13-1.root.io.2' }, { fixed: '3.0.14-1.root.io.1' }],
            },
          ],
        },
        { package: { ecosystem: 'Root:npm', name: '@rootio/openssl' }, ranges: range('1.0.0-root.io.1') },
      ],
    },
    {
      id: 'CLSA-2026-1',
      upstream: ['CVE-2024-1002'],
      affected: [
        {
          package: { ecosystem: 'TuxCare:CentOS:7', name: 'libsss' },
          ranges: range('1.16-10.el7_9.16.tuxcare.els2'),
        },
        {
          package: { ecosystem: 'TuxCare:Ubuntu:18.04', name: 'squid-cgi' },
          ranges: range('3.5-1+tuxcare.els3'),
        },
      ],
    },
  ]
  const read = records.map((record, at) => readOsvRecord(record, `test:${at}`))
  const clusters = read.flatMap(({ record }, at) => clusterEntries(`u${at}`, [record!]))
  const indexOf = (id: EcosystemId) => openIndex(ecosystemById(id), compileIndex(ecosystemById(id), clusters))

  test.each<[string, string[]]>([
    ['pkg:deb/root/libssl3@3.0.13-1.root.io.1?upstream=openssl&distro=debian-12', ['CVE-2024-1001']],
    ['pkg:deb/root/rootio-openssl@3.0.13-1.root.io.1?distro=debian-12', ['CVE-2024-1001']],
    ['pkg:deb/root/libssl3@3.0.13-1.root.io.2?upstream=openssl&distro=debian-12', []],
    ['pkg:deb/root/libssl3@3.0.13-1.root.io.1?upstream=openssl&distro=debian-11', []],
    ['pkg:rpm/tuxcare/libsss@1.16-10.el7_9.16.tuxcare.els1?distro=centos-7', ['CVE-2024-1002']],
    ['pkg:rpm/tuxcare/libsss@1.16-10.el7_9.16.tuxcare.els2?distro=centos-7', []],
    ['pkg:deb/tuxcare/squid-cgi@3.5-1+tuxcare.els2?distro=ubuntu-18.04', ['CVE-2024-1002']],
    ['pkg:deb/tuxcare/squid-cgi@3.5-1+tuxcare.els2?distro=ubuntu-20.04', []],
  ])('%s', (purl, cves) => {
    const text = JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      components: [{ type: 'library', name: 'x', purl }],
    })
    const { inventory } = readDocument({ path: 'sbom.json', bytes: new TextEncoder().encode(text) })
    const input = { inventory: inventory!, issues: [], rules, open: [], now: Date.UTC(2024, 0, 1) }
    const { findings } = scanInventory({ ...input, indexes: indexOf })
    expect(findings.map(({ cve }) => cve)).toEqual(cves)
  })

  test('parts of other package managers are reported as not supported', () => {
    expect(read[0]!.issues.map(({ message }) => message)).toEqual([
      "The ecosystem 'Root:npm' is not supported.",
    ])
  })
})
