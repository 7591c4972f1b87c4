import { folderOfTest } from '../../../testing/temporary-folder.ts'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { findIn, osRelease, purlsIn } from '../../testing/find-in.ts'
import { makeBerkeley, makeHeader, makeNdb, type RpmFields } from '../../testing/make-rpm.ts'
import { readSqlite } from './rpm-databases.ts'

const rhel = osRelease('rhel', '9.4')
const sle = osRelease('sles', '15.5')
const long = 'x'.repeat(9_000)
const packages: RpmFields[] = [
  { name: 'bash', version: '5.1.8', release: '6.el9', source: 'bash-5.1.8-6.el9.src.rpm', license: 'GPLv3+' },
  {
    name: 'perl-Foo',
    version: '1.2',
    release: '3.el9',
    epoch: 4,
    source: 'perl-Foo-Bar-1.2-3.el9.src.rpm',
    license: long,
  },
  { name: 'gpg-pubkey', version: '1234abcd', release: '1' },
  {
    name: 'nodejs',
    version: '12.2',
    release: '1.module+el8',
    epoch: 0,
    source: '(none)',
    module: 'nodejs:12:80:abc',
  },
  { name: 'kernel-headers', version: '5.14.0', release: '1.el9', source: 'kernel-5.14.0-1.el9.src.rpm' },
  { name: 'epel-tool', version: '1', release: '1.el9', vendor: 'Fedora Project' },
]
const expected = (namespace: string, distro: string) => [
  `pkg:rpm/${namespace}/bash@5.1.8-6.el9?arch=x86_64&distro=${distro}&upstream=bash-5.1.8-6.el9.src.rpm`,
  `pkg:rpm/${namespace}/perl-Foo@1.2-3.el9?arch=x86_64&distro=${distro}&epoch=4&upstream=perl-Foo-Bar-1.2-3.el9.src.rpm`,
  `pkg:rpm/${namespace}/nodejs@12.2-1.module+el8?arch=x86_64&distro=${distro}&rpmmod=nodejs:12:80:abc`,
  `pkg:rpm/${namespace}/kernel-headers@5.14.0-1.el9?arch=x86_64&distro=${distro}`,
  'pkg:rpm/epel/epel-tool@1-1.el9?arch=x86_64',
]

/** The files of a database into which some rows were written, and then others which only its log has. */
function sqlite(first: readonly Uint8Array[], later: readonly Uint8Array[], pageSize = 4096) {
  const folder = folderOfTest()
  const path = join(folder, 'rpmdb.sqlite')
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;`)
  database.exec('CREATE TABLE Packages (hnum INTEGER PRIMARY KEY AUTOINCREMENT, blob BLOB NOT NULL)')
  const insert = database.prepare('INSERT INTO Packages (blob) VALUES (?)')
  for (const header of first) insert.run(header)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  for (const header of later) insert.run(header)
  const copy = (suffix: string) => {
    copyFileSync(`${path}${suffix}`, `${path}${suffix}.copy`)
    return new Uint8Array(readFileSync(`${path}${suffix}.copy`))
  }
  const files = { main: copy(''), log: copy('-wal') }
  database.close()
  return files
}

const headers = packages.map(makeHeader)

test.each([512, 1024, 4096, 65_536])('reads SQLite with pages of %i bytes and its log', (pageSize) => {
  const { main, log } = sqlite(headers.slice(0, 2), headers.slice(2), pageSize)
  const folder = 'var/lib/rpm/rpmdb.sqlite'
  expect(purlsIn({ ...rhel, [folder]: main, [`${folder}-wal`]: log })).toEqual(
    expected('redhat', 'redhat-9.4'),
  )
  // The log of an older database, as a layer may leave it behind.
  const other = sqlite([], headers.slice(0, 1), pageSize)
  expect(purlsIn({ ...rhel, [folder]: main })).toHaveLength(2)
  expect(readSqlite(other.main, new Uint8Array(100)).headers).toEqual([])
})

test('reads thousands of rows, in whatever pages they are', () => {
  const many = Array.from({ length: 3_000 }, (_, index) =>
    makeHeader({ name: `p${index}`, version: '1', release: '1' }),
  )
  const { main, log } = sqlite(many, many.slice(0, 10))
  const { headers: read, problem } = readSqlite(main, log)
  expect([read.length, problem]).toEqual([3_010, null])
})

test('an update that only the log has counts', () => {
  const folder = folderOfTest()
  const path = join(folder, 'rpmdb.sqlite')
  const database = new DatabaseSync(path)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE Packages (hnum INTEGER PRIMARY KEY, blob BLOB)',
  )
  const header = (release: string) => makeHeader({ name: 'libssh', version: '0.10.4', release })
  database.prepare('INSERT INTO Packages VALUES (1, ?)').run(header('1'))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.prepare('UPDATE Packages SET blob = ?').run(header('2'))
  const files = {
    'var/lib/rpm/rpmdb.sqlite': new Uint8Array(readFileSync(path)),
    'var/lib/rpm/rpmdb.sqlite-wal': new Uint8Array(readFileSync(`${path}-wal`)),
  }
  database.close()
  expect(purlsIn(files)).toEqual(['pkg:rpm/libssh@0.10.4-2?arch=x86_64'])
})

test('reads NDB', () => {
  expect(purlsIn({ ...sle, 'usr/lib/sysimage/rpm/Packages.db': makeNdb(headers) })).toEqual(
    expected('suse', 'suse-15.5'),
  )
})

test('reads Berkeley DB, also values within the page', () => {
  const small = makeHeader({ name: 'tiny', version: '1', release: '1' })
  const bytes = makeBerkeley(headers, [small])
  expect(purlsIn({ ...rhel, 'var/lib/rpm/Packages': bytes })).toEqual([
    'pkg:rpm/redhat/tiny@1-1?arch=x86_64&distro=redhat-9.4',
    ...expected('redhat', 'redhat-9.4'),
  ])
})

test('a chain of pages that is a cycle is one lost package, and an issue', () => {
  const bytes = makeBerkeley([makeHeader(packages[1]!), makeHeader(packages[0]!)])
  // The second page of the first chain leads back to the first.
  bytes.set([2, 0, 0, 0], 3 * 512 + 16)
  const { packages: found, issues } = findIn({ 'var/lib/rpm/Packages': bytes })
  expect(found.map(({ purl }) => purl.slice(0, 15))).toEqual(['pkg:rpm/bash@5.'])
  expect(issues).toMatchObject([{ code: 'database-broken', isUnread: true }])
})

test.each(['rpmdb.sqlite', 'Packages.db', 'Packages'])('%s that is something else is an issue', (name) => {
  for (const bytes of [new Uint8Array(), new Uint8Array(600).fill(1)])
    expect(findIn({ [`var/lib/rpm/${name}`]: bytes })).toMatchObject({
      packages: [],
      issues: [{ code: 'database-broken' }],
    })
})

test('reads the list of images without a database', () => {
  const line = 'openssl\t3.3.0-1.azl3\t1\t1\tMicrosoft\t(none)\t1\tx86_64\t0\topenssl-3.3.0-1.azl3.src.rpm\n'
  expect(
    purlsIn({ ...osRelease('azurelinux', '3.0'), 'var/lib/rpmmanifest/container-manifest-2': line }),
  ).toEqual([
    'pkg:rpm/azure-linux/openssl@3.3.0-1.azl3?arch=x86_64&distro=azure-linux-3.0&upstream=openssl-3.3.0-1.azl3.src.rpm',
  ])
})
