import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { allWait } from '#testing/while-locked.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { lockIndexes } from '#knowledge/advisories/indexes/index-store.ts'
import { ingest } from './ingest.ts'
import { claimChangedPackages } from '#knowledge/advisories/clusters/package-store.ts'

const affected = (ecosystem: string, name: string) => ({
  package: { ecosystem, name },
  ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2' }] }],
})

const record = (id: string, more: object) => ({
  where: id,
  text: JSON.stringify({ id, modified: '2026-01-01T00:00:00Z', ...more }),
})

const high = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
const medium = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N'
const rated = (score: string) => [{ type: 'CVSS_V3', score }]

/** Joined by aliases to each other and across the list, rated by one only, withdrawn, and of several CVEs. */
const records = [
  record('GHSA-2222-2222-2222', {
    severity: rated(high),
    affected: [affected('npm', 'a')],
    aliases: ['CVE-2026-1001'],
  }),
  record('PYSEC-2026-1', {
    severity: rated(medium),
    affected: [affected('PyPI', 'a')],
    upstream: ['CVE-2026-1001'],
  }),
  record('GHSA-3333-3333-3333', { affected: [affected('npm', 'b')] }),
  record('MAL-2026-7', { affected: [affected('npm', 'c')], withdrawn: '2026-01-02T00:00:00Z' }),
  record('DSA-1-1', { affected: [affected('Debian:12', 'a')], upstream: ['CVE-2026-1001', 'CVE-2026-1002'] }),
  record('CVE-2026-1002', {
    severity: rated(medium),
    affected: [affected('npm', 'b')],
    aliases: ['GHSA-3333-3333-3333'],
  }),
  record('GHSA-2222-2222-2222', {
    severity: rated(medium),
    affected: [affected('npm', 'a2')],
    aliases: ['CVE-2026-1001'],
  }),
]

/** What is stored, with the records of each cluster in place of its uuid. */
async function storedAfter(size: number, given = records) {
  const { db, drop } = await freshDatabase()
  try {
    for (let start = 0; start < given.length; start += size)
      await ingest(db, 'test', given.slice(start, start + size))
    const { rows } = await sql`
      select string_agg(id, ' ' order by id) as records, cve, cves, public_id, severity, cvss, category,
        (select string_agg(alias, ' ' order by alias) from advisory_alias where advisory_uuid = advisory.uuid) as aliases,
        (select string_agg(concat_ws(':', ecosystem, facts.severity, facts.cvss), ' ' order by ecosystem)
          from advisory_facts facts where advisory_uuid = advisory.uuid) as facts,
        (select string_agg(concat_ws(':', ecosystem, package_name), ' ' order by ecosystem, package_name)
          from advisory_package where record_id = any(array_agg(id))) as packages
      from advisory join advisory_record on advisory_uuid = advisory.uuid
      group by advisory.uuid order by 1`.execute(db)
    return rows
  } finally {
    await drop()
  }
}

test('records make the same advisories whether they come one by one, in batches or at once', async () => {
  const atOnce = await storedAfter(records.length)
  expect(atOnce).toMatchObject([
    { records: 'CVE-2026-1002 GHSA-3333-3333-3333', cve: 'CVE-2026-1002', severity: 'medium', facts: null },
    { records: 'DSA-1-1', cve: null, cves: ['CVE-2026-1001', 'CVE-2026-1002'] },
    {
      records: 'GHSA-2222-2222-2222 PYSEC-2026-1',
      cve: 'CVE-2026-1001',
      packages: 'npm:a2 pypi:a',
      facts: expect.stringMatching(/^npm:medium:\S+ pypi:medium:\S+$/),
    },
    { records: 'MAL-2026-7', facts: null },
  ])
  for (const size of [1, 2, 3, 5]) expect(await storedAfter(size)).toEqual(atOnce)
})

/** Few names, so that records meet through chains of aliases. */
const aliasOf = fc.integer({ min: 1, max: 30 }).map((number) => `CVE-2026-${2000 + number}`)
const archived = fc
  .array(
    fc.record({
      kind: fc.constantFrom('GHSA', 'MAL', 'PYSEC', 'DSA'),
      ecosystem: fc.constantFrom('npm', 'PyPI', 'Debian:12'),
      name: fc.constantFrom('a', 'b', 'c'),
      aliases: fc.array(aliasOf, { maxLength: 2 }),
      upstream: fc.array(aliasOf, { maxLength: 2 }),
      score: fc.constantFrom(high, medium, null),
      isWithdrawn: fc.boolean(),
    }),
    { minLength: 12, maxLength: 24 },
  )
  .map((list) =>
    list.map(({ kind, ecosystem, name, aliases, upstream, score, isWithdrawn }, at) =>
      record(`${kind}-${at}`, {
        aliases: at % 5 === 0 ? [...aliases, `GHSA-${at + 1}`] : aliases,
        upstream,
        affected: [affected(ecosystem, name)],
        ...(score !== null && { severity: rated(score) }),
        ...(isWithdrawn && { withdrawn: '2026-01-02T00:00:00Z' }),
      }),
    ),
  )

test('any archive makes the same advisories record by record as at once', async () => {
  await fc.assert(
    fc.asyncProperty(archived, async (list) => {
      expect(await storedAfter(list.length, list)).toEqual(await storedAfter(1, list))
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

test('indexes are locked before the list of changed packages, as by the rescans of another sync', async () => {
  const { db, drop } = await freshDatabase()
  const read = (name: string) => [record('GHSA-2222-2222-2222', { affected: [affected('npm', name)] })]
  await ingest(db, 'test', read('a'))
  await compileStale(db)
  const { claimed, ingesting } = await db.transaction().execute(async (tx) => {
    await lockIndexes(tx)
    const begun = ingest(db, 'test', read('b'))
    await allWait({ db }, 1)
    return { claimed: await claimChangedPackages(tx), ingesting: begun }
  })
  expect(claimed).toEqual([{ ecosystem: 'npm', name: 'a', byAdvisories: true }])
  expect(await ingesting).toMatchObject({ changed: 1 })
  await drop()
})
