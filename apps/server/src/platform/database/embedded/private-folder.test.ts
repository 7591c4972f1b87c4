import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makePrivateFolder } from './private-folder.ts'

let parent: string
beforeEach(async () => {
  parent = folderOfTest()
})

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
