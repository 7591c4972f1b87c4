import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeSpool, openSpool, removeSpooled, spool } from './spool.ts'

async function* chunks() {
  yield new TextEncoder().encode('large')
}

const spoolText = async () => readFile((await spool(chunks())).path, 'utf8')

// Other test files of this worker also have one.
beforeEach(closeSpool)
afterEach(closeSpool)

test('a folder that could not be created is created for the next file', async () => {
  const data = await mkdtemp(join(tmpdir(), 'assay-data-'))
  await openSpool(data)
  await rm(data, { recursive: true })
  await expect(spoolText()).rejects.toThrow('ENOENT')
  await openSpool(data)
  expect(await spoolText()).toBe('large')
  await rm(data, { recursive: true })
})

test('all files together are limited', async () => {
  const data = await mkdtemp(join(tmpdir(), 'assay-data-'))
  await openSpool(data, 8)
  const { path } = await spool(chunks())
  await expect(spool(chunks())).rejects.toMatchObject({ status: 503, errorType: 'busy' })
  expect(await readdir(join(path, '..'))).toHaveLength(1)
  await removeSpooled(path)
  expect(await spoolText()).toBe('large')
  await closeSpool()
  await rm(data, { recursive: true })
})

test("files go to the system's temporary folder again after closing", async () => {
  const data = await mkdtemp(join(tmpdir(), 'assay-data-'))
  await openSpool(data)
  await closeSpool()
  await rm(data, { recursive: true })
  expect(await spoolText()).toBe('large')
})
