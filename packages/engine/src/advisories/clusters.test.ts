import { describe, expect, test } from 'vitest'
import type { AdvisoryRecord } from './advisory.ts'
import { clusterEntries, clusterFacts, clusterRecords } from './clusters.ts'
import type { KnownCluster } from './clusters.ts'
import { readOsvRecord } from './osv.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function record(id: string, aliases: string[] = [], more: Partial<AdvisoryRecord> = {}): AdvisoryRecord {
  return { ...readOsvRecord({ id, aliases }, id).record!, ...more }
}

/** A record for a package of Debian. */
function distributed(id: string, document: object = {}, ecosystem = 'Debian:12'): AdvisoryRecord {
  const affected = [{ package: { ecosystem, name: 'a' }, versions: ['1'] }]
  return readOsvRecord({ id, affected, ...document }, id).record!
}

function cluster(records: AdvisoryRecord[], known: Record<string, KnownCluster> = {}) {
  return clusterRecords(records, new Map(Object.entries(known)))
}

describe('clusterRecords', () => {
  test('joins records through a chain of aliases, in any order', () => {
    const chain = [
      record('GHSA-1', ['CVE-2020-0001']),
      record('PYSEC-1', ['GHSA-1']),
      record('GO-1', ['CVE-2020-0001']),
      record('GHSA-2'),
    ]
    const forward = cluster(chain)
    expect(new Set(forward.uuidByRecord.values()).size).toBe(2)
    expect(forward.uuidByRecord.get('GO-1')).toBe(forward.uuidByRecord.get('PYSEC-1'))
    expect(forward.created).toHaveLength(2)
    expect(forward.created[0]).toMatch(UUID)
    const backward = cluster(chain.toReversed())
    expect(backward.uuidByRecord.get('GO-1')).toBe(forward.uuidByRecord.get('GO-1'))
    expect(backward.uuidByRecord.get('GHSA-2')).toBe(forward.uuidByRecord.get('GHSA-2'))
  })

  test('derives the UUID from the oldest CVE', () => {
    expect(cluster([record('GHSA-1', ['CVE-2020-10000', 'CVE-2020-9999'])]).created).toEqual(
      cluster([record('CVE-2020-9999')]).created,
    )
    expect(cluster([record('CVE-2021-44228')]).created).toEqual(['cc81f510-e0a4-5193-beb4-a0ad42525feb'])
  })

  test('keeps the UUID of a known cluster and adds new records to it', () => {
    const known = { 'CVE-2020-0001': { uuid: 'old', sequence: 1 } }
    const { created, joined, uuidByAlias } = cluster([record('GHSA-1', ['CVE-2020-0001'])], known)
    expect({ created, joined }).toEqual({ created: [], joined: [] })
    expect(Object.fromEntries(uuidByAlias)).toEqual({ 'CVE-2020-0001': 'old', 'GHSA-1': 'old' })
  })

  test('redirects the younger of two joined clusters to the older', () => {
    const known = {
      'CVE-2020-0001': { uuid: 'younger', sequence: 2 },
      'GHSA-1': { uuid: 'older', sequence: 1 },
      'GHSA-9': { uuid: 'other', sequence: 0 },
    }
    const { joined, created, uuidByRecord } = cluster([record('GHSA-1', ['CVE-2020-0001'])], known)
    expect({ joined, created }).toEqual({ joined: [{ from: 'younger', to: 'older' }], created: [] })
    expect(uuidByRecord.get('GHSA-1')).toBe('older')
  })

  test('keeps two records of a known cluster together', () => {
    const known = { 'GHSA-1': { uuid: 'old', sequence: 1 }, 'PYSEC-1': { uuid: 'old', sequence: 1 } }
    const { uuidByRecord } = cluster([record('GHSA-1'), record('PYSEC-1')], known)
    expect([...uuidByRecord.values()]).toEqual(['old', 'old'])
  })

  describe('of distributions', () => {
    const clusterOf = (
      documents: [id: string, document: object][],
      known: Record<string, KnownCluster> = {},
    ) => {
      const { uuidByRecord } = cluster(
        [record('CVE-2020-0001'), record('GHSA-2', ['CVE-2020-0002'])].concat(
          documents.map(([id, document]) => distributed(id, document)),
        ),
        known,
      )
      const names = new Map([...uuidByRecord].toReversed().map(([id, uuid]) => [uuid, id]))
      return documents.map(([id]) => names.get(uuidByRecord.get(id)!))
    }

    test.for<[string, object, string]>([
      ['DEBIAN-CVE-2020-0001', {}, 'CVE-2020-0001'],
      ['DSA-1', { upstream: ['CVE-2020-0001'] }, 'CVE-2020-0001'],
      ['DSA-2', { aliases: ['CVE-2020-0002'] }, 'GHSA-2'],
      ['USN-1', { upstream: ['UBUNTU-CVE-2020-0002'] }, 'GHSA-2'],
      ['USN-2', { upstream: ['CVE-2020-0002', 'UBUNTU-CVE-2020-0002'] }, 'GHSA-2'],
      ['ALSA-1', { related: ['CVE-2020-0001', 'RHSA-1'] }, 'CVE-2020-0001'],
      ['CGA-1', { upstream: ['GHSA-2'] }, 'GHSA-2'],
      ['DSA-3', { upstream: ['CVE-2020-0001', 'CVE-2020-0002'] }, 'DSA-3'],
      ['DSA-4', { aliases: ['CVE-2020-0001', 'CVE-2020-0002'] }, 'DSA-4'],
      ['ALSA-2', { related: ['CVE-2020-0001', 'CVE-2020-0002'] }, 'ALSA-2'],
      ['ALSA-3', { upstream: ['CVE-2020-0001'], related: ['CVE-2020-0002'] }, 'CVE-2020-0001'],
    ])('%s with %j is of the cluster of %s', ([id, document, expected]) => {
      expect(clusterOf([[id, document]])).toEqual([expected])
    })

    test('what is related to the record of another ecosystem is another vulnerability', () => {
      const related = readOsvRecord({ id: 'GHSA-3', related: ['CVE-2020-0001'] }, '').record!
      const { uuidByRecord } = cluster([record('CVE-2020-0001'), related])
      expect(new Set(uuidByRecord.values()).size).toBe(2)
    })

    test('a record that names a second CVE later becomes a cluster of its own again', () => {
      const known = {
        'CVE-2020-0001': { uuid: 'known', sequence: 1 },
        'DSA-5': { uuid: 'known', sequence: 1 },
      }
      const grown = distributed('DSA-5', { upstream: ['CVE-2020-0001', 'CVE-2020-0003'] })
      const { uuidByRecord, created } = cluster([grown], known)
      expect(created).toEqual([uuidByRecord.get('DSA-5')])
      const own = { ...known, 'DSA-5': { uuid: 'own', sequence: 2 } }
      expect(cluster([grown], own).uuidByRecord.get('DSA-5')).toBe('own')
    })
  })

  test('does not reuse the UUID of another cluster', () => {
    const [uuid = ''] = cluster([record('GHSA-1')]).created
    const { created } = cluster([record('GHSA-1'), record('GHSA-2')], { 'GHSA-2': { uuid, sequence: 1 } })
    expect(created).toHaveLength(1)
    expect(created[0]).toMatch(UUID)
    expect(created[0]).not.toBe(uuid)
  })

  test('joins a chain of 100,000 records without a stack overflow', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => ({
      id: `X-${at}`,
      aliases: [`X-${at + 1}`],
      upstream: [],
      cves: [],
      affected: [],
    }))
    expect(clusterRecords(chain, new Map()).created).toHaveLength(1)
  })
})

describe('the facts of a cluster', () => {
  const v31 = { score: 5, vector: '3', version: '3.1' as const }
  const v40 = { score: 9.3, vector: '4', version: '4.0' as const }

  test('have the score of the newest CVSS version, the most common CVE and the earliest date', () => {
    const facts = clusterFacts('u', [
      record('GHSA-1', ['CVE-2020-0002'], { cvss: v31, publishedAt: 2000 }),
      record('PYSEC-1', ['CVE-2020-0002', 'CVE-2019-0001'], { cvss: v40, publishedAt: 1000 }),
      record('GO-1', [], { severity: 'low' }),
    ])
    expect(facts).toEqual({
      advisoryUuid: 'u',
      cve: 'CVE-2020-0002',
      cves: ['CVE-2020-0002', 'CVE-2019-0001'],
      publicId: 'CVE-2019-0001',
      severity: 'critical',
      cvss: 9.3,
      publishedAt: 1000,
      category: 'vulnerability',
      knownExploited: false,
      epss: null,
    })
  })

  test('have the CVE that a distribution names as upstream, unless it names several', () => {
    const cvesOf = (upstream: string[]) => {
      const facts = clusterFacts('u', [distributed('USN-1', { upstream })])
      return [facts?.cve, ...facts!.cves]
    }
    expect(cvesOf(['CVE-2020-0001', 'UBUNTU-CVE-2020-0001', 'UBUNTU-2'])).toEqual([
      'CVE-2020-0001',
      'CVE-2020-0001',
    ])
    expect(cvesOf(['CVE-2020-10000', 'UBUNTU-CVE-2020-9999'])).toEqual([
      null,
      'CVE-2020-9999',
      'CVE-2020-10000',
    ])
    expect(cvesOf([])).toEqual([null])
  })

  test('have the highest severity if there is no score, and the oldest of equally common CVEs', () => {
    const facts = clusterFacts('u', [
      record('A', ['CVE-2020-10000', 'CVE-2020-9999'], { severity: 'low' }),
      record('B', [], { severity: 'high' }),
    ])
    expect(facts).toMatchObject({ severity: 'high', cvss: null, cve: 'CVE-2020-9999', publishedAt: null })
  })

  test('are those of the ecosystem itself, before copies for packages built from it', () => {
    const high = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }
    const low = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N' }
    const of = (id: string, ecosystem: string, severity: object[]) =>
      distributed(id, { severity, aliases: ['CVE-2020-0001'] }, ecosystem)
    const scores = (records: AdvisoryRecord[]) =>
      ([undefined, 'pypi', 'bitnami', 'debian'] as const).map((id) => clusterFacts('u', records, id)?.cvss)
    const copies = [of('BIT-1', 'Bitnami', [high]), of('DSA-1', 'Debian:12', [])]
    expect(scores([...copies, of('PYSEC-1', 'PyPI', [low])])).toEqual([1.8, 1.8, 9.8, 9.8])
    // Without a score of its own, that of another record counts.
    expect(scores([...copies, of('PYSEC-1', 'PyPI', [])])).toEqual([9.8, 9.8, 9.8, 9.8])
  })

  test('ignore withdrawn records, and are null if all are withdrawn', () => {
    const withdrawn = record('GHSA-1', ['CVE-2020-0001'], { withdrawnAt: 1, cvss: v40, publishedAt: 1 })
    const facts = clusterFacts('u', [withdrawn, record('MAL-1', [], { publishedAt: 5 })])
    expect(facts).toMatchObject({ cve: null, cvss: null, publishedAt: 5, category: 'malware' })
    expect(clusterFacts('u', [withdrawn])).toBeNull()
    expect(clusterEntries('u', [withdrawn])).toEqual([])
  })

  test('have the category malware only if every record has it', () => {
    expect(clusterFacts('u', [record('MAL-1'), record('GHSA-1')])?.category).toBe('vulnerability')
  })

  test('are indexed once for each package of each valid record', () => {
    const affected = ['a', 'b'].map((name) => ({
      ecosystem: 'npm' as const,
      name,
      suffix: '',
      ranges: [],
      versions: ['1'],
    }))
    const entries = clusterEntries('u', [
      record('A', [], { affected }),
      record('B', [], { affected, withdrawnAt: 1 }),
    ])
    expect(entries.map(({ recordId, affected: { name } }) => [recordId, name])).toEqual([
      ['A', 'a'],
      ['A', 'b'],
    ])
  })
})
