import { expect, test } from 'vitest'
import { readDocument } from '../read.ts'

const read = (path: string, content: object | string) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const { inventory } = readDocument({ path, bytes: new TextEncoder().encode(text) })
  return inventory!.components.map(({ name, source }) => [name, source])
}
const trivy = (members: Record<string, string>) =>
  Object.entries(members).map(([name, value]) => ({ name: `aquasecurity:trivy:${name}`, value }))
const bom = (...components: object[]) =>
  read('bom.json', { bomFormat: 'CycloneDX', specVersion: '1.6', components })
const library = (purl: string, properties: object[]) => ({ type: 'library', name: 'x', purl, properties })

const libssl = 'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?distro=debian-12.4'

test("reads the source package from Trivy's CycloneDX properties, with its version in parts", () => {
  const properties = trivy({ SrcName: 'openssl', SrcVersion: '3.0.11', SrcRelease: '1~deb12u2' })
  const git = trivy({ SrcName: 'git', SrcVersion: '2.39.2', SrcRelease: '1.1', SrcEpoch: '1' })
  const origin = trivy({ SrcName: 'openssl', SrcVersion: '3.3.1-r0' })
  expect(
    bom(
      library(libssl, properties),
      library('pkg:deb/ubuntu/git-man@1%3A2.39.2-1.1?distro=ubuntu-22.04', git),
      library('pkg:apk/alpine/libssl3@3.3.1-r0?distro=3.20', origin),
    ),
  ).toEqual([
    ['libssl3', { name: 'openssl', version: '3.0.11-1~deb12u2' }],
    ['git-man', { name: 'git', version: '1:2.39.2-1.1' }],
    ['libssl3', { name: 'openssl', version: '3.3.1-r0' }],
  ])
})

test('prefers the package URL, and ignores other ecosystems and incomplete properties', () => {
  const properties = trivy({ SrcName: 'openssl', SrcVersion: '3.0.11-1' })
  expect(
    bom(
      library(`${libssl}&upstream=boringssl`, properties),
      library('pkg:rpm/redhat/openssl-libs@3.0.7-16.el9', properties),
      library('pkg:npm/openssl@1.0.0', properties),
      library('pkg:deb/debian/curl@7.88', trivy({ SrcName: 'curl' })),
    ).map(([, source]) => source),
  ).toEqual([{ name: 'boringssl', version: '3.0.11-1~deb12u2' }, undefined, undefined, undefined])
})

const sentence = 'built package from: openssl 3.0.11-1~deb12u2'
const reference = { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: libssl }

test.each<[string, object | string]>([
  [
    'a.spdx.json',
    {
      spdxVersion: 'SPDX-2.3',
      packages: [{ SPDXID: 'SPDXRef-a', name: 'libssl3', sourceInfo: sentence, externalRefs: [reference] }],
    },
  ],
  [
    'a.spdx',
    `SPDXVersion: SPDX-2.3\nPackageName: libssl3\nSPDXID: SPDXRef-a\nPackageSourceInfo: <text>${sentence}</text>\nExternalRef: PACKAGE-MANAGER purl ${libssl}\n`,
  ],
  [
    'a.spdx3.json',
    {
      '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
      '@graph': [
        {
          type: 'software_Package',
          spdxId: 'a',
          name: 'libssl3',
          software_packageUrl: libssl,
          software_sourceInfo: sentence,
        },
      ],
    },
  ],
])('reads the source package from the sourceInfo of SPDX: %s', (path, content) => {
  expect(read(path, content)).toEqual([['libssl3', { name: 'openssl', version: '3.0.11-1~deb12u2' }]])
})

test('ignores sourceInfo with any other sentence', () => {
  const sourceInfo = 'acquired package info from DPKG DB: /var/lib/dpkg/status.d/libssl3'
  const packages = [{ SPDXID: 'SPDXRef-a', name: 'a', sourceInfo, externalRefs: [reference] }]
  expect(read('a.spdx.json', { spdxVersion: 'SPDX-2.3', packages })).toEqual([['libssl3', undefined]])
})

test.each([
  [
    'acquired package info from installed python package manifest file: /a/METADATA, /b/RECORD',
    ['/a/METADATA', '/b/RECORD'],
  ],
  ['Listed in a/package-lock.json', ['a/package-lock.json']],
  ['built package from: openssl 3.0.11-1', []],
])('the files of the sourceInfo %s are where the package was found', (sourceInfo, files) => {
  const packages = [{ SPDXID: 'SPDXRef-a', name: 'a', sourceInfo, externalRefs: [reference] }]
  const bytes = new TextEncoder().encode(JSON.stringify({ spdxVersion: 'SPDX-2.3', packages }))
  const [component] = readDocument({ path: 'bom', bytes }).inventory!.components
  expect(component!.locations).toEqual(['bom', ...files])
  expect((component!.evidence?.occurrences ?? []).map(({ location }) => location)).toEqual(files)
})
