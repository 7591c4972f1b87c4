import { endKinds, severities } from '@assay/engine/vocabulary.ts'
import { expect, test } from 'vitest'
import { flowCauses } from './flow-causes.ts'

test('causes and severities are stored by position, so none may move', () => {
  expect(flowCauses.slice(0, 12).join(' ')).toBe(
    'upgraded removed withdrawn excluded coverage-lost first-scan dependency advisory exclusion-lifted coverage-restored rerated advisory-changed',
  )
  expect(flowCauses.length).toBeLessThanOrEqual(16)
  expect(severities.slice(0, 6).join(' ')).toBe('critical high medium low none unknown')
})

test('every kind of end is a cause', () => {
  expect(endKinds.filter((kind) => !(flowCauses as readonly string[]).includes(kind))).toEqual([])
})
