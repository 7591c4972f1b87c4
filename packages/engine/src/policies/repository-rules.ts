import { issueLog } from '../documents/parsers/issue-log.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../documents/parsers/json-value.ts'
import { readYaml } from '../documents/parsers/yaml-document.ts'
import type { Issue, SourceDocument } from '../inventory.ts'
import { nameUuid } from '../name-uuid.ts'
import { unknownEffects } from '../vocabulary.ts'
import { isRepositoryExclusions, maxRepositoryFileBytes } from './repository-exclusions.ts'
import type { Rule } from './rule.ts'

/** Rules of one file. */
export const maxRepositoryRules = 50

/** Whether a file holds policy rules of the repository, by path. */
export const isRepositoryRules = (path: string): boolean => /^assay\.ya?ml$/.test(path.split(/[/\\]/).at(-1)!)

/** Whether a file says what a scan makes of others, and is no inventory itself. */
export const isRepositoryPolicy = (path: string): boolean =>
  isRepositoryExclusions(path) || isRepositoryRules(path)

/** In a repository, a rule can only add a failure or a warning: it makes the account's policy stricter. */
const effects = ['fail', 'warn'] as const

/**
 * Parses an assay.yaml: `rules: [{name, when, effect: fail | warn, unknown: pass | warn | apply}]`. Invalid parts become
 * issues; never throws. Conditions are checked where they are evaluated.
 */
export function readRepositoryRules(document: SourceDocument): { rules: Rule[]; issues: Issue[] } {
  const { path, bytes } = document
  const log = issueLog(path)
  if (bytes.length > maxRepositoryFileBytes) {
    log.add('rules-unreadable', 'The file is larger than 1 MB: its rules are not applied.', path)
    return { rules: [], issues: log.all() }
  }
  const { json, issues } = readYaml(document)
  if (json === undefined) return { rules: [], issues }
  if (!isRecord(json) || !Array.isArray(json['rules'])) {
    log.add('rules-unreadable', 'The file has no list of rules.', path)
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
  return { rules, issues: [...issues, ...log.all()] }
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
