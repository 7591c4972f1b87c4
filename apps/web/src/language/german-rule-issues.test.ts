import { compileRule } from '@assay/engine/policies/rules/compile-rule.ts'
import { expect, test } from 'vitest'
import { describeIssue } from './german-rule-issues.ts'

test.each([
  ['', 'Die Bedingung ist leer.'],
  ['finding.colour == "red"', '„finding.colour“ ist kein Wort von Regeln.'],
  ['finding == finding', '„finding“ steht ohne Feld, zum Beispiel finding.id.'],
  ['finding.severity > 3', '„>“ lässt sich nicht anwenden auf: Text und Zahl.'],
  ['finding.severity', 'Das ist weder wahr noch falsch.'],
  ['x'.repeat(2001), 'Eine Bedingung hat höchstens 2000 Zeichen.'],
  ['[1].exists(a, [2].exists(b, a == b))', 'Ein Makro wie exists() kann nicht in einem anderen stehen.'],
])('%.40s: %s', (condition, german) => {
  const [issue] = compileRule(condition).issues
  expect(describeIssue(issue!.message)).toBe(german)
})

test('a syntax error keeps what the parser says', () => {
  const [issue] = compileRule('finding.kev &&').issues
  expect(describeIssue(issue!.message)).toMatch(/^(?:Syntaxfehler|Fehler in der Bedingung): /)
})
