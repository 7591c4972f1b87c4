import { expect, test } from 'vitest'
import { choicesOf, ruleOf, typedRule } from './rule-form-model.ts'

const typed = {
  name: ' Mine ',
  tags: 'web, , shop',
  quietFrom: '22:00',
  quietTo: '07:00',
  timeZone: 'Europe/Rome',
}

test('what is typed and chosen becomes a rule', () => {
  expect(ruleOf(typed, choicesOf(null))).toMatchObject({
    name: 'Mine',
    tags: ['web', 'shop'],
    quietHours: { from: '22:00', to: '07:00' },
    timeZone: 'Europe/Rome',
    minimumSeverity: 'HIGH',
    toInbox: true,
  })
})

test('half of the quiet hours are none', () => {
  expect(ruleOf({ ...typed, quietTo: '' }, choicesOf(null)).quietHours).toBeNull()
})

test('times and time zones that are none are refused', () => {
  expect(typedRule.safeParse({ ...typed, quietFrom: '25:00' }).success).toBe(false)
  expect(typedRule.safeParse({ ...typed, timeZone: 'Mars/Olympus' }).success).toBe(false)
})

test('a rule that is edited keeps what the form does not show', () => {
  const known = { ...ruleOf(typed, choicesOf(null)), projectUuids: ['00000000-0000-4000-8000-000000000000'] }
  expect(choicesOf(known).projectUuids).toEqual(known.projectUuids)
})
