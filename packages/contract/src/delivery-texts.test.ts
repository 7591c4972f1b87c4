import { expect, test } from 'vitest'
import {
  deliveryText,
  deliveryTexts,
  type DeliveryTextName,
  translateDeliveryText,
} from './delivery-texts.ts'

const names = Object.keys(deliveryTexts) as DeliveryTextName[]
const valuesOf = (template: string) =>
  Object.fromEntries(
    [...template.matchAll(/\{(\w+)\}/g)].map(([, name], at) => [name!, `value-${at}.example:8080`]),
  )

/** Each text translated to its name and values. */
const marked = Object.fromEntries(
  names.map((name) => [
    name,
    [
      name,
      ...Object.keys(valuesOf(deliveryTexts[name]))
        .toSorted()
        .map((value) => `{${value}}`),
    ].join(' '),
  ]),
) as Record<DeliveryTextName, string>

test.each(names)('%s is found again with its values', (name) => {
  const values = valuesOf(deliveryTexts[name])
  const expected = [
    name,
    ...Object.keys(values)
      .toSorted()
      .map((value) => values[value]),
  ].join(' ')
  expect(translateDeliveryText(deliveryText(name, values), marked)).toBe(expected)
})

test.each(['github.com/org/app main', 'APP-1: Done', 'Closed by a person', ''])(
  'a text of a service or a name is unchanged: %j',
  (text) => {
    expect(translateDeliveryText(text, marked)).toBe(text)
  },
)

test('a value that looks like a template is not filled', () => {
  expect(deliveryText('issueStatus', { issue: '{scan}' })).toBe('Status of {scan}')
  expect(deliveryText('issueStatus', { scan: '1' })).toBe('Status of {issue}')
})
