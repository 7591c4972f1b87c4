import { expect, test } from 'vitest'
import { dayMs } from '../time.ts'
import { deadlinesOf, dueAt, type ExposureFacts, remediationOf } from './regimes.ts'
import { exposureFacts } from '../vocabulary.ts'

/** The rows of the directive: listed, exposed, automatable, impact, and what is due. */
const rows = `
n n n p upgrade
y n n p 14
n y n p 60
n n y p 60
n n n t upgrade
y y n p 14
y n y p 14
n y y p 14
y n n t 14
n y n t 14
n n y t 60
y y y p 3
y y n t 3+forensics
y n y t 3+forensics
n y y t 3
y y y t 3+forensics
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

test.each(rows)('listed %s, exposed %s, automatable %s, impact %s: %s', (...row) => {
  const facts = Object.fromEntries(
    exposureFacts.map((name, at) => [name, row[at] === 'y' || row[at] === 't']),
  ) as unknown as ExposureFacts
  const { days, needsForensics } = remediationOf(facts)
  expect(`${days ?? 'upgrade'}${needsForensics ? '+forensics' : ''}`).toBe(row[4])
})

test('each combination of the four facts has a row', () => {
  expect(new Set(rows.map((row) => row.slice(0, 4).join(''))).size).toBe(16)
})

const worst: ExposureFacts = { isListed: true, isExposed: true, isAutomatable: true, hasTotalImpact: true }
const none: ExposureFacts = {
  isListed: false,
  isExposed: false,
  isAutomatable: false,
  hasTotalImpact: false,
}

test('the hours of the CRA run from the awareness, those of its final report from the measure', () => {
  const at = (measure: number | null) =>
    deadlinesOf.cra(worst).map((each) => [each.step, dueAt(each, { aware: 0, measure })])
  expect(at(null)).toEqual([
    ['early-warning', dayMs],
    ['notification', 3 * dayMs],
    ['final-report', null],
  ])
  expect(at(5 * dayMs)[2]).toEqual(['final-report', 19 * dayMs])
})

test('without a date, "with the next upgrade" is no deadline', () => {
  const [deadline, ...others] = deadlinesOf['bod-26-04'](none)
  expect(others).toEqual([])
  expect(dueAt(deadline!, { aware: 0, measure: 0 })).toBe(null)
  expect(deadlinesOf['bod-26-04'](worst).map(({ step }) => step)).toEqual(['remediation', 'forensics'])
})
