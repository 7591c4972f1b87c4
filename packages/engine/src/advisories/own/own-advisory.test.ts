import { describe, expect, test } from 'vitest'
import { readOsvRecord } from '../osv.ts'
import { checkOwnAdvisory, type OwnAdvisory, readOwnAdvisory, writeOsv } from './own-advisory.ts'

const own: OwnAdvisory = {
  id: 'ACME-2026-1',
  summary: 'Tokens are written to the log',
  details: '# Impact\nWhoever reads the log can log in.',
  severity: null,
  cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  aliases: ['CVE-2026-0001'],
  cwes: ['CWE-532'],
  references: [{ type: 'FIX', url: 'https://acme.example/fix' }],
  affected: [
    {
      ecosystem: 'npm',
      package: '@acme/auth',
      release: '',
      ranges: [
        { introduced: '1.0.0', fixed: '1.2.0', lastAffected: null },
        { introduced: '2.0.0', fixed: null, lastAffected: '2.1.0' },
      ],
      versions: ['3.0.0-rc.1'],
    },
    {
      ecosystem: 'debian',
      package: 'acme-auth',
      release: '12',
      ranges: [{ introduced: '0', fixed: null, lastAffected: null }],
      versions: [],
    },
  ],
}
const published = Date.UTC(2026, 0, 2)
const times = { published, modified: Date.UTC(2026, 0, 3), withdrawn: null }

describe('the document of an advisory', () => {
  test('is read as it was written', () => {
    const document = writeOsv(own, times)
    expect(readOwnAdvisory(document)).toEqual(own)
    const { record, issues } = readOsvRecord(document, 'test')
    expect(issues).toEqual([])
    expect(record).toMatchObject({ publishedAt: published, withdrawnAt: null, severity: 'critical' })
    expect(document).toMatchObject({ schema_version: '1.7.0', severity: [{ type: 'CVSS_V3' }] })
  })

  test('has a rating in words if there is no vector', () => {
    const document = writeOsv({ ...own, cvss: null, severity: 'high' }, times)
    expect(document).not.toHaveProperty('severity')
    expect(readOsvRecord(document, 'test').record).toMatchObject({ severity: 'high', cvss: null })
    expect(readOwnAdvisory(document)).toMatchObject({ severity: 'high', cvss: null })
  })

  test('keeps what is not edited', () => {
    const earlier = {
      credits: [{ name: 'Ada' }],
      database_specific: { ticket: 'SEC-7' },
      affected: [
        {
          package: { ecosystem: 'npm', name: '@acme/auth', purl: 'pkg:npm/%40acme/auth' },
          ecosystem_specific: { imports: ['login'] },
          ranges: [{ type: 'GIT', repo: 'https://acme.example/auth', events: [{ introduced: '0' }] }],
        },
      ],
    }
    expect(writeOsv(own, times, earlier)).toMatchObject({
      credits: [{ name: 'Ada' }],
      database_specific: { ticket: 'SEC-7', cwe_ids: ['CWE-532'] },
      affected: [
        {
          package: { purl: 'pkg:npm/%40acme/auth' },
          ecosystem_specific: { imports: ['login'] },
          ranges: [{ type: 'ECOSYSTEM' }, { type: 'ECOSYSTEM' }, { type: 'GIT' }],
        },
        {},
      ],
    })
  })

  test('is withdrawn at a time, and is in force again without one', () => {
    const withdrawn = writeOsv(own, { ...times, withdrawn: Date.UTC(2026, 1) })
    expect(readOsvRecord(withdrawn, 'test').record?.withdrawnAt).toBe(Date.UTC(2026, 1))
    expect(writeOsv(own, times, withdrawn)).not.toHaveProperty('withdrawn')
  })
})

describe('an advisory that would match less than it says', () => {
  const [npm] = own.affected as [OwnAdvisory['affected'][number]]
  const range = (introduced: string, fixed: string | null, lastAffected: string | null = null) => ({
    cvss: null,
    affected: [{ ...npm, ranges: [{ introduced, fixed, lastAffected }] }],
  })

  test.each([
    ['nothing wrong', own, []],
    ['a vector that cannot be scored', { ...own, cvss: 'CVSS:3.1/AV:N' }, ['cvss']],
    [
      'no range and no version',
      { cvss: null, affected: [{ ...npm, ranges: [], versions: [] }] },
      ['affected.0'],
    ],
    ['a word as a version', range('1.0.0', 'next'), ['affected.0.ranges.0.fixed']],
    ['an end before the beginning', range('2.0.0', '1.0.0'), ['affected.0.ranges.0']],
    ['an end at the beginning', range('1.0.0', '1.0.0'), ['affected.0.ranges.0']],
    ['one affected version', range('1.0.0', null, '1.0.0'), []],
    ['two ends', range('1.0.0', '2.0.0', '1.9.0'), ['affected.0.ranges.0']],
  ])('%s', (_, advisory, paths) => {
    expect(checkOwnAdvisory(advisory).map(({ path }) => path)).toEqual(paths)
  })
})
