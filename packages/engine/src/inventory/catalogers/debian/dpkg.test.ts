import { expect, test } from 'vitest'
import { findIn, osRelease, purlsIn } from '../../testing/find-in.ts'

const debian = osRelease('debian', '12')
const inStatus = (text: string) => purlsIn({ ...debian, 'var/lib/dpkg/status': text })
const installed = 'Status: install ok installed\n'

test.each<[string, string, string[]]>([
  [
    'the last paragraph needs no blank line after it',
    `Package: a\n${installed}Version: 1`,
    ['pkg:deb/debian/a@1?distro=debian-12'],
  ],
  [
    'a removed package may leave its configuration',
    'Package: b\nStatus: deinstall ok config-files\nVersion: 1\n',
    [],
  ],
  ['a package is not yet installed', 'Package: b\nStatus: install ok unpacked\nVersion: 1\n', []],
  [
    'names of fields have any case, and lines go on',
    `PACKAGE: a\n${installed}version: 1\narchitecture: amd64\nDescription: x\n Version: 9\n .\n`,
    ['pkg:deb/debian/a@1?arch=amd64&distro=debian-12'],
  ],
  [
    'the source package has another name and version',
    `Package: bsdutils\n${installed}Source: util-linux (2.36-8)\nVersion: 1:2.36-8\n`,
    ['pkg:deb/debian/bsdutils@1:2.36-8?distro=debian-12&upstream=util-linux@2.36-8'],
  ],
  [
    'the source package has the same version',
    `Package: libx\n${installed}Source: x\nVersion: 1-1\n`,
    ['pkg:deb/debian/libx@1-1?distro=debian-12&upstream=x'],
  ],
  [
    'a rebuild is of the version without its mark',
    `Package: x\n${installed}Source: y\nVersion: 1.0-1+b3\n`,
    ['pkg:deb/debian/x@1.0-1+b3?distro=debian-12&upstream=y@1.0-1'],
  ],
  [
    'headers of the kernel contain no kernel',
    `Package: linux-libc-dev\n${installed}Source: linux\nVersion: 6.1.90-1\n`,
    ['pkg:deb/debian/linux-libc-dev@6.1.90-1?distro=debian-12'],
  ],
  [
    'packages from elsewhere are not those of the advisories',
    `Package: nodejs\n${installed}Maintainer: Team <dev@nodesource.com>\nVersion: 18-1nodesource1\n`,
    ['pkg:deb/nodesource/nodejs@18-1nodesource1'],
  ],
  [
    'people maintain packages under their own addresses',
    `Package: a\n${installed}Maintainer: A B <a.b@example.org>\nVersion: 1\n`,
    ['pkg:deb/debian/a@1?distro=debian-12'],
  ],
  [
    'rebuilds with fixes of others are compared with the advisories of those who built them',
    `Package: a\n${installed}Version: 1-1+root.io.2\n\nPackage: b\n${installed}Version: 1-1.root.io.2\n\nPackage: c\n${installed}Version: 1-1+tuxcare.els3\n`,
    [
      'pkg:deb/root/a@1-1+root.io.2?distro=debian-12',
      'pkg:deb/root/b@1-1.root.io.2?distro=debian-12',
      'pkg:deb/tuxcare/c@1-1+tuxcare.els3?distro=debian-12',
    ],
  ],
  ['what has no version is no package', `Package: a\n${installed}\nfoo\n:\n`, []],
])('%s', (_, text, expected) => {
  expect(inStatus(text)).toEqual(expected)
})

test('images without a package manager have one file per package, without a state', () => {
  const files = {
    ...debian,
    'var/lib/dpkg/status.d/base': 'Package: base-files\nVersion: 12.4\nArchitecture: amd64\n',
    'var/lib/dpkg/status.d/base.md5sums': '0123  usr/lib/x\n',
  }
  expect(purlsIn(files)).toEqual(['pkg:deb/debian/base-files@12.4?arch=amd64&distro=debian-12'])
})

test('each system of an image has its own release', () => {
  const inner = Object.entries({
    ...osRelease('alpine', '3.19.1'),
    'lib/apk/db/installed': 'P:musl\nV:1.2-r1\n',
  })
  const files = {
    ...debian,
    'var/lib/dpkg/status': `Package: a\n${installed}Version: 1\n`,
    ...Object.fromEntries(inner.map(([path, text]) => [`opt/rootfs/${path}`, text])),
  }
  expect(purlsIn(files)).toEqual([
    'pkg:deb/debian/a@1?distro=debian-12',
    'pkg:apk/alpine/musl@1.2-r1?distro=alpine-3.19.1',
  ])
})

test('a package stands at its line', () => {
  const { packages } = findIn({
    'var/lib/dpkg/status': `Package: a\n${installed}Version: 1\n\nPackage: b\n${installed}Version: 1\n`,
  })
  expect(packages.map(({ places }) => places)).toEqual([
    [{ path: 'var/lib/dpkg/status', line: 1 }],
    [{ path: 'var/lib/dpkg/status', line: 5 }],
  ])
})

test("OpenWrt's database has the same format", () => {
  const files = {
    ...osRelease('openwrt', '23.05'),
    'usr/lib/opkg/status':
      'Package: libc\nVersion: 1.2\nStatus: install user installed\nArchitecture: mips\n',
  }
  expect(purlsIn(files)).toEqual(['pkg:opkg/openwrt/libc@1.2?arch=mips'])
})
