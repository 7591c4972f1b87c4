import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { readReleases, saveReleases } from './store.ts'

const database = forAllTests(freshDatabase)

const facts = (version: string) => ({
  ecosystem: 'pypi' as const,
  name: 'zope-interface',
  source: 'deps.dev',
  checkedAt: Date.UTC(2026, 0, 1),
  releases: [{ version, publishedAt: Date.UTC(2025, 0, 1), licenses: ['ZPL-2.1'] }],
})

test('release data of a package replaces earlier data, by normalized name', async () => {
  const { db } = database
  await saveReleases(db, null, facts('1.0'))
  await saveReleases(db, null, facts('2.0'))
  const known = await readReleases(db, randomUUID(), [
    { ecosystem: 'pypi', name: 'Zope.Interface' },
    { ecosystem: 'pypi', name: 'zope-interface' },
    { ecosystem: null, name: 'zope-interface' },
    { ecosystem: 'npm', name: 'zope-interface' },
  ])
  expect(known('pypi', 'zope-interface')).toEqual(facts('2.0'))
  expect(known('npm', 'zope-interface')).toBeNull()
})
