import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { gzipSync } from 'node:zlib'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeFeed, type FeedEntry } from './decode-feed.ts'
import { readSource } from './read-source.ts'

const folder = temporaryFolder()

const describeEntry = (entry: FeedEntry): string => {
  if (entry.kind === 'advisory') return entry.record.id
  if (entry.kind === 'eol-dates') return entry.products.map(({ title }) => title).join()
  if (entry.kind === 'unreadable') return entry.issues.map(({ code, where }) => `${code} ${where}`).join()
  return entry.signals.list
}

async function decode(content: string | Uint8Array): Promise<string[]> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const entries = (await Array.fromAsync(readSource(path, 'file'))).map(decodeFeed)
  return entries.map((entry) => `${entry.kind}: ${describeEntry(entry)}`)
}

const catalog = { catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2099-1001' }] }
const euList = [
  { cveID: 'CVE-2099-1001', euvdID: 'EUVD-2099-1' },
  { cveID: null, euvdID: 'EUVD-2099-2' },
]
const product = { title: 'Express', identifiers: [{ purl: 'pkg:npm/express' }], releases: [] }

test.each<[string, string | Uint8Array, string[]]>([
  ['an OSV document', '{"id":"GHSA-1"}', ['advisory: GHSA-1']],
  ['OSV documents as JSON lines in gzip', gzipSync('{"id":"A"}\n{"id":"B"}'), ['advisory: A', 'advisory: B']],
  ["CISA's catalog", JSON.stringify(catalog, null, 2), ['exploit-signals: known-exploited']],
  ["the EU's list, as a whole", JSON.stringify(euList, null, 2), ['exploit-signals: eu-known-exploited']],
  [
    "the EU's list on one line, in gzip",
    gzipSync(JSON.stringify(euList)),
    ['exploit-signals: eu-known-exploited'],
  ],
  ['EPSS', '#model_version:v1\ncve,epss,percentile\nCVE-2099-1001,0.25,0.9\n', ['exploit-signals: epss']],
  ['products with end-of-life dates', JSON.stringify([product]), ['eol-dates: Express']],
  [
    'anything else, line by line',
    '{"id":"A"}\n{"id":\n[]\n{"id":""}',
    [
      'advisory: A',
      'unreadable: json-invalid file:2',
      'unreadable: document-invalid file:3',
      'unreadable: id-missing file:4',
    ],
  ],
])('decodes %s', async (_, content, entries) => {
  expect(await decode(content)).toEqual(entries)
})

test('reports what it omits from a valid document', () => {
  const entry = decodeFeed({ text: '{"id":"A","withdrawn":"yesterday"}', where: 'a.json' })
  expect(entry).toMatchObject({ kind: 'advisory', issues: [{ code: 'withdrawn-invalid' }] })
})
