import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const rangeTypes: Record<string, 'SEMVER' | 'ECOSYSTEM'> = {
  npm: 'SEMVER',
  PyPI: 'ECOSYSTEM',
  Maven: 'ECOSYSTEM',
  Go: 'SEMVER',
  Packagist: 'ECOSYSTEM',
  RubyGems: 'ECOSYSTEM',
  'crates.io': 'SEMVER',
  NuGet: 'ECOSYSTEM',
}
// A base vector, all eight metrics in the order of the specification: https://www.first.org/cvss/v3.1/specification-document
const cvssVector = /^CVSS:3\.[01]\/AV:[NALP]\/AC:[LH]\/PR:[NLH]\/UI:[NR]\/S:[UC]\/C:[HLN]\/I:[HLN]\/A:[HLN]$/
const instant = z.iso.datetime().refine((text) => Date.parse(text) <= Date.now(), 'lies in the future')
const Event = z.union([
  z.strictObject({ introduced: z.string().min(1) }),
  z.strictObject({ fixed: z.string().min(1) }),
])
const Advisory = z.strictObject({
  schema_version: z.literal('1.7.0'),
  id: z.string().regex(/^ASY-\d{4}-\d{4,}$/),
  aliases: z.array(z.string().regex(/^(CVE-\d{4}-\d{4,}|GHSA(-[23456789cfghjmpqrvwx]{4}){3})$/)).min(1),
  published: instant,
  modified: instant,
  summary: z.string().min(20).max(159),
  details: z.string().min(60),
  severity: z.tuple([z.strictObject({ type: z.literal('CVSS_V3'), score: z.string().regex(cvssVector) })]),
  affected: z
    .array(
      z.strictObject({
        package: z.strictObject({ ecosystem: z.enum(Object.keys(rangeTypes)), name: z.string().min(1) }),
        ranges: z.tuple([
          z.strictObject({ type: z.enum(['SEMVER', 'ECOSYSTEM']), events: z.array(Event).min(1) }),
        ]),
      }),
    )
    .min(1),
  references: z.array(z.strictObject({ type: z.enum(['ADVISORY', 'FIX', 'WEB']), url: z.url() })).min(1),
  database_specific: z.strictObject({ cwe_ids: z.array(z.string().regex(/^CWE-\d+$/)) }),
})
type Advisory = z.infer<typeof Advisory>

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const documents = files.flatMap((file): { file: string; document: unknown }[] => {
  const list: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  return z
    .array(z.unknown())
    .parse(list)
    .map((document) => ({ file, document }))
})
const advisories = documents.map(({ document }) => Advisory.parse(document))

describe('the starter set', () => {
  test('contains one file per ecosystem and at least 95 advisories', () => {
    expect(files.toSorted()).toEqual(
      Object.keys(rangeTypes)
        .map((name) => `${name.toLowerCase()}.json`)
        .toSorted(),
    )
    expect(advisories.length).toBeGreaterThanOrEqual(95)
  })

  test('contains each advisory once', () => {
    expect(new Set(advisories.map(({ id }) => id)).size).toBe(advisories.length)
    const aliases = advisories.flatMap((advisory) => advisory.aliases)
    expect(new Set(aliases).size).toBe(aliases.length)
  })

  test('has one advisory per line, ordered by id', () => {
    for (const file of files) {
      const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n').slice(1, -1)
      const ids = lines.map((line) => Advisory.parse(JSON.parse(line.replace(/,$/, ''))).id)
      expect(ids, file).toEqual(ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
    }
  })

  test.each(documents.map(({ file }, index) => ({ file, advisory: advisories[index] as Advisory })))(
    '$advisory.id is consistent and in the right file',
    ({ file, advisory }) => {
      expect(advisory.aliases[0]).toBe(advisory.id.replace('ASY', 'CVE'))
      expect(advisory.references[0]).toEqual({
        type: 'ADVISORY',
        url: `https://nvd.nist.gov/vuln/detail/${advisory.aliases[0]}`,
      })
      expect(Date.parse(advisory.published)).toBeLessThanOrEqual(Date.parse(advisory.modified))
      expect(new Date(advisory.published).toISOString().slice(0, 10)).toBe(advisory.published.slice(0, 10))
      for (const { package: named, ranges } of advisory.affected) {
        expect(`${named.ecosystem.toLowerCase()}.json`).toBe(file)
        expect(ranges[0].type).toBe(rangeTypes[named.ecosystem])
        const kinds = ranges[0].events.map((event) => ('introduced' in event ? 'introduced' : 'fixed'))
        expect(kinds).toEqual(kinds.map((_, position) => (position % 2 === 0 ? 'introduced' : 'fixed')))
      }
      const packages = advisory.affected.map((one) => one.package.name)
      expect(new Set(packages).size).toBe(packages.length)
    },
  )
})
