import { expect, test } from 'vitest'
import { doughnutOptions, doughnutParts } from './doughnut-options.ts'

test('the doughnut has a cutout of 90%', () => {
  expect(doughnutOptions).toMatchObject({ cutout: '90%', plugins: { tooltip: { enabled: false } } })
})

test.each([
  [0, 7, [7, 0]],
  [3, 7, [4, 3]],
  [7, 7, [0, 7]],
])('%i of %i is drawn as %o', (part, whole, parts) => expect(doughnutParts({ part, whole })).toEqual(parts))
