import { ownProperty } from '@assay/engine/own-property.ts'
import { escapePattern } from '@assay/text/pattern.ts'
import type { TheirLicenseGroup, TheirPolicy } from './dependency-track-objects.ts'
import { licensesOf, type MappedCondition } from './mapped-condition.ts'
import { translateCel } from './translate-cel.ts'

type Condition = NonNullable<TheirPolicy['policyConditions']>[number]

const ofFinding = (cel: string): MappedCondition => ({ cel, isOfFinding: true })
const ofComponent = (cel: string): MappedCondition => ({ cel, isOfFinding: false })
const text = (value: string): string => JSON.stringify(value)

const comparisons: Readonly<Record<string, string>> = {
  NUMERIC_GREATER_THAN: '>',
  NUMERIC_LESS_THAN: '<',
  NUMERIC_EQUAL: '==',
  NUMERIC_NOT_EQUAL: '!=',
  NUMERIC_GREATER_THAN_OR_EQUAL: '>=',
  NUMERIC_LESSER_THAN_OR_EQUAL: '<=',
}
const equality: Readonly<Record<string, string>> = { IS: '==', IS_NOT: '!=' }
const negation: Readonly<Record<string, string>> = { IS: '', MATCHES: '', IS_NOT: '!', NO_MATCH: '!' }

const severityNames: Readonly<Record<string, string>> = { UNASSIGNED: 'unknown', INFO: 'none' }

type MapSubject = (condition: Condition, groups: readonly TheirLicenseGroup[]) => MappedCondition

/** By subject. docs/guides/coming-from-dependency-track.md lists what has no counterpart. */
const subjects: Readonly<Record<string, MapSubject>> = {
  SEVERITY: ({ operator, value }) => {
    const severity = ownProperty(severityNames, value) ?? value.toLowerCase()
    return compared(equality, operator, (sign) => ofFinding(`finding.severity ${sign} ${text(severity)}`))
  },
  VULNERABILITY_ID: ({ operator, value }) =>
    compared(equality, operator, (sign) => ofFinding(`finding.id ${sign} ${text(value)}`)),
  EPSS: ({ operator, value }) =>
    compared(comparisons, operator, (sign) =>
      Number.isFinite(Number(value))
        ? ofFinding(`finding.epss ${sign} ${Number(value)}`)
        : { why: 'its EPSS is no number' },
    ),
  PACKAGE_URL: ({ operator, value }) =>
    compared(negation, operator, (not) =>
      ofComponent(`${not}component.purl.matches(${text(patternOf(value))})`),
    ),
  COORDINATES: ({ operator, value }) =>
    compared(negation, operator, (not) => {
      const cel = coordinates(value)
      return cel === null
        ? { why: 'it compares versions in order' }
        : ofComponent(not === '' ? cel : `!(${cel})`)
    }),
  VERSION: ({ operator, value }) =>
    compared({ NUMERIC_EQUAL: '==', NUMERIC_NOT_EQUAL: '!=' }, operator, (sign) =>
      ofComponent(`component.version ${sign} ${text(value)}`),
    ),
  LICENSE: ({ operator, value }) =>
    compared(negation, operator, (not) =>
      ofComponent(
        value === 'unresolved'
          ? `${not === '' ? '!' : ''}license.known`
          : `${not}(${text(value)} in license.ids)`,
      ),
    ),
  LICENSE_GROUP: ({ operator, value }, groups) =>
    compared(negation, operator, (not) => {
      const ids = licensesOf(groups, value)
      return ids.length === 0
        ? { why: 'its licenses are unknown' }
        : ofComponent(`${not}license.ids.exists(id, id in [${ids.map(text).join(', ')}])`)
    }),
  EXPRESSION: ({ value }, groups) => translateCel(value, groups),
}

/** What rules here do not know. */
const unknownSubjects: Readonly<Record<string, string>> = {
  AGE: 'the age of components',
  COMPONENT_HASH: 'hashes of components',
  CPE: 'CPEs',
  CWE: 'CWEs',
  IS_INTERNAL: 'internal components',
  SWID_TAGID: 'SWID tags',
  VERSION_DISTANCE: 'the distance between versions',
}

export function mapCondition(condition: Condition, groups: readonly TheirLicenseGroup[]): MappedCondition {
  const { subject } = condition
  const map = ownProperty(subjects, subject)
  if (map) return map(condition, groups)
  return { why: `its conditions on ${ownProperty(unknownSubjects, subject) ?? subject} have no counterpart` }
}

function compared(
  signs: Readonly<Record<string, string>>,
  operator: string,
  map: (sign: string) => MappedCondition,
): MappedCondition {
  const sign = ownProperty(signs, operator)
  return sign === undefined ? { why: `its operator ${operator} has no counterpart` } : map(sign)
}

/** Theirs may have '*' as a wildcard, and is a regular expression of the whole otherwise. */
const patternOf = (value: string): string =>
  /[.^$\\[\](){}|+?]/.test(value) && !/^pkg:[\w/@.*-]*$/.test(value)
    ? value
    : `^${escapePattern(value).replaceAll('*', '.*')}`

/** {"group":"*","name":"log4j","version":"*"}; null for versions that are compared. */
function coordinates(value: string): string | null {
  const { group = '*', name = '*', version = '*' } = parseObject(value)
  if (/^[<>=!]/.test(version)) return null
  const wild = (part: string) => escapePattern(part).replaceAll('*', '.*')
  const full = group === '*' ? `(.*[/:])?${wild(name)}` : `${wild(group)}[/:]${wild(name)}`
  const parts = [
    `component.name.matches(${text(`^${full}$`)})`,
    ...(version === '*' ? [] : [`component.version.matches(${text(`^${wild(version)}$`)})`]),
  ]
  return parts.join(' && ')
}

function parseObject(value: string): Partial<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(value)
    const entries = typeof read === 'object' && read !== null ? Object.entries(read) : []
    return Object.fromEntries(entries.filter(([, each]) => typeof each === 'string' && each !== ''))
  } catch {
    return { name: value }
  }
}
