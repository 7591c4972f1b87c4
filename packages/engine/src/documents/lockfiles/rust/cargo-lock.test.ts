import { expect, it } from 'vitest'
import { treeOf } from '../../testing/fixture-files.ts'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { cargoLock } from './cargo-lock.ts'

it('lists crates with their dependents, and scopes from the manifests', () => {
  const result = readFixture(cargoLock, 'Cargo.lock')
  expect(listed(result)).toEqual([
    'autocfg 1.0.1 runtime < smallvec',
    'maybe-uninit 2.0.0 runtime < smallvec',
    'smallvec 0.6.13 runtime direct',
    'smallvec 1.6.0 runtime direct',
    'tempdir 0.3.7 test direct',
    'remove_dir_all 0.5.3 test < tempdir',
    'time 0.1.43 runtime direct optional',
  ])
  expect(issuesOf(result)).toEqual(['source-unverified Cargo.lock#/package/5'])
  expect(result.inventory).toMatchObject({ formats: ['Cargo.lock 3'], root: { name: 'shop' } })
  expect(result.inventory?.components[0]).toMatchObject({
    purl: 'pkg:cargo/autocfg@1.0.1',
    hashes: [{ algorithm: 'SHA-256', value: expect.stringMatching(/^cdb031/) }],
  })
})

it('finds workspace members that match a glob', () => {
  expect(listed(readFixture(cargoLock, 'pattern/Cargo.lock'))).toEqual([
    'libc 0.2.40 runtime direct',
    'tempdir 0.3.7 test direct',
  ])
})

it('reads version 1, which stores checksums and requirements differently', () => {
  const result = readFixture(cargoLock, 'v1/Cargo.lock')
  expect(listed(result)).toEqual(['libc 0.2.40 runtime < time', 'time 0.1.39 runtime direct'])
  expect(result.inventory?.formats).toEqual(['Cargo.lock 1'])
  expect(result.inventory?.components.map(({ hashes }) => hashes?.length)).toEqual([1, 1])
})

it('recognizes version 2 by its checksums', () => {
  expect(readFixture(cargoLock, 'v2/Cargo.lock').inventory?.formats).toEqual(['Cargo.lock 2'])
})

it('reports unknown references and versions', () => {
  const text = 'version = 9\n[[package]]\nname = "a"\nversion = "1.0.0"\ndependencies = ["gone"]\n'
  expect(issuesOf(readText(cargoLock, 'Cargo.lock', text))).toEqual([
    'reference-unknown Cargo.lock#/package/0',
    'lockfile-version-unknown Cargo.lock#/version',
  ])
  expect(issuesOf(readText(cargoLock, 'Cargo.lock', 'a = 1'))).toEqual(['document-unknown Cargo.lock'])
})

const lockOf = (...packages: { name: string; version: string; source?: string; dependencies?: string[] }[]) =>
  `version = 4\n${packages
    .map(
      ({ name, version, source, dependencies = [] }) =>
        `[[package]]\nname = "${name}"\nversion = "${version}"\n${source === undefined ? '' : `source = "${source}"\n`}dependencies = ${JSON.stringify(dependencies)}\n`,
    )
    .join('')}`
const registry = 'registry+https://github.com/rust-lang/crates.io-index'

it('keeps a crate of a Git repository apart from the one of the registry with its version', () => {
  const text = lockOf(
    {
      name: 'app',
      version: '0.1.0',
      dependencies: [`cfg-if 1.0.0 (${registry})`, 'cfg-if 1.0.0 (git+https://github.com/acme/cfg-if)'],
    },
    { name: 'cfg-if', version: '1.0.0', source: registry },
    {
      name: 'cfg-if',
      version: '1.0.0',
      source: 'git+https://github.com/acme/cfg-if#01c79684ca5712ab875e4952bbdb1d6ffbc4d0c5',
      dependencies: ['itoa'],
    },
    { name: 'itoa', version: '1.0.5', source: registry },
  )
  const result = readText(cargoLock, 'Cargo.lock', text)
  expect(listed(result)).toEqual([
    'cfg-if 1.0.0 runtime direct',
    'cfg-if 1.0.0 runtime direct',
    'itoa 1.0.5 runtime < cfg-if',
  ])
  expect(result.inventory?.components.map(({ origin }) => origin?.kind)).toEqual([
    'public-registry',
    'git',
    'public-registry',
  ])
  expect(issuesOf(result)).toEqual(['source-unverified Cargo.lock#/package/2'])
})

it.each(['Cargo.toml', '.cargo/config.toml', '.cargo/config'])(
  'lists a crate that a patch in %s takes from a folder, unless that is a member',
  (path) => {
    const text = lockOf(
      { name: 'app', version: '0.1.0', dependencies: ['itoa', 'own'] },
      { name: 'itoa', version: '1.0.5', dependencies: ['ryu'] },
      { name: 'own', version: '1.0.0' },
      { name: 'ryu', version: '1.0.23', source: registry },
    )
    const workspace = '[workspace]\nmembers = [".", "crates/*"]\n'
    const patch =
      '[patch.crates-io]\nown = { path = "crates/own" }\nfork = { package = "itoa", path = "../itoa" }\n'
    const files = [
      { path: 'Cargo.lock', text },
      { path: 'Cargo.toml', text: path === 'Cargo.toml' ? workspace + patch : workspace },
      ...(path === 'Cargo.toml' ? [] : [{ path, text: patch }]),
    ].map((file) => ({ path: file.path, bytes: new TextEncoder().encode(file.text) }))
    const result = cargoLock.read(files[0]!, treeOf(files))
    expect(listed(result)).toEqual(['itoa 1.0.5 runtime direct', 'ryu 1.0.23 runtime < itoa'])
    expect(result.inventory?.components[0]?.origin).toEqual({ kind: 'folder', address: '../itoa' })
    expect(result.inventory?.root?.name).toBe('app')
  },
)
