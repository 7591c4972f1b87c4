import { compileRule } from '@assay/engine/policies/rules/compile-rule.ts'
import { expect, test } from 'vitest'
import { mapCondition } from './map-conditions.ts'

const groups = [{ uuid: 'g1', name: 'Copyleft', licenses: [{ licenseId: 'GPL-3.0-only', name: 'GPL' }] }]

const cases: readonly [subject: string, operator: string, value: string, cel: string][] = [
  ['SEVERITY', 'IS', 'UNASSIGNED', 'finding.severity == "unknown"'],
  ['EPSS', 'NUMERIC_GREATER_THAN_OR_EQUAL', '0.5', 'finding.epss >= 0.5'],
  ['VULNERABILITY_ID', 'IS_NOT', 'CVE-2021-44228', 'finding.id != "CVE-2021-44228"'],
  ['LICENSE', 'IS', 'unresolved', '!license.known'],
  ['LICENSE', 'IS_NOT', 'MIT', '!("MIT" in license.ids)'],
  ['LICENSE_GROUP', 'IS', 'g1', 'license.ids.exists(id, id in ["GPL-3.0-only"])'],
  ['VERSION', 'NUMERIC_EQUAL', '1.0', 'component.version == "1.0"'],
  [
    'COORDINATES',
    'NO_MATCH',
    '{"group":"org.apache","name":"log4j*","version":"*"}',
    String.raw`!(component.name.matches("^org\\.apache[/:]log4j.*$"))`,
  ],
  [
    'EXPRESSION',
    'MATCHES',
    'component.resolved_license.groups.exists(g, g.name == "Copyleft") && "internet" in project.tags',
    'license.ids.exists(id, id in ["GPL-3.0-only"]) && "internet" in project.tags',
  ],
  [
    'EXPRESSION',
    'MATCHES',
    'vulns.exists(vuln, has(vuln.epss_percentile) && vuln.epss_percentile > 0.95)',
    'has(finding.epss_percentile) && finding.epss_percentile > 0.95',
  ],
]

test.each(cases.map((each) => ({ each })))('$each', ({ each: [subject, operator, value, cel] }) => {
  expect(mapCondition({ subject, operator, value }, groups)).toMatchObject({ cel })
  expect(compileRule(cel).issues).toEqual([])
})

const unmapped: typeof cases = [
  ['AGE', 'NUMERIC_GREATER_THAN', 'P2Y', 'age of components'],
  ['COORDINATES', 'MATCHES', '{"name":"a","version":"<2"}', 'versions in order'],
  ['EXPRESSION', 'MATCHES', 'component.is_internal', 'component.is_internal'],
  [
    'EXPRESSION',
    'MATCHES',
    'component.version_distance(">=", v1.VersionDistance{major: 1})',
    'version_distance',
  ],
  ['EXPRESSION', 'MATCHES', 'vulns.exists(v, v.is_kev) || vulns.exists(w, w.id == "a")', 'several lists'],
]

test.each(unmapped.map((each) => ({ each })))(
  '$each has no counterpart',
  ({ each: [subject, operator, value, why] }) => {
    expect(mapCondition({ subject, operator, value }, groups)).toEqual({ why: expect.stringContaining(why) })
  },
)
