import { expect, test } from 'vitest'
import { innerPath } from '../documents/inner-documents.ts'
import { readDocuments } from '../documents/read.ts'
import type { SourceDocument } from '../inventory.ts'
import { documentOfTree } from '../inventory/archives/document-of-tree.ts'
import { catalogTree } from '../inventory/catalog.ts'
import { makeTar } from '../inventory/testing/make-archives.ts'
import { openContext } from '../inventory/testing/open-archive.ts'
import { memorySource } from '../inventory/trees/byte-source.ts'
import { tarTree } from '../inventory/trees/tar-tree.ts'
import { instruct, shellLine } from './instruct.ts'

type Files = Readonly<Record<string, string>>

const checkout = (files: Files): SourceDocument[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))

async function archive(files: Files): Promise<SourceDocument[]> {
  const { tree } = await tarTree(memorySource(makeTar(Object.entries(files))), openContext())
  const { bytes, manifests } = documentOfTree(await catalogTree(tree, openContext()), 'app')!
  const inner = manifests.map((each) => ({ ...each, path: innerPath('app.cdx.json', each.path) }))
  return [{ path: 'app.cdx.json', bytes }, ...inner]
}

/** The instructions for each package of the documents. */
function instructionsIn(documents: readonly SourceDocument[]) {
  const { inventory } = readDocuments(documents)
  const { components, files } = inventory
  return Object.fromEntries(
    [...components.entries()].map(([index, { ecosystem, name }]) => [
      name,
      instruct({
        ecosystem: ecosystem!,
        name,
        to: '1.0.1',
        components,
        replaced: [index],
        all: [index],
        documents: new Set(files),
      }),
    ]),
  )
}

const npmLock = JSON.stringify({
  name: 'web',
  lockfileVersion: 3,
  packages: {
    '': { name: 'web', devDependencies: { direct: '^1.0.0' } },
    'node_modules/direct': { version: '1.0.0', dev: true, dependencies: { inner: '^1.0.0', fixed: '1.0.0' } },
    'node_modules/inner': { version: '1.0.0', dev: true },
    'node_modules/fixed': { version: '1.0.0', dev: true },
  },
})
const yarnLock =
  '# yarn lockfile v1\n\n"a@^1.0.0":\n  version "1.0.0"\n  dependencies:\n    b "~1.0.0"\n\n"b@~1.0.0":\n  version "1.0.0"\n'
const pom =
  '<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>g</groupId><artifactId>app</artifactId><version>1</version><dependencies><dependency><groupId>g</groupId><artifactId>lib</artifactId><version>1</version></dependency></dependencies></project>'

const files = {
  'web/package.json': '{"name":"web","devDependencies":{"direct":"^1.0.0"}}',
  'web/package-lock.json': npmLock,
  'site/package.json': '{"name":"site","optionalDependencies":{"a":"^1.0.0"}}',
  'site/yarn.lock': yarnLock,
  'java/pom.xml': pom,
  'tool/package.json': '{"name":"tool","dependencies":{"unlocked":"1.0.0"}}',
}

test('lockfiles and manifests of an archive get the commands that they get in a checkout', async () => {
  const inArchive = instructionsIn(await archive(files))
  expect(inArchive).toEqual(instructionsIn(checkout(files)))
  expect(Object.entries(inArchive).map(([name, placed]) => [name, shellLine(placed)])).toEqual(
    expect.arrayContaining([
      ['direct', '(cd web && npm install direct@1.0.1)'],
      ['inner', '(cd web && npm update inner)'],
      ['a', '(cd site && yarn add -O a@1.0.1)'],
    ]),
  )
  expect(inArchive['unlocked']).toEqual([
    { lockfile: 'tool/package.json', commands: [], edit: { file: 'tool/package.json' } },
  ])
})

test('what a lockfile of an archive says of its runtime is kept', async () => {
  const poetry = '[metadata]\nlock-version = "2.0"\npython-versions = ">=3.9"\n'
  const lock = `[[package]]\nname = "lib"\nversion = "1.0.0"\n\n${poetry}`
  const { inventory } = readDocuments(await archive({ 'api/poetry.lock': lock }))
  const inCheckout = readDocuments(checkout({ 'api/poetry.lock': lock })).inventory
  expect(inventory.runtimes).toEqual(inCheckout.runtimes)
  expect(inventory.runtimes).toMatchObject([{ file: 'api/poetry.lock', range: '>=3.9' }])
})

test('what is installed in an image is upgraded once, in no folder of its files', async () => {
  const instructions = instructionsIn(
    await archive({
      'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
      'var/lib/dpkg/status':
        'Package: libc6\nStatus: install ok installed\nVersion: 2.36-9\nArchitecture: amd64\nSource: glibc\n\n',
      'opt/app/node_modules/left/package.json': '{"name":"left","version":"1.0.0"}',
    }),
  )
  expect(shellLine(instructions['libc6']!)).toBe('apt-get install --only-upgrade libc6')
  expect(instructions['left']).toEqual([
    { lockfile: 'app.cdx.json', commands: [], edit: { file: 'package.json' } },
  ])
})

test('an SBOM that names the lockfile is no file to change, and its statements on dependents are untrusted', () => {
  const component = (requirement: object) => ({
    type: 'library',
    'bom-ref': 'x',
    name: 'x',
    version: '1.0.0',
    purl: 'pkg:npm/x@1.0.0',
    evidence: { occurrences: [{ location: 'app/yarn.lock' }] },
    properties: [{ name: 'assay:requirement', value: JSON.stringify(requirement) }],
  })
  const read = (requirement: object) =>
    instructionsIn([
      {
        path: 'any.json',
        bytes: new TextEncoder().encode(
          JSON.stringify({
            bomFormat: 'CycloneDX',
            specVersion: '1.6',
            metadata: { component: { type: 'application', name: 'app', 'bom-ref': 'app' } },
            components: [component(requirement)],
            dependencies: [{ ref: 'app', dependsOn: ['x'] }],
          }),
        ),
      },
    ])['x']!
  const asked = { file: 'app/yarn.lock', by: null, range: '^1.0.0', member: 'a b; rm', isOverride: 'yes' }
  expect(shellLine(read(asked))).toBe(`(cd app && yarn workspace 'a b; rm' add x@1.0.1)`)
  for (const broken of [{}, { file: 1, by: null }, { file: 'app/yarn.lock', by: 'nobody' }, []])
    expect(shellLine(read(broken))).toBe('(cd app && yarn add x@1.0.1)')
})
