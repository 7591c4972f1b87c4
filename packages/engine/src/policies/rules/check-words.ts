import type { parse } from '@bufbuild/cel'
import type { RuleIssue } from '../rule.ts'
import { ruleSubjects, type RuleSubject } from '../../vocabulary.ts'
import { rootsOfWords, wordByName } from './words.ts'

export type CelExpression = ReturnType<typeof parse>['expr']

export interface WordUse {
  /** Distinct, in the order of the text. */
  words: string[]
  issues: RuleIssue[]
}

interface Walk extends WordUse {
  at: (id: bigint) => number
  maxNodes: number
  nodes: number
}

/** The words of a condition, and what is wrong with them: unknown words, and more work than a rule may cause. */
export function checkWords(
  expression: CelExpression,
  limits: { at: (id: bigint) => number; maxNodes: number },
): WordUse {
  const walk: Walk = { ...limits, words: [], issues: [], nodes: 0 }
  visit(expression, new Set(), walk)
  if (walk.nodes > walk.maxNodes) {
    const message = `A condition has at most ${walk.maxNodes} operators, words and values.`
    walk.issues.push({ code: 'limit', message, at: 0 })
  }
  return { words: [...new Set(walk.words)], issues: walk.issues }
}

/** The most specific subject that a condition speaks of. */
export function subjectOf(words: readonly string[]): RuleSubject {
  const roots = new Set(words.map((name) => name.split('.')[0]))
  if (roots.has('license')) roots.add('component')
  return ruleSubjects.find((subject) => roots.has(subject)) ?? 'scan'
}

/** Variables of the macros that surround an expression. */
type Variables = ReadonlySet<string>

function visit(expression: CelExpression | undefined, variables: Variables, walk: Walk): void {
  if (!expression) return
  walk.nodes += 1
  const { exprKind: kind, id } = expression
  if (kind.case === 'identExpr') visitName(kind.value.name, id, { variables, walk })
  else if (kind.case === 'selectExpr') visitField(expression, variables, walk)
  else for (const [child, names] of childrenOf(expression, variables, walk)) visit(child, names, walk)
}

type Child = readonly [CelExpression | undefined, Variables]

function childrenOf({ exprKind: kind, id }: CelExpression, variables: Variables, walk: Walk): Child[] {
  const all = (children: readonly (CelExpression | undefined)[]): Child[] =>
    children.map((child) => [child, variables])
  if (kind.case === 'callExpr') return all([kind.value.target, ...(kind.value.args as CelExpression[])])
  if (kind.case === 'listExpr') return all(kind.value.elements)
  if (kind.case === 'structExpr') return all(kind.value.entries.map(({ value }) => value))
  if (kind.case !== 'comprehensionExpr') return []
  const { iterRange, accuInit, loopCondition, loopStep, result, ...names } = kind.value
  if (variables.size > 0) {
    const message = 'A macro such as exists() cannot stand in another one.'
    walk.issues.push({ code: 'limit', message, at: walk.at(id) })
  }
  const inner = new Set([...variables, names.iterVar, names.iterVar2, names.accuVar])
  return [
    [iterRange, variables],
    ...[accuInit, loopCondition, loopStep, result].map((each): Child => [each as CelExpression, inner]),
  ]
}

interface Context {
  variables: Variables
  walk: Walk
}

function visitName(name: string, id: bigint, { variables, walk }: Context): void {
  if (variables.has(name)) return
  const message = rootsOfWords.has(name)
    ? `'${name}' is used without a field, such as ${exampleOf(name)}.`
    : `'${name}' is not a word of rules.`
  walk.issues.push({ code: 'unknown-word', message, at: walk.at(id) })
}

const exampleOf = (root: string): string =>
  [...wordByName.keys()].find((name) => name.startsWith(`${root}.`)) ?? root

function visitField(expression: CelExpression, variables: Variables, walk: Walk): void {
  const { exprKind: kind, id } = expression
  if (kind.case !== 'selectExpr') return
  const operand = kind.value.operand
  const root = operand?.exprKind
  if (root?.case !== 'identExpr' || variables.has(root.value.name)) return visit(operand, variables, walk)
  const name = `${root.value.name}.${kind.value.field}`
  if (wordByName.has(name)) walk.words.push(name)
  else {
    const message = `'${name}' is not a word of rules.`
    walk.issues.push({ code: 'unknown-word', message, at: walk.at(operand?.id ?? id) })
  }
}
