import { describe, expect, test } from 'vitest'
import { ecosystemById, ecosystemByOsvName } from '../ecosystems.ts'
import { clusteredIndexOf } from './testing/osv-documents.ts'

interface Listed {
  name?: string
  release?: string
  fixed?: string
  more?: object
}

/** A record for package a of a distribution's release. */
function documentOf(
  id: string,
  ids: object,
  { name = 'a', release = 'Debian:12', fixed = '2', more }: Listed = {},
) {
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }]
  return { id, ...ids, affected: [{ package: { ecosystem: release, name }, ranges, ...more }] }
}
const upstream = (...upstream: string[]) => ({ upstream })
const [one, two] = ['CVE-2020-0001', 'CVE-2020-0002'] as const
const ofOne = documentOf(`DEBIAN-${one}`, upstream(one))
const ofTwo = documentOf(`DEBIAN-${two}`, upstream(two))
const update = documentOf('DSA-1', upstream(one, two), { fixed: '2.1' })

/** By CVE, otherwise by record: the records that matched version 1 of package a. */
function recordsOf(documents: object[], version = '1', distribution = 'Debian:12') {
  const [name = '', ...suffix] = distribution.split(':')
  const ecosystem = ecosystemByOsvName(name)!
  const found = clusteredIndexOf(ecosystem, documents).match(
    'a',
    version,
    ecosystem.release!.fromSuffix(suffix.join(':'))!,
  )
  return found.map(({ facts, evidence }) => [
    facts.cve ?? facts.cves.join(' '),
    ...evidence.map(({ recordId }) => recordId),
  ])
}

describe('an advisory of several CVEs', () => {
  test('is no finding of its own if each CVE has one, and adds its fixed versions and itself to them', () => {
    const index = clusteredIndexOf(ecosystemById('debian'), [update, ofOne, ofTwo])
    const matches = index.match('a', '1', '12')
    expect(matches.map(({ facts }) => facts.cve)).toEqual([one, two])
    for (const match of matches) {
      expect(match.fixedVersions).toEqual(['2', '2.1'])
      expect(match.evidence.map(({ recordId }) => recordId)).toContain('DSA-1')
      expect(match.updates).toHaveLength(1)
    }
  })

  test.for<[string, object]>([
    ['there is none', documentOf('DSA-9', upstream('CVE-2020-0009'))],
    ['it is for another package', documentOf(`DEBIAN-${two}`, upstream(two), { name: 'b' })],
    ['it is for another release', documentOf(`DEBIAN-${two}`, upstream(two), { release: 'Debian:11' })],
    ['it does not affect the version', documentOf(`DEBIAN-${two}`, upstream(two), { fixed: '0.5' })],
    ['it is withdrawn', { ...ofTwo, withdrawn: '2020-01-01T00:00:00Z' }],
  ])('stays a finding with the whole set if a CVE has no record of its own: %s', ([, other]) => {
    expect(recordsOf([update, ofOne, other]).filter(([id]) => id?.includes(one))).toEqual([
      [`${one} ${two}`, 'DSA-1'],
      [one, `DEBIAN-${one}`],
    ])
  })

  test.for([
    ['Ubuntu:22.04:LTS', 'USN-1-1', `UBUNTU-${one}`, `UBUNTU-${two}`],
    ['Red Hat:enterprise_linux:9::appstream', 'RHSA-2024:1', one, two],
    ['Rocky Linux:9', 'RLSA-2024:1', one, two],
    ['AlmaLinux:9', 'ALSA-2024:1', one, two],
    ['SUSE:Linux Enterprise Server 15 SP4', 'SUSE-SU-2024:1-1', one, two],
    ['openSUSE:Leap 15.4', 'openSUSE-SU-2024:1-1', one, two],
    ['Alpine:v3.20', 'CGA-9999-9999-9999', `ALPINE-${one}`, `ALPINE-${two}`],
  ] as const)('is merged in %s', ([release, id, first, second]) => {
    const documents = [first, second].map((each, at) =>
      documentOf(each, upstream([one, two][at]!), { release }),
    )
    const found = recordsOf([documentOf(id, upstream(one, two), { release }), ...documents], '1', release)
    expect(found.map(([cve, ...ids]) => [cve, ids.includes(id)])).toEqual([
      [one, true],
      [two, true],
    ])
  })
})

test('two records of the same CVE are one match, in any order', () => {
  const ids = upstream(one)
  for (const documents of [
    [ofOne, documentOf('DSA-1', ids)],
    [documentOf('DSA-1', ids), documentOf('DLA-1', ids)],
    [documentOf('DSA-1', { aliases: [one] }), ofOne],
  ])
    for (const order of [documents, documents.toReversed()]) expect(recordsOf(order)).toHaveLength(1)
})

test("a distribution's rating is the severity, and the worst of several", () => {
  const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }]
  const rated = (urgency: string, more: object = {}) =>
    documentOf(
      `DEBIAN-${one}`,
      { upstream: [one], severity, ...more },
      { more: { ecosystem_specific: { urgency } } },
    )
  const ratingOf = (...documents: object[]) => {
    const [match] = clusteredIndexOf(ecosystemById('debian'), documents).match('a', '1', '12')
    return [match?.facts.severity, match?.rating, match?.facts.cvss]
  }
  expect(ratingOf(rated('unimportant'))).toEqual(['none', 'none', 9.8])
  expect(ratingOf(rated('low**'))).toEqual(['low', 'low', 9.8])
  expect(ratingOf(rated('not yet assigned'))).toEqual(['critical', null, 9.8])
  expect(ratingOf(rated('low'), { ...rated('medium'), id: 'DSA-1' })).toEqual(['medium', 'medium', 9.8])
  expect(ratingOf(rated('unimportant', { severity: [] }))).toEqual(['none', 'none', null])
  const ubuntu = documentOf(`UBUNTU-${one}`, {
    severity: [...severity, { type: 'Ubuntu', score: 'negligible' }],
  })
  const alma = documentOf('ALSA-1', { summary: 'Important: a security update', severity, related: [one] })
  expect(ratingOf(ubuntu)).toEqual(['low', 'low', 9.8])
  expect(ratingOf(alma)).toEqual(['high', 'high', 9.8])
})
