import { expect, test } from 'vitest'
import { choicesOf, ruleOf, typedRule } from './rule-form-model.ts'

const typed = {
  name: ' Mine ',
  tags: 'web, , shop',
  quietFrom: '22:00',
  quietTo: '07:00',
  timeZone: 'Europe/Rome',
}

test('form values become a rule', () => {
  expect(ruleOf(typed, choicesOf(null))).toMatchObject({
    name: 'Mine',
    tags: ['web', 'shop'],
    quietHours: { from: '22:00', to: '07:00' },
    timeZone: 'Europe/Rome',
    minimumSeverity: 'HIGH',
    toInbox: true,
  })
})

test('quiet hours with only one end are ignored', () => {
  expect(ruleOf({ ...typed, quietTo: '' }, choicesOf(null)).quietHours).toBeNull()
})

test('invalid times and time zones are rejected', () => {
  expect(typedRule.safeParse({ ...typed, quietFrom: '25:00' }).success).toBe(false)
  expect(typedRule.safeParse({ ...typed, timeZone: 'Mars/Olympus' }).success).toBe(false)
})

test('an edited rule keeps its projects', () => {
  const known = { ...ruleOf(typed, choicesOf(null)), projectUuids: ['00000000-0000-4000-8000-000000000000'] }
  expect(choicesOf(known).projectUuids).toEqual(known.projectUuids)
})
