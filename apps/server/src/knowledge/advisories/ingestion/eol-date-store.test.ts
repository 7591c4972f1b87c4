import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { ingest } from './ingest.ts'
import { claimChangedPackages } from '#knowledge/advisories/clusters/package-store.ts'
import { listEolDates } from '#knowledge/advisories/clusters/eol-date-store.ts'

const database = forAllTests(freshDatabase)

const take = (eol: string) => {
  const identifiers = [{ purl: 'pkg:npm/express' }, { purl: 'pkg:nuget/Express' }]
  const product = { title: 'Express', identifiers, releases: [{ releaseCycle: '4', eol }] }
  return ingest(database.db, 'test', [{ text: JSON.stringify(product), where: 'eol.jsonl:1' }])
}

test('end-of-life dates are ingested with the advisories, and newer ones replace older ones', async () => {
  const packages = [
    { ecosystem: 'npm', name: 'express', byAdvisories: false },
    { ecosystem: 'nuget', name: 'express', byAdvisories: false },
  ]
  const changed = () => database.db.transaction().execute(claimChangedPackages)
  expect(await take('2026-01-01')).toMatchObject({ added: 0, issues: [] })
  expect(await changed()).toEqual(packages)
  await take('2027-01-01')
  expect(await changed()).toEqual(packages)
  await take('2027-01-01')
  expect(await changed()).toEqual([])
  expect(await listEolDates(database.db, ['npm', null, 'npm'])).toEqual([
    {
      title: 'Express',
      packages: [{ ecosystem: 'npm', name: 'express' }],
      cycles: [{ cycle: '4', endsAt: Date.UTC(2027, 0, 1) }],
    },
  ])
  expect(await listEolDates(database.db, ['pypi'])).toEqual([])
})
