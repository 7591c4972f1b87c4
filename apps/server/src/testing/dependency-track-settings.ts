import { nameUuid } from '@assay/engine/name-uuid.ts'

// Policies and notification rules of a Dependency-Track: everything that they can be about, and what becomes of it.

const copyleft = nameUuid('urn:assay:fake-dependency-track:copyleft')
const numeric = [
  'NUMERIC_GREATER_THAN',
  'NUMERIC_LESS_THAN',
  'NUMERIC_EQUAL',
  'NUMERIC_NOT_EQUAL',
  'NUMERIC_GREATER_THAN_OR_EQUAL',
  'NUMERIC_LESSER_THAN_OR_EQUAL',
]
const matches = ['MATCHES', 'NO_MATCH']
const is = ['IS', 'IS_NOT']
const exact = new Set(['NUMERIC_EQUAL', 'NUMERIC_NOT_EQUAL'])

interface ConditionCase {
  subject: string
  operator: string
  value: string
  /** What the report has of it, or a part of the reason why it is left out. */
  becomes: 'Policies' | 'Rules' | { why: string }
}

type Becomes = ConditionCase['becomes'] | ((operator: string) => ConditionCase['becomes'])

/** Every subject with the operators that it can have. */
const subjects: readonly [subject: string, operators: readonly string[], value: string, becomes: Becomes][] =
  [
    ['AGE', numeric, 'P2Y', { why: 'age' }],
    ['COMPONENT_HASH', is, '{"algorithm":"SHA-1","value":"da39a3ee"}', { why: 'hashes' }],
    ['COORDINATES', matches, '{"group":"*","name":"left-pad","version":"*"}', 'Rules'],
    ['CPE', matches, 'cpe:2.3:a:acme:*', { why: 'CPE' }],
    ['CWE', ['CONTAINS_ANY', 'CONTAINS_ALL'], 'CWE-79, CWE-89', { why: 'CWE' }],
    ['EPSS', numeric, '0.5', 'Rules'],
    ['EXPRESSION', ['MATCHES'], 'component.name == "left-pad"', 'Rules'],
    ['IS_INTERNAL', ['IS'], 'true', { why: 'internal' }],
    ['LICENSE', is, 'GPL-3.0-only', (operator) => (operator === 'IS' ? 'Policies' : 'Rules')],
    ['LICENSE_GROUP', is, copyleft, (operator) => (operator === 'IS' ? 'Policies' : 'Rules')],
    ['PACKAGE_URL', matches, 'pkg:npm/left-pad*', 'Rules'],
    ['SEVERITY', is, 'CRITICAL', 'Rules'],
    ['SWID_TAGID', matches, 'acme', { why: 'SWID' }],
    ['VERSION', numeric, '1.0', (operator) => (exact.has(operator) ? 'Rules' : { why: 'operator' })],
    ['VERSION_DISTANCE', numeric, '{"major":"1"}', { why: 'distance' }],
    ['VULNERABILITY_ID', is, 'CVE-2021-44228', 'Rules'],
  ]

export const conditionCases: readonly ConditionCase[] = subjects.flatMap(
  ([subject, operators, value, becomes]) =>
    operators.map((operator) => ({
      subject,
      operator,
      value,
      becomes: typeof becomes === 'function' ? becomes(operator) : becomes,
    })),
)

export const licenseGroups = [
  {
    uuid: copyleft,
    name: 'Strong copyleft',
    licenses: [{ licenseId: 'GPL-3.0-only', name: 'GPL 3' }],
  },
]

/** One for every case. */
export const policiesOfAll = conditionCases.map(({ subject, operator, value }) => ({
  name: `${subject} ${operator}`,
  operator: 'ANY',
  violationState: 'INFO',
  policyConditions: [{ subject, operator, value }],
}))

interface RuleCase {
  publisher: string
  scope: 'PORTFOLIO' | 'SYSTEM'
  level: 'INFORMATIONAL' | 'WARNING' | 'ERROR'
  group: string
  /** null: a rule; else a part of the reason why it is left out. */
  why: string | null
}

const inform = { scope: 'PORTFOLIO', level: 'INFORMATIONAL' } as const

const publishers: readonly [name: string, why: string | null][] = [
  ['Slack', null],
  ['Microsoft Teams', null],
  ['Mattermost', null],
  ['Outbound Webhook', null],
  ['Console', 'publisher'],
  ['Cisco WebEx', 'publisher'],
  ['Jira', 'publisher'],
]

const groups: readonly [scope: RuleCase['scope'], why: string | null, names: readonly string[]][] = [
  ['PORTFOLIO', null, ['NEW_VULNERABILITY', 'NEW_VULNERABLE_DEPENDENCY', 'NEW_VULNERABILITIES_SUMMARY']],
  ['PORTFOLIO', null, ['POLICY_VIOLATION', 'NEW_POLICY_VIOLATIONS_SUMMARY']],
  ['PORTFOLIO', null, ['BOM_PROCESSING_FAILED', 'BOM_VALIDATION_FAILED']],
  ['PORTFOLIO', 'events', ['BOM_CONSUMED', 'BOM_PROCESSED', 'VEX_CONSUMED', 'VEX_PROCESSED']],
  ['PORTFOLIO', 'events', ['PROJECT_CREATED', 'PROJECT_AUDIT_CHANGE', 'VULNERABILITY_RETRACTED']],
  ['SYSTEM', null, ['DATASOURCE_MIRRORING', 'USER_CREATED', 'USER_DELETED']],
  ['SYSTEM', 'events', ['ANALYZER', 'INTEGRATION', 'REPOSITORY', 'FILE_SYSTEM', 'CONFIGURATION']],
]

/** Every publisher, every group, and every level of what is sent as information alone, and of what is an error. */
export const ruleCases: readonly RuleCase[] = [
  ...publishers.map(([publisher, why]) => ({ ...inform, publisher, group: 'NEW_VULNERABILITY', why })),
  ...groups.flatMap(([scope, why, names]) =>
    names.map((group) => ({ ...inform, publisher: 'Email', scope, group, why })),
  ),
  ...(['WARNING', 'ERROR'] as const).flatMap((level) => [
    { ...inform, publisher: 'Email', level, group: 'POLICY_VIOLATION', why: 'level' },
    { ...inform, publisher: 'Email', level, group: 'BOM_PROCESSING_FAILED', why: null },
  ]),
]

export const nameOfRule = ({ publisher, scope, level, group }: RuleCase): string =>
  `${publisher}: ${scope} ${level} ${group}`

/** One for every case. Version 5 calls the level otherwise. */
export const rulesOfAll = (major: 4 | 5) =>
  ruleCases.map((rule) => ({
    name: nameOfRule(rule),
    enabled: true,
    scope: rule.scope,
    [major === 4 ? 'notificationLevel' : 'level']: rule.level,
    notifyOn: [rule.group],
    publisher: { name: rule.publisher },
    publisherConfig: JSON.stringify({
      destination: rule.publisher === 'Email' ? 'security@example.org' : 'https://chat.example.org/hook',
    }),
  }))
