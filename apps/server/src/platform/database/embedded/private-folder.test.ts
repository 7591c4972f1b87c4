import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePrivateFolder } from './private-folder.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'assay-folder-'))
})
afterEach(() => rm(parent, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('a new folder is private to its owner', async () => {
  const path = join(parent, 'new', 'data')
  await makePrivateFolder(path)
  expect(await modeOf(path)).toBe(0o700)
})

test.each([0o755, 0o777, 0o711, 0o750])('a folder with mode %o is made private', async (mode) => {
  await chmod(parent, mode)
  await makePrivateFolder(parent)
  expect(await modeOf(parent)).toBe(0o700)
})
