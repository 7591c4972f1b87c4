import { expect, test } from 'vitest'
import { cutout, dashesOf, outer } from './doughnut-model.ts'

test('the doughnut has a cutout of 90%', () => {
  expect(cutout / outer).toBe(0.9)
})

test.each([
  [0, 7, '0 7 0'],
  [3, 7, '0 4 3'],
  [7, 7, '0 0 7'],
])('%i of %i is drawn as %s', (part, whole, dashes) => expect(dashesOf({ part, whole })).toBe(dashes))
