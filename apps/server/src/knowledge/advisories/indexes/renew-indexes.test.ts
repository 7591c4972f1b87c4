import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { openAdvisories } from './advisories.ts'
import { loadStarter } from '#knowledge/advisories/ingestion/load-starter.ts'
import { renewIndexes } from './renew-indexes.ts'
import { listIndexVersions } from './index-store.ts'

const folder = temporaryFolder()
const database = forAllTests(freshDatabase)
beforeAll(async () => {
  await loadStarter(database.db)
})

/** Makes the stored indexes look like those of an older format version. */
const makeOlder = () =>
  sql`update advisory_index set content = overlay(content placing '\\x01000000'::bytea from 5 for 4)
    where ecosystem = 'npm'`.execute(database.db)

const lodashAdvisories = async () => {
  const { db } = database
  const loaded = await openAdvisories({ db, folder }).load(new Set([ecosystemById('npm').id]))
  return loaded.get('npm')!.match('lodash', '4.17.11')
}

test('indexes of another format are recompiled, the others are kept', async () => {
  const before = await listIndexVersions(database.db)
  await makeOlder()
  await expect(lodashAdvisories()).rejects.toThrow('format')
  await renewIndexes(database.db)
  const after = await listIndexVersions(database.db)
  expect(after.get('npm')).toBe(before.get('npm')! + 1)
  expect(after.get('pypi')).toBe(before.get('pypi'))
  expect(await lodashAdvisories()).not.toEqual([])
})

test('a cached index file of another format is ignored', async () => {
  const expected = await lodashAdvisories()
  for (const name of await readdir(folder)) await writeFile(join(folder, name), Buffer.from('ASIX\x01\0\0\0'))
  expect(await lodashAdvisories()).toEqual(expected)
})
