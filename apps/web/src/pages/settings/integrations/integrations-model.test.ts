import type { Integration, IntegrationField } from '@assay/contract/integrations.ts'
import { expect, test } from 'vitest'
import { stateOf, typedValues } from './integrations-model.ts'

const integration: Integration = {
  id: 'x',
  name: 'X',
  summary: '',
  feature: 'jira',
  isFeatureOn: true,
  isConfigured: true,
  isActive: true,
  secrets: [],
  values: {},
  fields: [],
  pausedUntil: null,
  updatedAt: 1,
  pending: 0,
  retrying: 0,
  failed: 0,
}

test.each([
  ['active', {}],
  ['failing', { failed: 1, retrying: 1 }],
  ['retrying', { pending: 1, retrying: 1 }],
  ['paused', { pausedUntil: 2000, failed: 1 }],
  ['inactive', { isActive: false, failed: 1 }],
  ['none', { isConfigured: false, isActive: false }],
  ['featureOff', { isFeatureOn: false }],
] as const)('%s: %j', (state, part) => {
  expect(stateOf({ ...integration, ...part })).toBe(state)
})

const field = (name: string, kind: IntegrationField['kind']): IntegrationField => ({
  name,
  kind,
  label: name,
  hint: null,
  isRequired: false,
  options: [],
})

test('numbers are parsed, empty secrets omitted, and empty texts kept', () => {
  const fields = [field('n', 'number'), field('s', 'secret'), field('t', 'text'), field('other', 'text')]
  const typed = new Map([
    ['n', '5'],
    ['s', ''],
    ['t', ''],
  ])
  expect(typedValues(fields, typed)).toEqual({ n: 5, t: '' })
  expect(typedValues(fields, new Map([['s', 'secret']]))).toEqual({ s: 'secret' })
})
