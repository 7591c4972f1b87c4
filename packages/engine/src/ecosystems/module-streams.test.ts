import { describe, expect, test } from 'vitest'
import { clusteredIndexOf } from '../advisories/testing/osv-documents.ts'
import { ecosystemById, ecosystemByOsvName } from '../ecosystems.ts'

const fixedBy = (release: string, id: string, [summary, fixed]: [string, string]) => ({
  id,
  summary,
  affected: [
    {
      package: { ecosystem: release, name: 'nodejs' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
    },
  ],
})
const build = (at: number, upstream: string) => `1:${upstream}-1.module_el8.6.0+${at}+abcdef01`
const advisories: [string, [string, string]][] = [
  ['A16', ['Important: nodejs:16 security update', build(16, '16.20.2')]],
  ['A18', ['Important: nodejs:18 security, bug fix and enhancement update', build(18, '18.20.2')]],
  ['A20', ['Moderate: nodejs:20 security update', build(20, '20.12.2')]],
  ['TWO', ['Low: nodejs:18 and virt-devel:rhel security update', build(21, '19.0.0')]],
  ['NONE', ['Important: nodejs security update', '1:30.0.0-1.el8']],
  ['ANY', ['Important: a security update', build(30, '30.0.0')]],
]
const old18 = `1:18.1.0-1.module_el8.6.0+9+abcdef01`

/** 'A18?' if it is uncertain. */
function idsOf(version: string, rpmmod = '', release = 'AlmaLinux:8') {
  const ecosystem = ecosystemByOsvName(release.split(':')[0]!)!
  const documents = advisories.map(([id, of]) => fixedBy(release, id, of))
  const qualifiers = { distro: `${ecosystem.purlNamespaces![0]}-8`, ...(rpmmod !== '' && { rpmmod }) }
  const found = ecosystem.release!.fromQualifiers(qualifiers)!
  return clusteredIndexOf(ecosystem, documents)
    .match('nodejs', version, found)
    .map(({ evidence, isUncertain }) => `${evidence[0]!.recordId}${isUncertain ? '?' : ''}`)
}

describe('an advisory for a module', () => {
  test.for<[string, string, string, string[]]>([
    ['its stream, by rpmmod', old18, 'nodejs:18:8060020230830153044:a75119d5', ['A18', 'TWO', 'ANY?']],
    ['another stream', build(9, '20.9.0'), 'nodejs:20:1:a', ['A20', 'ANY?']],
    ['a stream without advisories', build(9, '10.0.0'), 'nodejs:10:1:a', ['ANY?']],
    ['its stream, by a build that an advisory lists', build(16, '16.0.0'), '', ['A16', 'ANY?']],
    ['a build that nobody lists', old18, '', ['A18?', 'A20?', 'TWO?', 'ANY?']],
    ['a package that is of no module', '1:10.0.0-1.el8', '', ['NONE']],
    ['a version that does not tell', '10.0.0', '', ['A16?', 'A18?', 'A20?', 'TWO?', 'NONE', 'ANY?']],
  ])('%s', ([, version, rpmmod, expected]) => {
    expect(idsOf(version, rpmmod)).toEqual(expected)
  })

  test.for(['Rocky Linux:8', 'Red Hat:enterprise_linux:8::appstream'])('is read for %s', (release) => {
    expect(idsOf(build(9, '20.9.0'), 'nodejs:20:1:a', release)).toEqual(['A20', 'ANY?'])
  })
})

test('a fix of another stream is none', () => {
  const ecosystem = ecosystemById('almalinux')
  const documents = [
    fixedBy('AlmaLinux:8', 'A18', ['Low: nodejs:18 security update', build(18, '18.20.2')]),
    fixedBy('AlmaLinux:8', 'A20', ['Low: nodejs:20 security update', build(20, '20.12.2')]),
  ]
  const index = clusteredIndexOf(ecosystem, documents)
  expect(index.fixedVersions('nodejs', old18, '8/nodejs:18')).toEqual([build(18, '18.20.2')])
})

test.for<[string, string | null]>([
  ['Important: nodejs:18 security update', 'nodejs:18'],
  ['Moderate: virt:rhel and virt-devel:rhel security update', 'virt-devel:rhel virt:rhel'],
  ['Low: httpd:2.4/mod_http2 security update', 'httpd:2.4'],
  ['Important: container-tools:rhel8 security and bug fix update', 'container-tools:rhel8'],
  ['Important: .NET 6.0 security update', null],
  ['Important: security update at 10:30', null],
])('the stream of %j is %s', ([summary, expected]) => {
  expect(ecosystemById('almalinux').release!.streamOf!({ summary, bounds: [] })).toBe(expected)
})
