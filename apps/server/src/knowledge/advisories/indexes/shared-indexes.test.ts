import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { openAdvisories } from './advisories.ts'
import { loadStarter } from '#knowledge/advisories/ingestion/load-starter.ts'
import { MissingIndexesError, openShared } from './shared-indexes.ts'

const folder = temporaryFolder()
const database = forAllTests(freshDatabase)
beforeAll(async () => {
  await loadStarter(database.db)
})

const npm = new Set(['npm'] as const)

test('threads match against the bytes loaded by the process, without copying', async () => {
  const { db } = database
  const advisories = openAdvisories({ db, folder })
  const loaded = await Promise.all([1, 2, 3].map(() => advisories.load(npm)))
  const [shared, ...others] = advisories.shared()
  expect(others).toEqual([])
  expect(shared?.bytes).toBeInstanceOf(SharedArrayBuffer)
  const indexes = loaded.map((each) => each.get('npm'))
  expect(new Set(indexes).size).toBe(1)

  const opened = await openShared(db, [shared!]).load(npm)
  expect(opened.versions).toEqual(loaded[0]!.versions)
  expect(opened.get('npm')!.match('lodash', '4.17.11')).not.toEqual([])
  expect(opened.get('npm')!.match('lodash', '4.17.11')).toEqual(indexes[0]!.match('lodash', '4.17.11'))
  // The thread's next scan receives a new message with the same bytes.
  const again = await openShared(db, [{ ...shared! }]).load(npm)
  expect(again.get('npm')).toBe(opened.get('npm'))
})

test('a thread requests missing and outdated indexes', async () => {
  const { db } = database
  const advisories = openAdvisories({ db, folder })
  await expect(openShared(db, []).load(npm)).rejects.toThrow(MissingIndexesError)
  await advisories.load(npm)
  const before = advisories.shared()
  await openShared(db, before).load(npm)
  await sql`update advisory_index set version = version + 1 where ecosystem = 'npm'`.execute(db)
  await expect(openShared(db, before).load(npm)).rejects.toMatchObject({ ids: ['npm'] })
  const { versions } = await advisories.load(npm)
  expect((await openShared(db, advisories.shared()).load(npm)).versions).toEqual(versions)
})
