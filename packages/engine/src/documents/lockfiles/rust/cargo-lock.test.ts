import { expect, it } from 'vitest'
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
