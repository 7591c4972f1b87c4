import { expect, test } from 'vitest'
import { innerPath } from '../../documents/inner-documents.ts'
import { readDocuments } from '../../documents/read.ts'
import { unresolvedIn } from '../../resolution/resolve-manifests.ts'
import { documentOfTree } from '../archives/document-of-tree.ts'
import { catalogTree } from '../catalog.ts'
import { catalogImage } from '../image/catalog-image.ts'
import { partsOfFiles } from '../image/stored-image.ts'
import { makeTar } from '../testing/make-archives.ts'
import { makeLayout } from '../testing/make-image.ts'
import { openContext } from '../testing/open-archive.ts'
import { memorySource } from '../trees/byte-source.ts'
import { tarTree } from '../trees/tar-tree.ts'

type Files = Readonly<Record<string, string>>

async function documentsOf(files: Files) {
  const { tree } = await tarTree(memorySource(makeTar(Object.entries(files))), openContext())
  return written(await catalogTree(tree, openContext()))
}

function written(scanned: Parameters<typeof documentOfTree>[0]) {
  const { bytes, manifests } = documentOfTree(scanned, 'app')!
  const inner = manifests.map((each) => ({ ...each, path: innerPath('app.cdx.json', each.path) }))
  return [{ path: 'app.cdx.json', bytes }, ...inner]
}

const pom = (body: string) =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>g</groupId><artifactId>app</artifactId><version>1</version>${body}</project>`
const dependency =
  '<dependencies><dependency><groupId>g</groupId><artifactId>lib</artifactId><version>1</version></dependency></dependencies>'
const npm = JSON.stringify({ name: 'web', dependencies: { lodash: '^4.17.0' } })
const lock = JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/a': { version: '1.0.0' } } })

test('each manifest of an archive is a document of its own, and in the inventory no more', async () => {
  const documents = await documentsOf({
    'src/pom.xml': pom(dependency),
    'src/web/package.json': npm,
    'locked/package.json': npm,
    'locked/package-lock.json': lock,
  })
  expect(documents.map(({ path }) => path)).toEqual([
    'app.cdx.json',
    'app.cdx.json!/src/pom.xml',
    'app.cdx.json!/src/web/package.json',
  ])
  expect(unresolvedIn(documents)).toEqual(documents.slice(1).map(({ path }) => path))
  const { inventory, issues } = readDocuments(documents)
  expect(inventory.components.map(({ name, locations }) => `${name} ${locations.join()}`)).toEqual([
    'a app.cdx.json,locked/package-lock.json',
    'g:lib app.cdx.json!/src/pom.xml',
    'lodash app.cdx.json!/src/web/package.json',
  ])
  expect(issues.map(({ gap, where }) => `${gap} ${where}`)).toEqual([
    'transitive-unlisted app.cdx.json!/src/pom.xml',
    'lockfile-missing app.cdx.json!/src/web/package.json',
  ])
})

test('what is read with a manifest comes along, rules of the archive do not', async () => {
  const documents = await documentsOf({
    'pom.xml': pom('<packaging>pom</packaging>'),
    'app/pom.xml': pom(dependency),
    'assay.yaml': 'rules: []\n',
    Gemfile: 'gem "rack"\n',
  })
  expect(documents.map(({ path }) => path.replace('app.cdx.json', ''))).toEqual([
    '',
    '!/pom.xml',
    '!/app/pom.xml',
  ])
})

test('an archive of nothing but a manifest has no gap for what is beside it', async () => {
  const { inventory, issues } = readDocuments(await documentsOf({ 'pom.xml': pom(dependency) }))
  expect(inventory.components.map(({ name }) => name)).toEqual(['g:lib'])
  expect(issues.map(({ code }) => code)).toEqual(['transitive-unlisted'])
})

test('a manifest of what is installed stays in the inventory', async () => {
  const installed = JSON.stringify({ name: 'lodash', version: '4.17.21' })
  const files = { 'app/package.json': npm, 'app/node_modules/lodash/package.json': installed }
  expect((await documentsOf(files)).map(({ path }) => path)).toEqual(['app.cdx.json'])
})

test('of an image, its components keep their layer', async () => {
  const stored = makeLayout({
    layers: [[['etc/hostname', 'a']], [['app/pom.xml', pom(dependency)]]],
    history: [{ created_by: 'ADD rootfs /' }, { created_by: 'COPY . /app' }],
  })
  const open = (path: string) => Promise.resolve(stored.has(path) ? memorySource(stored.get(path)!) : null)
  const choice = { platform: 'linux/amd64', isExplicit: false }
  const parts = await partsOfFiles({ open }, { choice, codecs: openContext().codecs })
  const { facts: image, ...catalog } = await catalogImage(parts!, openContext())
  const { inventory } = readDocuments(written({ ...catalog, image }))
  expect(inventory.components).toMatchObject([
    { name: 'g:lib', layer: { index: 1, instruction: 'COPY . /app' } },
  ])
  expect(inventory.components[0]?.requirements).toMatchObject([
    { file: 'app.cdx.json!/app/pom.xml', by: null },
  ])
})

test('too many manifests stay as declared, and their gaps say why', async () => {
  const files = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}/pom.xml`, pom(dependency)]))
  const documents = await documentsOf(files)
  expect(documents).toHaveLength(201)
  const { inventory, issues } = readDocuments(documents)
  const left = [...inventory.issues, ...issues].filter(({ message }) => message.includes('at most 200'))
  expect(left.map(({ gap }) => gap)).toEqual(['transitive-unlisted'])
})
