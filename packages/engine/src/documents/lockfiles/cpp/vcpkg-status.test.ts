import { expect, it } from 'vitest'
import { purlsIn } from '../../../inventory/testing/find-in.ts'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { vcpkgStatus } from './vcpkg-status.ts'

const path = 'vcpkg_installed/vcpkg/status'

it('lists what vcpkg installed, with who requires it, and what the manifest asks for as direct', () => {
  const result = readFixture(vcpkgStatus, path)
  expect(listed(result)).toEqual([
    'vcpkg-cmake 2024-04-23 runtime < fmt zlib libpng',
    'fmt 10.2.1 runtime direct',
    'zlib 1.3.1 runtime < libpng',
    'libpng 1.6.43 runtime direct',
  ])
  expect(result.inventory!.components[3]!.purl).toBe(
    'pkg:vcpkg/libpng@1.6.43?port_version=1&triplet=x64-linux',
  )
  expect(new Set(issuesOf(result).map((issue) => issue.split(' ')[0]))).toEqual(
    new Set(['ecosystem-unsupported']),
  )
})

it('leaves open what is direct without a manifest, and rejects other files', () => {
  const text = 'Package: fmt\nVersion: 1.0\nArchitecture: x64-linux\nStatus: install ok installed\n'
  expect(listed(readText(vcpkgStatus, path, text))).toEqual(['fmt 1.0 runtime ?'])
  expect(issuesOf(readText(vcpkgStatus, path, 'state: ok\n'))).toEqual([`document-unknown ${path}`])
})

it('is found in trees, also where vcpkg itself is installed, and nowhere else', () => {
  const text = 'Package: fmt\nVersion: 1.0\nArchitecture: x64-linux\nStatus: install ok installed\n'
  const purl = 'pkg:vcpkg/fmt@1.0?triplet=x64-linux'
  expect(purlsIn({ [`app/${path}`]: text })).toEqual([purl])
  expect(purlsIn({ 'opt/vcpkg/installed/vcpkg/status': text })).toEqual([purl])
  expect(purlsIn({ 'opt/other/status': text })).toEqual([])
})
