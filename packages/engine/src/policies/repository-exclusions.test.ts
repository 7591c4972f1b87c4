import { describe, expect, it } from 'vitest'
import { readDocuments } from '../documents/read.ts'
import { maxRepositoryExclusions, readRepositoryExclusions } from './repository-exclusions.ts'

const encode = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const read = (value: unknown) => readRepositoryExclusions({ path: '.meterian', bytes: encode(value) })

const uuid = '5f0c9b4e-3f0a-4f3e-9d0e-0a1b2c3d4e5f'
const file = {
  exclusions: {
    security: {
      advices: [{ uuid: uuid.toUpperCase(), reason: 'mitigated', description: 'behind the proxy' }],
      cves: [{ cve: 'cve-2020-8203', reason: 'unapplicable', description: '' }],
      libraries: [{ library: { language: 'nodejs', name: '@babel/*' }, version: '*', description: 'build' }],
    },
    stability: { libraries: [{ library: { language: 'java', name: 'org.slf4j:slf4j-api' } }] },
    licensing: { libraries: [{ library: { language: 'python', name: 'x' }, version: '1.0' }] },
  },
}

describe('a .meterian file', () => {
  it('is read with exclusions of all kinds, reasons and descriptions', () => {
    const { exclusions, issues } = read(file)
    expect(issues).toEqual([])
    expect(exclusions.map(({ domain, target, repository }) => [domain, target, repository.reason])).toEqual([
      ['security', { kind: 'advisory', uuid }, 'mitigated'],
      ['security', { kind: 'cve', cve: 'CVE-2020-8203' }, 'unapplicable'],
      ['security', { kind: 'library', ecosystem: 'npm', name: '@babel/*', version: '*' }, 'mitigated'],
      [
        'stability',
        { kind: 'library', ecosystem: 'maven', name: 'org.slf4j:slf4j-api', version: '*' },
        'mitigated',
      ],
      ['licensing', { kind: 'library', ecosystem: 'pypi', name: 'x', version: '1.0' }, 'mitigated'],
    ])
    expect(exclusions[0]?.repository).toEqual({
      path: '.meterian',
      reason: 'mitigated',
      description: 'behind the proxy',
    })
  })

  it('results in stable, distinct UUIDs', () => {
    const uuids = read(file).exclusions.map((each) => each.uuid)
    expect(read(file).exclusions.map((each) => each.uuid)).toEqual(uuids)
    expect(new Set(uuids).size).toBe(5)
    for (const each of uuids)
      expect(each).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it.each<[string, unknown]>([
    ['is not JSON', '{"exclusions":'],
    ['is empty', ''],
    ['is another document', { dependencies: {} }],
    ['is a list', [1, 2]],
    ['is too large', ' '.repeat(1024 * 1024 + 1)],
    ['is nested deeply', '['.repeat(100_000)],
  ])('that %s is reported', (_, content) => {
    const { exclusions, issues } = read(content)
    expect(exclusions).toEqual([])
    expect(issues.length).toBeGreaterThan(0)
  })

  it('is read without invalid entries, which are reported with their location', () => {
    const { exclusions, issues } = read({
      exclusions: {
        security: {
          advices: [{ uuid: 'x' }, null, { uuid }],
          cves: [{ cve: 'CVE-1' }, 7],
          libraries: [
            { library: { language: 'cobol', name: 'a' } },
            { library: { language: 'nodejs' } },
            { library: { language: '__proto__', name: '__proto__' } },
          ],
        },
        stability: { cves: [{ cve: 'CVE-2020-8203' }], libraries: 'all' },
        __proto__: { libraries: [] },
      },
    })
    expect(exclusions).toHaveLength(1)
    expect(issues.map(({ where }) => where)).toEqual([
      '.meterian#/exclusions/security/advices/0',
      '.meterian#/exclusions/security/advices/1',
      '.meterian#/exclusions/security/cves/0',
      '.meterian#/exclusions/security/cves/1',
      '.meterian#/exclusions/security/libraries/0',
      '.meterian#/exclusions/security/libraries/1',
      '.meterian#/exclusions/security/libraries/2',
    ])
  })

  it('excludes each target once: the first entry applies, others are reported', () => {
    const cves = [
      { cve: 'CVE-2020-8203', description: 'first' },
      { cve: 'cve-2020-8203', description: 'second' },
    ]
    const { exclusions, issues } = read({ exclusions: { security: { cves } } })
    expect(exclusions.map(({ repository }) => repository.description)).toEqual(['first'])
    expect(issues).toMatchObject([
      { code: 'exclusion-repeated', where: '.meterian#/exclusions/security/cves/1' },
    ])
  })

  it('has a maximum number of exclusions', () => {
    const cves = Array.from({ length: maxRepositoryExclusions + 10 }, (_, at) => ({
      cve: `CVE-2020-${10_000 + at}`,
    }))
    const { exclusions, issues } = read({ exclusions: { security: { cves } } })
    expect(exclusions).toHaveLength(maxRepositoryExclusions)
    expect(issues).toMatchObject([{ code: 'exclusions-too-many' }])
  })
})

describe('a .meterian file next to an inventory', () => {
  const requirements = { path: 'requirements.txt', bytes: encode('requests==2.31.0\n') }

  it('adds exclusions, and is not listed as a file', () => {
    const { inventory, issues } = readDocuments([requirements, { path: '.meterian', bytes: encode(file) }])
    expect(inventory).toMatchObject({ files: ['requirements.txt'], components: [{ name: 'requests' }] })
    expect(inventory.exclusions).toHaveLength(5)
    expect(issues).toMatchObject([{ code: 'transitive-unlisted' }])
  })

  it('does not make the scan incomplete if it is invalid', () => {
    const { inventory, issues } = readDocuments([requirements, { path: 'a/.meterian', bytes: encode('{') }])
    expect(inventory.components).toHaveLength(1)
    expect(inventory.issues).toMatchObject([{ code: 'json-invalid', where: 'a/.meterian' }])
    expect(inventory.issues[0]?.isUnread).toBeUndefined()
    expect(issues).toMatchObject([{ code: 'transitive-unlisted' }])
  })

  it('is not an inventory on its own', () => {
    expect(readDocuments([{ path: '.meterian', bytes: encode(file) }]).inventory.formats).toEqual([])
  })
})
