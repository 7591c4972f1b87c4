import { expect, test } from 'vitest'
import { excludes } from './exclusions.ts'
import type { ExclusionSubject } from './exclusions.ts'
import type { Exclusion } from './exclusion.ts'

const subject: ExclusionSubject = {
  domain: 'security',
  advisoryUuid: '5f0c9b4e-3f0a-4f3e-9d0e-0a1b2c3d4e5f',
  cve: 'CVE-2020-8203',
  cves: ['CVE-2020-8203'],
  ecosystem: 'npm',
  packageName: 'lodash',
  versions: ['4.17.15'],
}
const exclusion = (target: Exclusion['target'], domain: Exclusion['domain'] = 'security'): Exclusion => ({
  uuid: 'e1',
  domain,
  target,
  projectUuid: null,
})
const library = (name: string, version = '*', ecosystem: 'npm' | 'pypi' | 'maven' = 'npm') =>
  exclusion({ kind: 'library', ecosystem, name, version })
const advisory = (uuid: string) => exclusion({ kind: 'advisory', uuid })
const cve = (id: string) => exclusion({ kind: 'cve', cve: id })

test.for<[string, Exclusion, Partial<ExclusionSubject>, boolean]>([
  ['advisory', advisory('5f0c9b4e-3f0a-4f3e-9d0e-0a1b2c3d4e5f'), {}, true],
  ['advisory in capitals', advisory('5F0C9B4E-3F0A-4F3E-9D0E-0A1B2C3D4E5F'), {}, true],
  ['another advisory', advisory('00000000-3f0a-4f3e-9d0e-0a1b2c3d4e5f'), {}, false],
  ['CVE', cve('CVE-2020-8203'), {}, true],
  ['CVE in small letters', cve('cve-2020-8203'), {}, true],
  ['a longer CVE', cve('CVE-2020-82031'), {}, false],
  ['CVE, of an advisory without one', cve('CVE-2020-8203'), { cve: null, cves: [] }, false],
  ['library', library('lodash'), {}, true],
  ['library of a longer name', library('lodash-es'), {}, false],
  ['library of another ecosystem', library('lodash', '*', 'pypi'), {}, false],
  ['library of no known ecosystem', library('*'), { ecosystem: null }, false],
  ['library at the version', library('lodash', '4.17.15'), {}, true],
  ['library at another version', library('lodash', '4.17.1'), {}, false],
  ['library at an equal version', library('lodash', 'v4.17.15'), {}, true],
  ['library at one of two versions', library('lodash', '4.17.15'), { versions: ['4.17.15', '3.0.0'] }, false],
  ['library at any of two versions', library('lodash'), { versions: ['4.17.15', '3.0.0'] }, true],
  ['name with wildcard', library('lo*'), {}, true],
  ['every name', library('*'), {}, true],
  ['a scope', library('@babel/*'), { packageName: '@babel/core' }, true],
  ['another scope', library('@babel/*'), { packageName: '@babel-x/core' }, false],
  ['an asterisk that is not at the end', library('*dash'), {}, false],
  ['wildcard at another version', library('lo*', '1.0.0'), {}, false],
  [
    'PyPI names without case',
    library('Flask_Cors', '*', 'pypi'),
    { ecosystem: 'pypi', packageName: 'flask-cors' },
    true,
  ],
  [
    'PyPI names without case before the asterisk',
    library('Flask_*', '*', 'pypi'),
    { ecosystem: 'pypi', packageName: 'flask.cors' },
    true,
  ],
  [
    'Maven names with case',
    library('org.Slf4j:*', '*', 'maven'),
    { ecosystem: 'maven', packageName: 'org.slf4j:slf4j-api' },
    false,
  ],
  ['another domain', exclusion({ kind: 'cve', cve: 'CVE-2020-8203' }, 'stability'), {}, false],
  [
    'library in stability',
    exclusion({ kind: 'library', ecosystem: 'npm', name: 'lodash', version: '*' }, 'stability'),
    { domain: 'stability', advisoryUuid: null, cve: null, cves: [] },
    true,
  ],
])('matches %s', ([, rule, more, expected]) => {
  expect(excludes([rule], { ...subject, ...more }) !== null).toBe(expected)
})

test('the first matching exclusion applies', () => {
  const first = { ...library('lodash'), uuid: 'first' }
  const second = { ...cve('CVE-2020-8203'), uuid: 'second' }
  expect(excludes([library('other'), first, second], subject)?.uuid).toBe('first')
  expect(excludes([second, first], subject)?.uuid).toBe('second')
})

test('exclusions of two versions together cover a finding with both', () => {
  const rules = [library('lodash', '3.0.0'), library('lodash', '4.17.15')]
  expect(excludes(rules, { ...subject, versions: ['3.0.0', '4.17.15'] })).toBe(rules[0])
})

test('several vulnerabilities of one advisory must all be excluded', () => {
  const several = { ...subject, cve: null, cves: ['CVE-2020-8203', 'CVE-2020-8204'] }
  const [first, second] = [cve('CVE-2020-8203'), cve('cve-2020-8204')]
  expect([excludes([first], several), excludes([second], several)]).toEqual([null, null])
  expect(excludes([first, second], several)).toBe(first)
  expect(excludes([advisory(subject.advisoryUuid!)], several)).not.toBeNull()
  expect(excludes([library('lodash')], several)).not.toBeNull()
  // Two names of one vulnerability.
  expect(excludes([second], { ...several, cve: 'CVE-2020-8203' })).toBe(second)
})

test('nothing is excluded without exclusions', () => {
  expect(excludes([], subject)).toBeNull()
})
