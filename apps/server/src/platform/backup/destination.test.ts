import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { folderDestination } from './destination.ts'
import { manifestName } from './manifest.ts'
import { listBackups, removeIncomplete } from './remove-old.ts'

test('what interrupted backups left is removed, also an empty folder, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-destination-'))
  const destination = folderDestination(folder)
  try {
    for (const name of [
      `assay-1-b/${manifestName}`,
      'assay-1-c/base.tar.gz',
      'assay-2-d/base.tar.gz',
      'other/x',
    ])
      await destination.write(name, Readable.from(['x']))
    await mkdir(join(folder, 'assay-1-a'))
    await removeIncomplete(destination, '1')
    expect((await readdir(folder)).toSorted()).toEqual(['assay-1-b', 'assay-2-d', 'other'])
    expect(await listBackups(destination, '1-')).toEqual(['assay-1-b'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
