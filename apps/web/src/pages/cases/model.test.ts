import type { CaseDeadline } from '@assay/contract/cases.ts'
import { expect, test } from 'vitest'
import { nameOfDeadline, nextDeadline, subjectOf, textOfDraft } from './model.ts'

const deadline = (step: string, dueAt: number | null, doneAt: number | null = null): CaseDeadline => ({
  regime: 'cra',
  step,
  starts: 'aware',
  hours: 24,
  dueAt,
  isOverdue: false,
  doneAt,
  doneBy: null,
})

test('the next deadline is the earliest that is not done and has a date', () => {
  const all = [deadline('a', 1, 1), deadline('b', null), deadline('c', 30), deadline('d', 20)]
  expect(nextDeadline(all)?.step).toBe('d')
  expect(nextDeadline(all.slice(0, 2))).toBe(null)
})

test("a deadline has a name, and an account's own the one that it was given", () => {
  expect(nameOfDeadline('cra/early-warning')).toBe('CRA early warning')
  expect(nameOfDeadline('own/Tell a/b')).toBe('Tell a/b')
})

test.each([
  ['opened', 'catalog', 'listed as known exploited'],
  ['closed', 'fixed', 'Fixed'],
  ['done', 'cra/notification', 'CRA notification'],
  ['notes', 'impact, actor', 'Impact, Malicious actor, if known'],
  ['facts', 'isListed=true, isExposed=false', "In CISA's catalog: Yes, Publicly exposed: No"],
  ['owner', null, 'Nobody'],
  ['owner', 'Ann', 'Ann'],
  ['measure', null, 'not any more'],
  ['comment', null, null],
] as const)('an entry of kind %s about %s says %s', (kind, subject, text) => {
  expect(subjectOf({ at: 0, kind, member: null, subject, text: '' })).toBe(text)
})

test('a draft is text whose gaps are marked', () => {
  const fields = [
    { label: 'Manufacturer', value: 'Shop Ltd', note: null },
    { label: 'Impact', value: null, note: 'impact' as const },
  ]
  expect(textOfDraft({ regime: 'cra', step: 'notification', title: 'Notification', fields })).toBe(
    'Notification\n\nManufacturer:\nShop Ltd\n\nImpact:\n(To be written)',
  )
})
