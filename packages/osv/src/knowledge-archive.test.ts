import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArchiveError, type ArchiveLine, readArchiveLine, writeArchiveLine } from './knowledge-archive.ts'

const lines: ArchiveLine[] = [
  {
    assay: 'knowledge',
    version: 1,
    exportedAt: 5,
    databases: [{ ecosystem: 'npm', source: 'a mirror', checkedAt: 4 }],
  },
  { assay: 'withdrawn', ids: ['GHSA-1'] },
  { assay: 'known-exploited', cves: ['CVE-2020-0001'] },
  {
    assay: 'eu-known-exploited',
    cves: ['CVE-2020-0001', 'CVE-2020-0002'],
    euvdIds: [['CVE-2020-0001', 'EUVD-2020-1']],
  },
  { assay: 'epss', probabilities: [['CVE-2020-0001', 0.5]] },
  {
    assay: 'support-ends',
    products: [
      {
        title: 'Django',
        packages: [{ ecosystem: 'pypi', name: 'django' }],
        cycles: [{ cycle: '4.2', endsAt: 'ended' }],
      },
    ],
  },
  {
    assay: 'releases',
    packages: [
      {
        ecosystem: 'npm',
        name: 'lodash',
        source: 'deps.dev',
        checkedAt: 3,
        releases: [{ version: '4.17.21', publishedAt: 1, licenses: ['MIT'] }],
      },
    ],
  },
  { assay: 'end', lines: 6 },
]

describe('a line of an archive', () => {
  it.each(lines)('$assay is read as it was written', (line) => {
    expect(readArchiveLine(writeArchiveLine(line))).toEqual(line)
  })

  it('is an OSV document without the marker', () => {
    expect(readArchiveLine('{"id":"GHSA-1","assay":"end"}')).toBeNull()
  })

  it.each([
    '{"assay":"knowledge","version":2,"exportedAt":1,"databases":[]}',
    '{"assay":"knowledge","version":1,"exportedAt":"today","databases":[]}',
    '{"assay":"knowledge","version":1,"exportedAt":1,"databases":[{"ecosystem":"cobol","source":"","checkedAt":1}]}',
    '{"assay":"knowledge","version":1,"exportedAt":1,"databases":[{"ecosystem":"npm","source":"","checkedAt":9e99}]}',
    '{"assay":"withdrawn","ids":[7]}',
    '{"assay":"eu-known-exploited","cves":["EUVD-2020-1"],"euvdIds":[]}',
    '{"assay":"eu-known-exploited","cves":[],"euvdIds":[["CVE-2020-0001","x"]]}',
    '{"assay":"eu-known-exploited","cves":[]}',
    '{"assay":"epss","probabilities":[["CVE-2020-0001",2]]}',
    '{"assay":"releases","packages":[{"ecosystem":"npm","name":"","source":"","checkedAt":1,"releases":[]}]}',
    '{"assay":"releases","packages":[{"ecosystem":"npm","name":"a","source":"","checkedAt":1,"pageUrl":"javascript:1","releases":[]}]}',
    '{"assay":"__proto__"}',
    '{"assay":"end"',
  ])('is rejected: %s', (text) => {
    expect(() => readArchiveLine(text)).toThrow(ArchiveError)
  })

  it('throws no other error, whatever it contains', () => {
    fc.assert(
      fc.property(fc.constantFrom(...lines), fc.string(), fc.jsonValue(), ({ assay }, key, value) => {
        const text = `{"assay":${JSON.stringify(assay)},${JSON.stringify(key)}:${JSON.stringify(value)}}`
        try {
          readArchiveLine(text)
        } catch (error) {
          expect(error).toBeInstanceOf(ArchiveError)
        }
      }),
    )
  })
})
