import { describe, expect, test } from 'vitest'
import { readDocument } from '../../read.ts'
import { fixtureFiles } from '../../testing/fixture-files.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** As an upload, whose name says nothing. */
function read(reader: string, name: string) {
  const { bytes } = fixtureFiles(reader).find(({ path }) => path === name)!
  const { inventory, issues } = readDocument({ path: 'upload', bytes })
  if (!inventory) throw new Error(JSON.stringify(issues))
  const { components } = inventory
  const find = (wanted: string) => components.find((each) => each.name === wanted)!
  return {
    inventory,
    find,
    names: components.map((each) => `${each.name}@${each.version}`),
    codes: inventory.issues.map(({ code }) => code),
    neededBy: (wanted: string) => find(wanted).requiredBy.map((index) => components[index]!.name),
  }
}

describe('Syft JSON', () => {
  test('has packages with distribution, source package, files, layers and dependencies', () => {
    const { inventory, find, neededBy, codes } = read('syft-json', '16.json')
    expect(inventory.formats).toEqual(['Syft JSON 16.0.21'])
    expect(inventory.documents).toEqual([
      { path: 'upload', isSbom: true, subject: 'registry.example.org/app' },
    ])
    expect(find('libssl3')).toMatchObject({
      ecosystem: 'debian',
      release: '12',
      source: { name: 'openssl', version: '3.0.11-1~deb12u2' },
      locations: ['upload', '/var/lib/dpkg/status'],
      layer: { index: 0 },
      licenses: [{ kind: 'expression', value: 'Apache-2.0' }],
    })
    expect(find('qs')).toMatchObject({ ecosystem: 'npm', layer: { index: 1 }, isDirect: null })
    expect(neededBy('qs')).toEqual(['express'])
    expect(codes).toEqual([])
  })

  test('of a folder, in an old version', () => {
    const { names, inventory } = read('syft-json', '3.json')
    expect(names).toEqual(['express@4.17.1', 'qs@6.7.0'])
    expect(inventory.root).toEqual({ name: '/src', version: '', purl: null })
  })
})

describe('Trivy JSON', () => {
  test('has all packages, and says that its vulnerabilities are not taken over', () => {
    const { find, neededBy, codes, inventory } = read('trivy-json', 'all.json')
    expect(find('libssl3')).toMatchObject({
      ecosystem: 'debian',
      release: '12',
      version: '3.0.11-1~deb12u2',
      source: { name: 'openssl', version: '3.0.11-1~deb12u2' },
      layer: { index: 0 },
    })
    expect(neededBy('libc6')).toEqual(['libssl3'])
    expect(find('express')).toMatchObject({ isDirect: true, locations: ['upload', 'app/package-lock.json'] })
    expect(find('qs')).toMatchObject({ purl: 'pkg:npm/qs@6.7.0', isDirect: false })
    expect(find('mocha').scope).toBe('test')
    expect(codes).toEqual(['vulnerabilities-listed'])
    expect(inventory.issues[0]!.message).toContain('1 vulnerabilities')
  })

  test('with vulnerabilities alone lacks packages, so the scan is incomplete', () => {
    const { names, inventory } = read('trivy-json', 'vulnerable.json')
    expect(names).toEqual(['org.apache.logging.log4j:log4j-core@2.14.1'])
    expect(inventory.issues.filter(({ isUnread }) => isUnread).map(({ code }) => code)).toEqual([
      'packages-partial',
    ])
  })
})

test('Grype JSON lists only vulnerable packages, so the scan is incomplete', () => {
  const { find, names, inventory } = read('grype-json', 'matches.json')
  expect(names).toEqual(['libssl3@3.0.11-1~deb12u2', 'qs@6.7.0'])
  expect(find('libssl3')).toMatchObject({ release: '12', source: { name: 'openssl' } })
  expect(inventory.issues.map(({ code, isUnread }) => [code, isUnread])).toEqual([
    ['packages-partial', true],
    ['vulnerabilities-listed', undefined],
  ])
})

test('a dependency snapshot of GitHub has scopes, relationships and dependencies by name or package URL', () => {
  const { find, neededBy, codes } = read('github-snapshot', '0.json')
  expect(find('org.slf4j:slf4j-simple')).toMatchObject({
    isDirect: true,
    scope: 'runtime',
    version: '1.7.30',
  })
  expect(find('junit:junit')).toMatchObject({ scope: 'test', locations: ['upload', 'app/build.gradle'] })
  expect(neededBy('org.slf4j:slf4j-api')).toEqual(['org.slf4j:slf4j-simple'])
  expect(neededBy('org.hamcrest:hamcrest-core')).toEqual(['junit:junit'])
  expect(codes).toEqual([])
})

test("GitHub's export of a repository is the SPDX document in it", () => {
  const { names, inventory, find } = read('github-sbom', 'sbom.json')
  expect(names).toEqual(['express@4.17.1', 'qs@6.7.0'])
  expect(inventory.formats).toEqual(['SPDX 2.3'])
  expect(find('express').isDirect).toBe(true)
})

describe('an attestation', () => {
  test.each([
    ['statement.json', ['CycloneDX 1.5']],
    ['envelope.json', ['SPDX 2.3']],
    ['bundle.sigstore.json', ['CycloneDX 1.5']],
  ])('contains an SBOM, whose signature is not verified: %s', (file, formats) => {
    const { names, inventory, codes } = read('attestation', file)
    expect(names).toEqual(['express@4.17.1', 'qs@6.7.0'])
    expect(inventory.formats).toEqual(formats)
    expect(codes).toEqual(['signature-unverified'])
  })

  test('several of them are one inventory; those without an SBOM are left out', () => {
    const { names, inventory, codes } = read('attestation', 'several.intoto.jsonl')
    expect(names).toEqual(['express@4.17.1', 'qs@6.7.0'])
    expect(inventory.formats).toEqual(['CycloneDX 1.5', 'SPDX 2.3'])
    expect(codes).toEqual(['statement-other', 'signature-unverified'])
  })

  test('without an SBOM is refused', () => {
    const statement = { _type: 'https://in-toto.io/Statement/v1', predicateType: 'x', predicate: {} }
    const { inventory, issues } = readDocument({ path: 'a', bytes: bytesOf(statement) })
    expect(inventory).toBeNull()
    expect(issues!.map(({ code }) => code)).toEqual(['statement-other', 'document-unknown'])
  })

  test('with a broken payload is refused', () => {
    const envelope = { payloadType: 'application/vnd.in-toto+json', payload: '%%%', signatures: [] }
    expect(readDocument({ path: 'a', bytes: bytesOf(envelope) }).inventory).toBeNull()
  })
})

describe('CycloneDX as protocol buffers', () => {
  test('has the same members as JSON', () => {
    const { inventory, find, neededBy, codes } = read('cyclonedx-protobuf', '1.6.cdx')
    expect(inventory.formats).toEqual(['CycloneDX 1.6'])
    expect(inventory.root).toMatchObject({ name: 'app', version: '1.0' })
    expect(find('express')).toMatchObject({
      purl: 'pkg:npm/express@4.17.1',
      isDirect: true,
      licenses: [{ kind: 'id', value: 'MIT' }],
      hashes: [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }],
      evidence: {
        identity: [{ field: 'purl', confidence: 0.9, methods: [{ technique: 'manifest-analysis' }] }],
        occurrences: [{ location: 'app/package.json', line: 7 }],
      },
    })
    expect(neededBy('qs')).toEqual(['express'])
    expect(find('mocha').scope).toBe('test')
    expect(find('fsevents').isOptional).toBe(true)
    expect(codes).toEqual([])
  })

  test('that ends too early is refused', () => {
    const { bytes } = fixtureFiles('cyclonedx-protobuf')[0]!
    const { inventory, issues } = readDocument({ path: 'a.cdx', bytes: bytes.subarray(0, 100) })
    expect(inventory).toBeNull()
    expect(issues![0]!.message).toContain('ends too early')
  })
})

describe('reports of scanners for vulnerabilities', () => {
  test.each([
    [
      'osv-scanner-json',
      'vulnerable.json',
      true,
      ['qs@6.7.0', 'org.apache.logging.log4j:log4j-core@2.14.1', 'openssl@3.0.11-1~deb12u2'],
    ],
    ['osv-scanner-json', 'all.json', false, ['github.com/gin-gonic/gin@1.6.0', 'golang.org/x/sys@0.1.0']],
    ['snyk-json', 'one.json', true, ['lodash@4.17.15', 'minimist@0.0.8']],
    ['snyk-json', 'several.json', true, ['org.yaml:snakeyaml@1.26']],
    ['npm-audit-json', '6.json', true, ['lodash@4.17.15']],
    ['npm-audit-json', '7.json', true, ['lodash@', '@acme/form@']],
    ['pip-audit-json', '1.json', false, ['flask@0.5']],
    ['pip-audit-json', '2.json', false, ['flask@0.5', 'jinja2@3.1.4', 'acme-internal@']],
    [
      'dependency-check-json',
      '12.json',
      false,
      ['org.apache.logging.log4j:log4j-core@2.14.1', 'org.slf4j:slf4j-api@1.7.30'],
    ],
    [
      'dependency-check-xml',
      '8.xml',
      false,
      ['org.apache.logging.log4j:log4j-core@2.14.1', 'org.slf4j:slf4j-api@1.7.30'],
    ],
    ['fpf-json', '4.json', true, ['org.apache.logging.log4j:log4j-core@2.14.1']],
    ['gitlab-report', '15.json', false, ['lodash@4.17.15', '@babel/core@7.24.0', 'rack@2.2.3']],
    ['gitlab-dependency-list', 'list.json', false, ['rack@2.2.3', 'lodash@4.17.21']],
    ['sarif-packages', 'grype.sarif', true, ['qs@6.7.0']],
    ['sarif-packages', 'osv-scanner.sarif', true, ['org.apache.logging.log4j:log4j-core@2.14.1']],
    ['sarif-packages', 'snyk.sarif', true, ['@babel/traverse@7.22.0']],
    ['sarif-packages', 'trivy.sarif', true, ['@babel/traverse@7.22.0']],
    [
      'generic-findings-json',
      'findings.json',
      true,
      ['org.apache.logging.log4j:log4j-core@2.14.1', 'lodash@4.17.15', 'qs@6.7.0'],
    ],
  ])(
    '%s %s has packages; those of vulnerabilities alone are no complete list: %s',
    (...[reader, file, isPartial, expected]) => {
      const { names, codes, inventory } = read(reader, file)
      expect(names).toEqual(expected)
      expect(codes).toContain('vulnerabilities-listed')
      expect(inventory.issues.some(({ code, isUnread }) => code === 'packages-partial' && isUnread)).toBe(
        isPartial,
      )
      expect(inventory.documents![0]!.isPartial === true).toBe(isPartial)
    },
  )

  test('say of a package where it was found, whether it is direct, and the release of its distribution', () => {
    const { find } = read('osv-scanner-json', 'vulnerable.json')
    expect(find('openssl')).toMatchObject({ ecosystem: 'debian', release: '12' })
    expect(find('qs')).toMatchObject({ scope: 'test', locations: ['upload', 'web/package-lock.json'] })
    expect(['lodash', 'minimist'].map((name) => read('snyk-json', 'one.json').find(name).isDirect)).toEqual([
      false,
      true,
    ])
  })

  test('without an ecosystem leave packages unmatched', () => {
    const { find } = read('generic-findings-json', 'findings.json')
    expect([find('lodash').ecosystem, find('qs').ecosystem]).toEqual([null, 'npm'])
  })

  test('that are mitigated are no components, but named', () => {
    const finding = (version: string, mitigated: boolean) => ({
      title: 'x',
      severity: 'High',
      description: 'x',
      component_name: `pkg:npm/qs@${version}`,
      component_version: version,
      is_mitigated: mitigated,
    })
    const json = { name: 'Acme', findings: [finding('6.7.0', true), finding('6.9.0', false)] }
    const bytes = new TextEncoder().encode(JSON.stringify(json))
    const { inventory } = readDocument({ path: 'findings.json', bytes })
    expect(inventory!.components.map(({ version }) => version)).toEqual(['6.9.0'])
    expect(inventory!.documents).toMatchObject([{ mitigated: ['pkg:npm/qs@6.7.0'] }])
  })
})

test.each([
  ['pip-audit', { dependencies: [], fixes: [] }],
  ['npm audit', { auditReportVersion: 2, vulnerabilities: {}, metadata: {} }],
  ['Snyk', { ok: true, vulnerabilities: [], packageManager: 'npm' }],
  ['OSV-Scanner', { results: [], experimental_config: {} }],
  ['generic findings', { name: 'Acme Scan', findings: [] }],
  ['SARIF', { version: '2.1.0', runs: [{ tool: { driver: { name: 'Grype' } }, results: [] }] }],
])('a report of %s that found nothing is read, and has no packages', (_, report) => {
  const { inventory } = readDocument({ path: 'upload', bytes: bytesOf(report) })
  expect(inventory?.components).toEqual([])
})
