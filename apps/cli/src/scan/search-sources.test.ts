import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import type { Component } from '@assay/engine/inventory.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { searchLimits, searchSources } from './search-sources.ts'

let folder: string
beforeEach(async () => {
  folder = folderOfTest()
})

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

const componentOf = (ecosystem: EcosystemId, name: string): Component => ({
  ecosystem,
  name,
  version: '1.0.0',
  purl: null,
  scope: 'compile',
  isDirect: true,
  requiredBy: [],
  licenses: [],
  locations: ['lock'],
})
const npm = (...names: string[]) => names.map((name) => componentOf('npm', name))

async function statesOf(components: Component[], limits = searchLimits, prefix = '') {
  const searched = await searchSources([{ path: folder, prefix }], components, limits)
  return searched!.usage.packages.map(({ packageName, state, place, reason }) =>
    [packageName, place ? `${place.file}:${place.line}` : (reason ?? state)].join(' '),
  )
}

test('finds imports in folders that are not vendored or built, at paths within the project', async () => {
  await write({
    'src/a.ts': "\nimport 'one'",
    'node_modules/x/index.js': "require('two')",
    'dist/a.js': "require('two')",
    '.git/a.js': "require('two')",
  })
  expect(await statesOf(npm('one', 'two'), searchLimits, 'services/api/')).toEqual([
    'one services/api/src/a.ts:2',
    'two not-seen',
  ])
})

test('configuration and scripts name what they load, and lists of packages do not', async () => {
  await write({
    'a.ts': '',
    'package.json': JSON.stringify({ dependencies: { three: '1' }, scripts: { build: 'one build' } }),
    'package-lock.json': JSON.stringify({ packages: { 'node_modules/three': {} } }),
    '.github/workflows/ci.yml': 'run: npx two',
  })
  expect(await statesOf(npm('one', 'two', 'three'))).toEqual([
    'one named-in-text',
    'two named-in-text',
    'three not-seen',
  ])
})

test('what is installed tells the modules of packages', async () => {
  const site = '.venv/lib/python3.12/site-packages'
  await write({
    'a.py': 'import strange',
    [`${site}/odd-1.0.dist-info/RECORD`]: 'strange/__init__.py,sha256=a,1\n',
    [`${site}/other-1.0.dist-info/top_level.txt`]: 'unseen\n',
    [`${site}/odd/code.py`]: 'import unseen',
  })
  const components = ['odd', 'other'].map((name) => componentOf('pypi', name))
  expect(await statesOf(components)).toEqual(['odd a.py:1', 'other not-seen'])
})

test.each([
  ['a large file', { maxFileBytes: 20 }],
  ['many files', { maxFiles: 1 }],
  ['many bytes', { maxBytes: 30 }],
  ['no time', { maxMs: -1 }],
])('%s is an issue, and packages without an import are unknown', async (_, limits) => {
  await write({ 'a.ts': "import 'one'", 'b.ts': `${' '.repeat(20)}import 'two'` })
  const searched = await searchSources([{ path: folder, prefix: '' }], npm('three'), {
    ...searchLimits,
    ...limits,
  })
  expect(searched!.usage.packages[0]).toMatchObject({ state: 'unknown' })
  expect(searched!.issues.map(({ code }) => code)).toEqual(['source-unread'])
})

test('links are not followed', async () => {
  await write({ 'a.ts': '' })
  await symlink(folder, join(folder, 'loop'))
  await symlink('/etc/passwd', join(folder, 'b.ts'))
  const searched = await searchSources([{ path: folder, prefix: '' }], npm('one'))
  expect(searched!.usage.searched).toEqual([{ language: 'JavaScript and TypeScript', files: 1 }])
})

test('nothing is read if no component could be imported', async () => {
  expect(await searchSources([{ path: folder, prefix: '' }], [componentOf('debian', 'curl')])).toBeNull()
})
