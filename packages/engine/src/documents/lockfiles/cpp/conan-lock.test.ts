import { expect, it } from 'vitest'
import { listed, readFixture, readText } from '../../testing/listed.ts'
import { conanLock } from './conan-lock.ts'

it('reads the dependency graph of Conan 1', () => {
  const result = readFixture(conanLock, 'v1/conan.lock')
  expect(listed(result)).toEqual([
    'poco 1.9.4 runtime direct',
    'zlib 1.2.11 runtime < poco',
    'cmake 3.16.2 provided direct',
  ])
  expect(result.inventory).toMatchObject({
    formats: ['conan.lock 1'],
    root: { name: 'shop', version: '1.0' },
  })
})

it('reads early Conan 1 lockfiles, which have pref instead of ref and requirements as a map', () => {
  const result = readFixture(conanLock, 'early/conan.lock')
  expect(listed(result)).toEqual(['poco 1.9.4 runtime direct', 'zlib 1.2.11 runtime < poco'])
})

it('reads the requirement lists of Conan 2', () => {
  const result = readFixture(conanLock, 'conan.lock')
  expect(listed(result)).toEqual([
    'zlib 1.2.11 runtime ?',
    'openssl 1.1.1k runtime ?',
    'fmt 8.0.1 runtime ?',
    'cmake 3.21.3 provided ?',
  ])
  expect(result.inventory?.components[0]?.purl).toBe('pkg:conan/zlib@1.2.11')
})

it('lists editable packages of Conan 1, which have a path as the project has', () => {
  const nodes = {
    0: { ref: 'shop/1.0', path: 'conanfile.py', requires: ['1'] },
    1: { ref: 'zlib/1.2.11', path: '../zlib/conanfile.py', requires: ['2'] },
    2: { ref: 'bzip2/1.0.8#0' },
  }
  const text = JSON.stringify({ graph_lock: { nodes }, version: '0.4' })
  const result = readText(conanLock, 'conan.lock', text)
  expect(listed(result)).toEqual(['zlib 1.2.11 runtime direct', 'bzip2 1.0.8 runtime < zlib'])
  expect(result.inventory?.components[0]?.origin).toEqual({ kind: 'folder', address: '../zlib/conanfile.py' })
})
