import { expect, it } from 'vitest'
import { findDocuments, walkRules } from './find-documents.ts'
import type { FolderTree } from './folder-tree.ts'

/** A tree of one-byte files; '!' is an unreadable folder, 'a@b' a link to b, 'a@' one out of the tree. */
function treeOf(paths: readonly string[], contents: ReadonlyMap<string, string> = new Map()): FolderTree {
  return {
    async list(folder) {
      const prefix = folder === '' ? '' : `${folder}/`
      const names = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
      if (names.includes('!')) return null
      const folders = new Set(
        names.filter((name) => name.includes('/')).map((name) => name.split('/', 1)[0]!),
      )
      return [
        ...[...folders].map((name) => ({ name, kind: 'folder' as const })),
        ...names
          .filter((name) => !name.includes('/'))
          .map((entry) => {
            const [name = '', link] = entry.split('@')
            const target = link?.replaceAll('>', '/') || null
            return { name, kind: 'file' as const, ...(link !== undefined && { target }) }
          }),
      ]
    },
    sizeOf: async () => 1,
    read: async (path) => {
      const text = contents.get(path)
      return text === undefined ? null : new TextEncoder().encode(text)
    },
  }
}

const find = (paths: readonly string[], rules = {}) =>
  findDocuments(treeOf(paths), { ...walkRules, ...rules })

it('finds files that a reader matches, shallowest folders first', async () => {
  const { documents, issues } = await find([
    'z/go.mod',
    'a/b/Cargo.lock',
    'package-lock.json',
    'README.md',
    'a/package.json',
    '.github/workflows/ci.yml',
    'ci.yml',
    'requirements/base.txt',
    'target/bom.json',
  ])
  expect(documents).toEqual([
    'package-lock.json',
    'requirements/base.txt',
    'target/bom.json',
    'z/go.mod',
    '.github/workflows/ci.yml',
    'a/b/Cargo.lock',
  ])
  expect(issues).toEqual([])
})

it('follows links to files of the tree, each target once', async () => {
  const { documents, companions, issues } = await find([
    'yarn.lock@web>yarn.lock',
    'go.mod@locks>app',
    'sub/go.mod@locks>app',
    'package.json@web>package.json',
    'README.md@',
    'web/yarn.lock',
    'web/package.json',
    'locks/app',
  ])
  expect(documents).toEqual(['web/yarn.lock', 'go.mod'])
  expect(companions).toEqual(['web/package.json'])
  expect(issues).toEqual([])
})

it('reports links that lead out of the tree if they have the name of a document', async () => {
  const { documents, issues } = await find(['go.mod', 'yarn.lock@', 'notes.txt@', 'vendor@'])
  expect(documents).toEqual(['go.mod'])
  expect(issues).toMatchObject([{ code: 'link-outside', where: 'yarn.lock', isUnread: true }])
})

it('skips third-party folders', async () => {
  const { documents } = await find([
    'node_modules/x/package-lock.json',
    'vendor/composer.lock',
    '.git/bom.json',
    'a/.venv/uv.lock',
    'lib/cryptography-50.0.2.dist-info/sboms/bom.cdx.json',
  ])
  expect(documents).toEqual([])
})

it('takes the list of vendored modules', async () => {
  const { documents } = await find([
    'go.mod',
    'vendor/modules.txt',
    'vendor/a/go.mod',
    'api/vendor/modules.txt',
    'api/vendor/b/vendor/modules.txt',
    'web/vendor/bundle/modules.txt',
    'vendor@elsewhere',
  ])
  expect(documents).toEqual(['go.mod', 'vendor/modules.txt', 'api/vendor/modules.txt'])
})

it('finds scripts that list packages by their first bytes, if these can be read alone', async () => {
  const block = '#!/usr/bin/env python3\n# /// script\n# dependencies = ["a"]\n# ///\n'
  const heads = new Map([
    ['tools/job.py', block],
    ['tools/locked.py', block],
    ['tools/other.py', 'import a\n'],
    ['tools/linked.py', block],
    ['shop/__init__.py', block],
    ['vendor/job.py', block],
  ])
  const paths = [...heads.keys(), 'tools/locked.py.lock', 'tools/linked.py@tools>job.py']
  const tree = treeOf(paths.filter((path) => path !== 'tools/linked.py'))
  expect((await findDocuments(tree)).documents).toEqual(['tools/locked.py.lock'])
  const head = (path: string, bytes: number) => new TextEncoder().encode(heads.get(path)).subarray(0, bytes)
  const { documents, issues } = await findDocuments({ ...tree, head })
  expect(documents).toEqual(['tools/locked.py.lock', 'tools/job.py'])
  expect(issues).toEqual([])
})

it('collects companion files where a reader looks for them, and manifests without a lockfile', async () => {
  const { documents, companions } = await find([
    'web/yarn.lock',
    'web/package.json',
    'web/packages/a/package.json',
    'package.json',
    'go/package.json',
    'Cargo.lock',
    'crates/a/Cargo.toml',
    'web/pyproject.toml',
  ])
  expect(documents).toEqual([
    'Cargo.lock',
    'web/yarn.lock',
    'package.json',
    'go/package.json',
    'web/pyproject.toml',
    'crates/a/Cargo.toml',
    'web/packages/a/package.json',
  ])
  expect(companions).toEqual(['web/package.json'])
})

it('takes files that name images after all others, and not more than some', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `${at}/Dockerfile`)
  const { documents, issues } = await find([...many, 'go.mod', 'web/package.json'])
  expect(documents.slice(0, 3)).toEqual(['go.mod', 'web/package.json', '0/Dockerfile'])
  expect(documents).toHaveLength(102)
  expect(issues).toEqual([])
})

it('collects .meterian files from the root and from folders with a document', async () => {
  const { documents, companions } = await find([
    'web/yarn.lock',
    'web/.meterian',
    '.meterian',
    'docs/.meterian',
  ])
  expect(documents).toEqual(['web/yarn.lock'])
  expect(companions).toEqual(['.meterian', 'web/.meterian'])
})

it('collects files that requirements files include, whatever their names, each once', async () => {
  const contents = new Map([
    ['app/requirements.txt', '-r ../base.in\n-c pins.txt\n-r missing.txt\n-r ../../outside.txt\n-r /abs.txt'],
    ['base.in', '--requirement=deeper/more\n-r app/requirements.txt'],
    ['app/pins.txt', 'x==1'],
    ['deeper/more', '-r ../base.in'],
    ['app/abs.txt', ''],
    ['other.in', ''],
  ])
  const { documents, companions, issues } = await findDocuments(treeOf([...contents.keys()], contents))
  expect({ documents, companions, issues }).toEqual({
    documents: ['app/requirements.txt'],
    companions: ['base.in', 'app/pins.txt', 'deeper/more'],
    issues: [],
  })
})

it.each([
  [{ maxDocuments: 2 }, ['a/go.mod', 'b/go.mod'], 'documents-too-many c/go.mod'],
  [{ maxBytes: 2 }, ['a/go.mod', 'b/go.mod'], 'document-too-large c/go.mod'],
  [{ maxEntries: 5 }, ['a/go.mod', 'b/go.mod'], 'walk-too-large c'],
  [{ maxDepth: 0 }, [], 'walk-too-deep a'],
])('reports the limit that stopped the walk: %j', async (rules, expected, issue) => {
  const { documents, issues } = await find(['a/go.mod', 'b/go.mod', 'c/go.mod'], rules)
  expect(documents).toEqual(expected)
  expect(issues.map(({ code, where }) => `${code} ${where}`)).toEqual([issue])
})

it('reports folders that it cannot read', async () => {
  const { documents, issues } = await find(['a/!', 'b/go.mod'])
  expect(documents).toEqual(['b/go.mod'])
  expect(issues).toMatchObject([{ code: 'folder-unreadable', where: 'a' }])
})

it('skips what pip and RubyGems have written, which may be without a folder of a known name', async () => {
  const contents = new Map([
    [
      'app/flask-3.dist-info/RECORD',
      'flask/app.py,sha256=x,1\n"flask/a,b/c.py",,\n../bin/flask,,\nsix.py,,\n',
    ],
    ['app/flask/package-lock.json', ''],
    ['app/flask/tools/tools.deps.json', ''],
    ['app/own/uv.lock', ''],
    ['app/requirements.txt', ''],
    ['ruby/gems/rack-3.0/Gemfile.lock', ''],
    ['ruby/specifications/rack-3.0.gemspec', ''],
    ['gems/own-1/Gemfile.lock', ''],
  ])
  const { documents } = await findDocuments(treeOf([...contents.keys()], contents))
  expect(documents).toEqual(['app/requirements.txt', 'app/own/uv.lock', 'gems/own-1/Gemfile.lock'])
})

it('takes the go.work files above a go.mod, and the settings of Cargo, whose folder is not looked at', async () => {
  const files = ['go.work', 'a/go.mod', 'b/go.work', 'c/Cargo.lock', 'c/.cargo/config.toml']
  const { companions } = await findDocuments(treeOf(files, new Map(files.map((path) => [path, '']))))
  expect(companions.toSorted()).toEqual(['c/.cargo/config.toml', 'go.work'])
})
