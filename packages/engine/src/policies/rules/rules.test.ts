import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { compileRule, maxConditionLength } from './compile-rule.ts'
import { evaluateRules, type Subject } from './evaluate-rules.ts'
import type { Rule } from '../rule.ts'
import { type Facts, ruleWords } from './words.ts'

const cases = readFileSync(new URL('rules.cases.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [string, string, string])

function factsOf(json: string): Facts {
  const facts: Facts = {}
  for (const [name, value] of Object.entries(JSON.parse(json) as Record<string, never>)) {
    const [root, field] = name.split('.') as [string, string]
    facts[root] = { ...facts[root], [field]: value }
  }
  return facts
}

test.each(cases)('%s | %s | %s', (condition, facts, result) => {
  const { rule, issues } = compileRule(condition.replaceAll(String.raw`\|\|`, '||'))
  if (rule === null) return expect(`issue: ${issues[0]?.code}`).toBe(result)
  const decision = rule.decide(factsOf(facts))
  const text =
    decision.matches === null ? `unknown: ${decision.unknown.join(', ')}` : String(decision.matches)
  expect(text).toBe(result)
})

describe('a condition', () => {
  it.each([
    ['is long', `true${' && true'.repeat(maxConditionLength)}`, 'limit'],
    ['is nested', `${'('.repeat(990)}true${')'.repeat(990)}`, 'limit'],
    ['has many parts', Array.from({ length: 200 }, () => '1 == 1').join('&&'), 'limit'],
    ['is empty', ' ', 'syntax'],
  ])('that %s is refused or read, without an exception', (_, condition, code) => {
    expect(compileRule(condition).issues[0]?.code ?? null).toBe(code)
  })

  it('names the position of a mistake', () => {
    expect(compileRule('finding.kev && finding.colour == "red"').issues).toEqual([
      { code: 'unknown-word', message: "'finding.colour' is not a word of rules.", at: 15 },
    ])
    expect(compileRule('finding.kev &&\n  == 1').issues[0]).toMatchObject({ code: 'syntax', at: 12 })
  })

  it.each(ruleWords.map(({ name }) => name))('can use %s', (name) => {
    expect(compileRule(`has(${name})`).issues).toEqual([])
  })
})

const rule = (own: Partial<Rule>): Rule => ({
  uuid: 'r1',
  name: 'rule',
  condition: 'finding.kev',
  effect: 'fail',
  mode: 'on',
  whenUnknown: 'pass',
  file: null,
  ...own,
})
const findings = (...kev: (boolean | undefined)[]): Subject[] =>
  kev.map((value, index) => ({
    key: String(index),
    label: `finding ${index}`,
    facts: { finding: value === undefined ? {} : { kev: value } },
  }))
const evaluate = (own: Partial<Rule>, subjects: Subject[], isInTime = true) =>
  evaluateRules(
    [rule(own)],
    { finding: () => subjects, component: () => [], scan: () => [{ key: '', label: 'scan', facts: {} }] },
    { maxHits: 2, hasTimeLeft: () => isInTime },
  )[0]

describe('a rule', () => {
  it('fails a scan with a hit, counts all of them and lists the first', () => {
    const result = evaluate({}, findings(true, false, true, true))
    expect(result).toMatchObject({ fails: true, hitCount: 3, undecidedCount: 0, passedUnknown: 0 })
    expect(result?.hits.map(({ key }) => key)).toEqual(['0', '2'])
  })

  it.each([
    ['pass', { fails: false, hitCount: 0, undecidedCount: 0, passedUnknown: 1, hits: [] }],
    ['warn', { fails: false, hitCount: 1, undecidedCount: 1, passedUnknown: 0 }],
    ['apply', { fails: true, hitCount: 1, undecidedCount: 1, passedUnknown: 0 }],
  ] as const)('that is undecided does %s', (whenUnknown, expected) => {
    expect(evaluate({ whenUnknown }, findings(undefined, false))).toMatchObject(expected)
  })

  it('names the words that left it undecided', () => {
    expect(evaluate({ whenUnknown: 'warn' }, findings(undefined))?.hits[0]?.unknown).toEqual(['finding.kev'])
  })

  it.each([
    [{ effect: 'warn' }, false],
    [{ effect: 'approve' }, true],
    [{ mode: 'log' }, false],
  ] as const)('with %j fails the scan: %s', (own, fails) => {
    expect(evaluate(own, findings(true))).toMatchObject({ fails, hitCount: 1 })
  })

  it('that is off has no result', () => {
    expect(evaluate({ mode: 'off' }, findings(true))).toBeUndefined()
  })

  it('that is bad is an issue and fails nothing', () => {
    const result = evaluate({ condition: 'finding.colour' }, findings(true))
    expect(result).toMatchObject({
      fails: false,
      hitCount: 0,
      issues: ["'finding.colour' is not a word of rules."],
    })
  })

  it('is stopped when it takes too long', () => {
    const result = evaluate({}, findings(...Array.from({ length: 250 }, () => true)), false)
    expect(result).toMatchObject({ hitCount: 99, issues: [expect.stringContaining('after 99 evaluations')] })
  })

  it('about the scan is evaluated once', () => {
    expect(evaluate({ condition: 'true' }, findings(true, true))).toMatchObject({
      hitCount: 1,
      hits: [{ kind: 'scan', key: '' }],
    })
  })
})
