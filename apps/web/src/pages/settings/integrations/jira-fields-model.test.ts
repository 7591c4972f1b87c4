import { expect, test } from 'vitest'
import { missingFields, type JiraField, jiraValue, shownValue } from './jira-fields-model.ts'

const field = (more: Partial<JiraField>): JiraField => ({
  id: 'customfield_1',
  name: 'Team',
  type: 'string',
  isRequired: true,
  neededFor: 'create',
  allowedValues: [],
  ...more,
})

test('asks for required fields that the issue does not provide', () => {
  const fields = [field({}), field({ id: 'summary' }), field({ id: 'optional', isRequired: false })]
  const meta = {
    issueTypes: [
      { id: '1', name: 'Task', fields: [] },
      { id: '2', name: 'Bug', fields },
    ],
  }
  expect(missingFields(meta, '2').map(({ id }) => id)).toEqual(['customfield_1'])
  expect(missingFields(meta, '')).toEqual([])
  expect(missingFields(undefined, '2')).toEqual([])
})

test.each([
  [field({ type: 'option', allowedValues: [{ id: '5', name: 'Platform' }] }), '5', { id: '5' }],
  [field({ type: 'array', allowedValues: [{ id: '5', name: 'Platform' }] }), '5', [{ id: '5' }]],
  [field({ type: 'array' }), 'a, b', ['a', 'b']],
  [field({ type: 'number' }), '3', 3],
  [field({ type: 'string' }), 'text', 'text'],
])("converts a value to Jira's format and back", (asked, text, value) => {
  expect(jiraValue(asked, text)).toEqual(value)
  expect(shownValue(value)).toBe(text)
})
