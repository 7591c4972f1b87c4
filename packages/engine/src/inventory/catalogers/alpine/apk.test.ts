import { expect, test } from 'vitest'
import { findIn, osRelease, purlsIn } from '../../testing/find-in.ts'

const alpine = osRelease('alpine', '3.19.1')
const entry =
  'C:Q1abc=\nP:openjdk11-jre\nV:11.0.20-r0\nA:x86_64\no:openjdk11\nL:GPL-2.0-only\na:0:0:755\nF:usr/lib\nR:x\nZ:Q1=\n'

test.each(['lib/apk/db/installed', 'usr/lib/apk/db/installed'])('reads %s', (path) => {
  expect(purlsIn({ ...alpine, [path]: entry })).toEqual([
    'pkg:apk/alpine/openjdk11-jre@11.0.20-r0?arch=x86_64&distro=alpine-3.19.1&upstream=openjdk11',
  ])
})

test('has licenses', () => {
  expect(findIn({ 'lib/apk/db/installed': entry }).packages[0]!.licenses).toEqual(['GPL-2.0-only'])
})

test('virtual packages are none', () => {
  expect(purlsIn({ ...alpine, 'lib/apk/db/installed': 'P:.build-deps\nV:20240101.1\n' })).toEqual([])
})

test('packages from another release have none', () => {
  const files = {
    ...alpine,
    'lib/apk/db/installed': 'P:foo\nV:1-r0\n\nP:bar\nV:1-r0\n',
    'etc/apk/world': 'bar\nfoo@edge\n',
  }
  expect(purlsIn(files)).toEqual(['pkg:apk/alpine/foo@1-r0', 'pkg:apk/alpine/bar@1-r0?distro=alpine-3.19.1'])
})

test.each<[string, Record<string, string>, string]>([
  ['a snapshot has no release', osRelease('alpine', '3.21_alpha20240807'), 'pkg:apk/alpine/a@1-r0'],
  [
    'Wolfi has none, whatever its version',
    osRelease('wolfi', '20230201'),
    'pkg:apk/wolfi/a@1-r0?distro=wolfi-rolling',
  ],
  [
    'a derived distribution is not the one that it is derived from',
    { 'etc/os-release': 'ID=alpaquita\nID_LIKE=alpine\nVERSION_ID=stream\n' },
    'pkg:apk/alpaquita/a@1-r0?distro=alpaquita-stream',
  ],
  ['without a system, none is guessed', {}, 'pkg:apk/a@1-r0'],
])('%s', (_, system, expected) => {
  expect(purlsIn({ ...system, 'lib/apk/db/installed': 'P:a\nV:1-r0\n' })).toEqual([expected])
})

test("CleanStart's images are known by their base package", () => {
  expect(purlsIn({ 'lib/apk/db/installed': 'P:clnstrt-baselayout\nV:1-r0\n\nP:a\nV:1-r0\n' })[1]).toBe(
    'pkg:apk/cleanstart/a@1-r0?distro=cleanstart-rolling',
  )
})
