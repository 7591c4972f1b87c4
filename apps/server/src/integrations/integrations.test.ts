import { integrationSettings } from '@assay/contract/integration-settings.ts'
import { expect, test } from 'vitest'
import { integrations } from './integrations.ts'

test('the contract lists the settings of each integration, which the interface has texts for', () => {
  const known = Object.entries(integrationSettings)
  expect(integrations.map(({ id }) => id)).toEqual(known.map(([id]) => id))
  expect(integrations.every(({ settings }, at) => settings === known[at]![1])).toBe(true)
})
