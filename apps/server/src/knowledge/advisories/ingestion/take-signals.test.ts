import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { readExploitSignals } from '@assay/engine/advisories/exploit-signals.ts'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { ingest } from './ingest.ts'
import { loadStarter } from './load-starter.ts'
import { listSignals } from '#knowledge/advisories/clusters/signal-store.ts'
import { listStale } from '#knowledge/advisories/indexes/index-store.ts'

const folder = temporaryFolder()
const database = forAllTests(freshDatabase)
beforeAll(async () => {
  await loadStarter(database.db)
})

const catalog = (...cves: string[]) =>
  JSON.stringify({ catalogVersion: '1', vulnerabilities: cves.map((cveID) => ({ cveID })) })
const take = (text: string) => ingest(database.db, 'test', [{ text, where: 'test' }])

/** The compiled index entry of the lodash advisory. */
async function lodashFacts() {
  await compileStale(database.db)
  const loaded = await openAdvisories({ db: database.db, folder }).load(new Set(['npm']))
  const matches = loaded.get('npm')!.match('lodash', '4.17.11')
  return matches.find(({ facts }) => facts.cve === 'CVE-2019-10744')!.facts
}

test('a list of known exploited vulnerabilities marks advisories, and a later one unmarks them', async () => {
  expect(await lodashFacts()).toMatchObject({ knownExploited: false, epss: null })
  const result = await take(catalog('CVE-2019-10744', 'CVE-1999-0001'))
  expect(result).toMatchObject({ added: 0, issues: [] })
  expect(await listStale(database.db)).toEqual(['npm'])
  expect(await lodashFacts()).toMatchObject({ knownExploited: true })
  expect(await listSignals(database.db, ['CVE-2019-10744', 'CVE-2000-0001'])).toEqual(
    new Map([['CVE-2019-10744', { isKnownExploited: true, epss: null }]]),
  )
  await take(catalog('CVE-2019-10744'))
  expect(await listStale(database.db)).toEqual([])
  await take(catalog('CVE-1999-0001'))
  expect(await lodashFacts()).toMatchObject({ knownExploited: false })
})

test('a catalog entry for one CVE of an advisory marks the CVE that the advisory is shown as', async () => {
  const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }] }]
  const affected = [{ package: { ecosystem: 'npm', name: 'left-pad' }, ranges }]
  const aliases = ['CVE-2026-0001', 'CVE-2026-0002']
  const modified = '2026-01-01T00:00:00Z'
  await take(JSON.stringify({ id: 'GHSA-2222-3333-4444', modified, aliases, affected }))
  const areExploited = async () =>
    [...(await listSignals(database.db, ['CVE-2026-0001', 'CVE-2026-0002'])).values()].map(
      ({ isKnownExploited }) => isKnownExploited,
    )
  await take(catalog('CVE-2026-0002'))
  expect(await areExploited()).toEqual([true, true])
  await take(catalog('CVE-1999-0001'))
  expect(await areExploited()).toEqual([false, false])
})

test('EPSS sets the probability', async () => {
  const csv = (probability: string) =>
    `#model_version:v2025\ncve,epss,percentile\nCVE-2019-10744,${probability},0.9\nCVE-1999-0001,0.5,0.9\n`
  expect(readExploitSignals(csv('0.01141'))?.list).toBe('epss')
  await take(csv('0.01141'))
  expect(await lodashFacts()).toMatchObject({ epss: 0.01141 })
  await take(csv('0.01141'))
  expect(await listStale(database.db)).toEqual([])
  await take(csv('0.2'))
  expect(await lodashFacts()).toMatchObject({ epss: 0.2 })
})
