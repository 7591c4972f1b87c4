import { issueLog } from '../documents/parsers/issue-log.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../documents/parsers/json-value.ts'
import { readYaml } from '../documents/parsers/yaml-document.ts'
import type { Issue, SourceDocument } from '../inventory.ts'
import { nameUuid } from '../name-uuid.ts'
import { domains, unknownEffects } from '../vocabulary.ts'
import { isRepositoryExclusions, maxRepositoryFileBytes } from './repository-exclusions.ts'
import type { RepositoryPolicy, Rule } from './rule.ts'

/** Rules of one file. */
export const maxRepositoryRules = 50

/** Whether a file holds policy rules of the repository, by path. */
export const isRepositoryRules = (path: string): boolean => /^assay\.ya?ml$/.test(path.split(/[/\\]/).at(-1)!)

/** Whether a file says what a scan makes of others, and is no inventory itself. */
export const isRepositoryPolicy = (path: string): boolean =>
  isRepositoryExclusions(path) || isRepositoryRules(path)

/** In a repository, a rule can only add a failure or a warning: it makes the account's policy stricter. */
const effects = ['fail', 'warn'] as const

interface ReadRules {
  rules: Rule[]
  /** Absent if the file says nothing of the account's policy. */
  policies?: RepositoryPolicy[]
  issues: Issue[]
}

/**
 * Parses an assay.yaml with `rules`, `minimumScores: {security, stability, licensing}` and `turnOff: [name of a rule]`, of
 * which none is required: `rules: [{name, when, effect: fail | warn, unknown: pass | warn | apply}]`. Invalid parts become
 * issues; never throws. Conditions are checked where they are evaluated.
 */
export function readRepositoryRules(document: SourceDocument): ReadRules {
  const { path, bytes } = document
  const log = issueLog(path)
  if (bytes.length > maxRepositoryFileBytes) {
    log.add('rules-unreadable', 'The file is larger than 1 MB: its rules are not applied.', path)
    return { rules: [], issues: log.all() }
  }
  const { json, issues } = readYaml(document)
  if (json === undefined) return { rules: [], issues }
  const policy = isRecord(json) ? readPolicy(json, path) : null
  if (!isRecord(json) || typeof policy === 'string' || !(policy || Array.isArray(json['rules']))) {
    const message = typeof policy === 'string' ? policy : 'The file has no list of rules.'
    log.add('rules-unreadable', message, path)
    return { rules: [], issues: [...issues, ...log.all()] }
  }
  const rules: Rule[] = []
  for (const [index, entry] of listOf(json['rules']).slice(0, maxRepositoryRules).entries()) {
    const rule = readRule(recordOf(entry), path)
    if (typeof rule === 'string') log.add('rule-invalid', rule, `${path}#/rules/${index}`)
    else rules.push(rule)
  }
  if (listOf(json['rules']).length > maxRepositoryRules)
    log.add('rules-too-many', `Only the first ${maxRepositoryRules} rules of the file are applied.`, path)
  return { rules, ...(policy && { policies: [policy] }), issues: [...issues, ...log.all()] }
}

/** What the file says of the account's policy; null for nothing, or why it is invalid. */
function readPolicy(json: Record<string, unknown>, file: string): RepositoryPolicy | string | null {
  const { minimumScores = {}, turnOff = [] } = json
  if (!isRecord(minimumScores)) return 'minimumScores are not scores by name.'
  const scores = Object.entries(minimumScores)
  const isScore = ([name, value]: [string, unknown]) =>
    domains.some((domain) => domain === name) &&
    Number.isInteger(Number(value)) &&
    Number(value) >= 0 &&
    Number(value) <= 100
  if (!scores.every(isScore))
    return 'minimumScores are whole numbers from 0 to 100 for security, stability and licensing.'
  if (!Array.isArray(turnOff) || !turnOff.every((name) => typeof name === 'string'))
    return 'turnOff is not a list of names of rules.'
  if (scores.length + turnOff.length === 0) return null
  return {
    file,
    minimumScores: Object.fromEntries(scores.map(([name, value]) => [name, Number(value)])),
    turnOff: turnOff.slice(0, maxRepositoryRules),
  }
}

/** The rule, or why it is invalid. */
function readRule(entry: Record<string, unknown>, path: string): Rule | string {
  const [name, condition] = [shortTextOf(entry['name']).trim(), textOf(entry['when']).trim()]
  if (name === '') return 'The rule has no name.'
  if (condition === '') return `The rule ${name} has no condition (when).`
  const effect = effects.find((each) => each === (entry['effect'] ?? 'fail'))
  if (!effect) return `The effect of the rule ${name} is neither fail nor warn.`
  const whenUnknown = unknownEffects.find((each) => each === (entry['unknown'] ?? 'pass'))
  if (!whenUnknown) return `What the rule ${name} does if a fact is unknown is none of pass, warn and apply.`
  const uuid = nameUuid(`urn:assay:rule:${JSON.stringify([path, name])}`)
  return { uuid, name, condition, effect, whenUnknown, mode: 'on', file: path }
}
