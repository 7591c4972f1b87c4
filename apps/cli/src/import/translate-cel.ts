import { ownProperty } from '@assay/engine/own-property.ts'
import type { TheirLicenseGroup } from './dependency-track-objects.ts'
import { licensesOf, type MappedCondition } from './mapped-condition.ts'

// Conditions of Dependency-Track 5 in CEL: its words become ours, and whatever has no counterpart is named.

/** Words that mean the same; {v} is a vulnerability, whose name the condition chooses. */
const words: Readonly<Record<string, string>> = {
  'component.name': 'component.name',
  'component.version': 'component.version',
  'component.purl': 'component.purl',
  'project.name': 'project.name',
  'project.tags': 'project.tags',
  '{v}.id': 'finding.id',
  '{v}.severity': 'finding.severity',
  '{v}.is_kev': 'finding.kev',
  '{v}.epss_score': 'finding.epss',
  '{v}.epss_percentile': 'finding.epss_percentile',
  '{v}.cvssv3_base_score': 'finding.cvss',
  '{v}.cvssv4_score': 'finding.cvss',
}

/** Macros and functions that are CEL's own. */
const functions = new Set([
  'has',
  'exists',
  'all',
  'matches',
  'startsWith',
  'endsWith',
  'contains',
  'size',
  'in',
])
const literals = new Set(['true', 'false'])
const severities = /^"(?:CRITICAL|HIGH|MEDIUM|LOW|INFO|UNASSIGNED)"$/

/** Text in quotes, a dotted word, or a number; everything else is punctuation that is kept. */
const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g

/** vulns.exists(v, …): a rule here is evaluated for each finding anyway. */
const eachVulnerability = /^\s*vulns\s*\.\s*exists\s*\(\s*(\w+)\s*,([\s\S]*)\)\s*$/
const licenseGroup =
  /component\.resolved_license\.groups\.exists\(\s*(\w+)\s*,\s*\1\.name\s*==\s*("[^"]*"|'[^']*')\s*\)/g
const licenseIs = /component\.resolved_license\.id\s*==\s*("[^"]*"|'[^']*')/g

export function translateCel(source: string, groups: readonly TheirLicenseGroup[]): MappedCondition {
  const [, name, inner] = eachVulnerability.exec(source) ?? []
  if (name !== undefined && !isBalanced(inner!))
    return { why: 'it combines several lists of vulnerabilities' }
  const licensed = (inner ?? source)
    .replaceAll(licenseGroup, (_, _variable, quoted: string) => licensesIn(groups, unquote(quoted)))
    .replaceAll(licenseIs, (_, quoted: string) => `(${JSON.stringify(unquote(quoted))} in license.ids)`)
    .replaceAll('has(component.resolved_license)', 'license.known')
  const unknown = new Set<string>()
  const cel = licensed.replaceAll(token, (part) => translate(part, name ?? 'vuln', unknown))
  if (unknown.size > 0) return { why: `its words ${[...unknown].join(', ')} have no counterpart` }
  return { cel: cel.trim(), isOfFinding: /\bfinding\./.test(cel) }
}

function translate(part: string, vulnerability: string, unknown: Set<string>): string {
  if (/^['"]/.test(part)) {
    const quoted = JSON.stringify(unquote(part))
    return severities.test(quoted) ? severityOf(quoted) : quoted
  }
  const [root, ...rest] = part.split('.')
  const generic = root === vulnerability ? ['{v}', ...rest].join('.') : part
  const last = rest.at(-1)
  const own = ownProperty(words, generic)
  if (own !== undefined) return own
  // A function of a word: component.name.startsWith
  const subject = last && functions.has(last) ? generic.slice(0, -last.length - 1) : null
  const ofWord = subject === null ? undefined : ownProperty(words, subject)
  if (ofWord !== undefined) return `${ofWord}.${last}`
  if (/^license\.(?:ids|known)(?:\.exists)?$/.test(part) || part === 'id') return part
  if (rest.length === 0 && (functions.has(part) || literals.has(part))) return part
  unknown.add(part)
  return part
}

const severityOf = (quoted: string) =>
  JSON.stringify(unquote(quoted).replace('UNASSIGNED', 'unknown').replace('INFO', 'none').toLowerCase())

const licensesIn = (groups: readonly TheirLicenseGroup[], name: string) =>
  `license.ids.exists(id, id in [${licensesOf(groups, name)
    .map((id) => JSON.stringify(id))
    .join(', ')}])`

const unquote = (quoted: string): string => quoted.slice(1, -1)

/** Whether every bracket that is opened is closed, and none before. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (const each of text.replaceAll(/"[^"]*"|'[^']*'/g, '')) {
    if (each === '(') depth++
    if (each === ')' && --depth < 0) return false
  }
  return depth === 0
}
