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

it('accepts a file with any name', async () => {
  write('x.txt')
  expect(await findFiles(join(root, 'x.txt'))).toEqual({
    folder: root,
    isFolder: false,
    files: ['x.txt'],
    issues: [],
  })
})

it('finds all inventories and supporting files of a folder', async () => {
  write('bom.json', 'web/yarn.lock', 'web/package.json', 'package.json', 'node_modules/a/package-lock.json')
  write('.github/workflows/ci.yml', 'target/bom.json')
  expect((await findFiles(root)).files).toEqual([
    'bom.json',
    'target/bom.json',
    'web/yarn.lock',
    '.github/workflows/ci.yml',
    'package.json',
    'web/package.json',
  ])
})

it('finds scripts of Python that list packages, and follows no links to them', async () => {
  write('tools/other.py', 'outside/job.txt')
  const block = '# /// script\n# dependencies = ["a"]\n# ///\n'
  writeFileSync(join(root, 'tools/job.py'), block)
  writeFileSync(join(root, 'outside/job.txt'), block)
  symlinkSync(join(root, 'outside/job.txt'), join(root, 'tools/linked.py'))
  expect((await findFiles(root)).files).toEqual(['tools/job.py'])
})

it('finds the files that a requirements file includes, but none outside the folder', async () => {
  write('outside.txt', 'app/base.in', 'app/more.txt')
  writeFileSync(
    join(root, 'app/requirements.txt'),
    '-r base.in\n-r secret.txt\n-r ../outside.txt\n-r base.in/x\n',
  )
  writeFileSync(join(root, 'app/base.in'), '-r more.txt\n-r requirements.txt\n')
  symlinkSync(join(root, 'outside.txt'), join(root, 'app/secret.txt'))
  const files = ['requirements.txt', 'base.in', 'more.txt']
  expect((await findFiles(join(root, 'app'))).files).toEqual(files)
  expect(await findFiles(join(root, 'app/requirements.txt'))).toMatchObject({ isFolder: false, files })
})

it('follows no links out of the folder, but accepts a link to the folder itself', async () => {
  write('inside/go.mod', 'outside/bom.json')
  symlinkSync(join(root, 'outside'), join(root, 'inside/linked'))
  symlinkSync(join(root, 'outside/bom.json'), join(root, 'inside/bom.json'))
  symlinkSync(join(root, 'inside'), join(root, 'link'))
  symlinkSync('nowhere', join(root, 'inside/yarn.lock'))
  const found = await findFiles(join(root, 'link'))
  expect(found).toMatchObject({ folder: join(root, 'inside'), files: ['go.mod'] })
  expect(found.issues.map(({ where, isUnread }) => `${where} ${isUnread}`)).toEqual([
    'bom.json true',
    'yarn.lock true',
    'linked undefined',
  ])
  rmSync(join(root, 'inside/go.mod'))
  await expect(findFiles(join(root, 'inside'))).rejects.toThrow('bom.json: The symbolic link leads out')
})

it('follows links to files of the folder, but not to folders, which may be cycles', async () => {
  write('locks/app', '..locks/go.mod', 'web/yarn.lock', 'web/package.json')
  symlinkSync('locks/app', join(root, 'poetry.lock'))
  symlinkSync('..locks/go.mod', join(root, 'go.mod'))
  symlinkSync('../web/yarn.lock', join(root, 'locks/yarn.lock'))
  symlinkSync('..', join(root, 'web/cycle'))
  expect(await findFiles(root)).toMatchObject({
    files: ['..locks/go.mod', 'web/yarn.lock', 'poetry.lock', 'web/package.json'],
    issues: [],
  })
})

it('reports exceeded limits', async () => {
  write('a/go.mod', 'b/go.mod')
  const { files, issues } = await findFiles(root, { ...walkRules, maxDocuments: 1 })
  expect(files).toEqual(['a/go.mod'])
  expect(issues).toMatchObject([{ code: 'documents-too-many', where: 'b/go.mod' }])
})

it('reports a missing path and a folder without inventories', async () => {
  await expect(findFiles(join(root, 'nope'))).rejects.toThrow('nope')
  await expect(findFiles(root)).rejects.toMatchObject({ code: exitCodes.unsupported })
})
