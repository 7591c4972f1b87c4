import { expect, test } from 'vitest'
import { serviceText, serviceTexts, type ServiceTextName, translateServiceText } from './service-texts.ts'

const names = Object.keys(serviceTexts) as ServiceTextName[]
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
      ...Object.keys(valuesOf(serviceTexts[name]))
        .toSorted()
        .map((value) => `{${value}}`),
    ].join(' '),
  ]),
) as Record<ServiceTextName, string>

test.each(names)('%s is found again with its values', (name) => {
  const values = valuesOf(serviceTexts[name])
  const wanted = [
    name,
    ...Object.keys(values)
      .toSorted()
      .map((value) => values[value]),
  ].join(' ')
  expect(translateServiceText(serviceText(name, values), marked)).toBe(wanted)
})

test.each(['github.com/org/app main', 'APP-1: Done', 'Closed by a person', ''])(
  'a text of a service or a name is kept: %j',
  (text) => {
    expect(translateServiceText(text, marked)).toBe(text)
  },
)

test('a value that looks like a template is not filled', () => {
  expect(serviceText('issueStatus', { issue: '{scan}' })).toBe('Status of {scan}')
  expect(serviceText('issueStatus', { scan: '1' })).toBe('Status of {issue}')
})
