import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canMountDisk, type ChildServer, startChildServer } from '#testing/child-server.ts'
import { type FreshDatabase, freshDatabase } from '#testing/fresh-database.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

const diskMb = 3

describe.runIf(canMountDisk())(`a data folder on a disk of ${diskMb} MB`, () => {
  let database: FreshDatabase
  let folder: string
  let server: ChildServer
  beforeAll(async () => {
    database = await freshDatabase()
    folder = await mkdtemp(join(tmpdir(), 'assay-data-'))
    server = await startChildServer({ connection: database.connection, folder, diskMb })
  })
  afterAll(async () => {
    await server.stop()
    await database.drop()
    await rm(folder, { recursive: true })
  })

  /** Larger documents than 1 MB are written to the folder. */
  const upload = (branch: string, paddingMb: number) => {
    const bytes = npmInventory(['lodash@4.17.4'], { 'x-padding': 'x'.repeat(paddingMb * 1024 * 1024) })
    return server.api.uploads.intoNew({
      body: { file: filePart(bytes), url: 'https://example.org/large', branch },
    })
  }
  const countBuilds = async () => (await database.db.selectFrom('build').select('uuid').execute()).length

  test('that is full refuses an upload with 507, keeps nothing of it, and takes what fits', async () => {
    for (let at = 0; at < 3; at++)
      await expect(upload('main', 2 * diskMb)).rejects.toMatchObject({
        status: 507,
        errorType: 'storageFull',
      })
    expect(await countBuilds()).toBe(0)
    const { id } = await upload('main', 2)
    await expect
      .poll(async () => (await server.api.builds.get({ params: { id } })).status, { timeout: 60_000 })
      .toBe('success')
    expect(await countBuilds()).toBe(1)
  })
})
