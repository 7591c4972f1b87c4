import { walkRules } from '@assay/engine/documents/find-documents.ts'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exitCodes } from '../exit-codes.ts'
import { findFiles } from './find-files.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-find-')))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '{}')
  }
}

it('takes a file as it is, whatever its name', async () => {
  write('x.txt')
  expect(await findFiles(join(root, 'x.txt'))).toEqual({
    folder: root,
    isFolder: false,
    files: ['x.txt'],
    issues: [],
  })
})

it('takes all that a folder holds, and what helps to read it', async () => {
  write('bom.json', 'web/yarn.lock', 'web/package.json', 'package.json', 'node_modules/a/package-lock.json')
  write('.github/workflows/ci.yml', 'target/bom.json')
  expect((await findFiles(root)).files).toEqual([
    'bom.json',
    'target/bom.json',
    'web/yarn.lock',
    '.github/workflows/ci.yml',
    'web/package.json',
  ])
})

it('follows no links out of the folder, but takes the folder behind a link', async () => {
  write('inside/go.mod', 'outside/bom.json')
  symlinkSync(join(root, 'outside'), join(root, 'inside/linked'))
  symlinkSync(join(root, 'outside/bom.json'), join(root, 'inside/bom.json'))
  symlinkSync(join(root, 'inside'), join(root, 'link'))
  const found = await findFiles(join(root, 'link'))
  expect(found).toMatchObject({ folder: join(root, 'inside'), files: ['go.mod'] })
})

it('says where it stops', async () => {
  write('a/go.mod', 'b/go.mod')
  const { files, issues } = await findFiles(root, { ...walkRules, maxDocuments: 1 })
  expect(files).toEqual(['a/go.mod'])
  expect(issues).toMatchObject([{ code: 'documents-too-many', where: 'b/go.mod' }])
})

it('says which path is not there, and which has nothing', async () => {
  await expect(findFiles(join(root, 'nope'))).rejects.toThrow('nope')
  await expect(findFiles(root)).rejects.toMatchObject({ code: exitCodes.unsupported })
})
