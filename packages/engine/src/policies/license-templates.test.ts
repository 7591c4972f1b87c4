import { expect, test } from 'vitest'
import { evaluateLicenses } from '../licenses/verdict.ts'
import { licenseTemplates } from './license-templates.ts'

const violated = (license: string) =>
  evaluateLicenses(0, [{ kind: 'expression', value: license }], licenseTemplates).violations.map(
    ({ policy }) => policy,
  )

test.each([
  ['MIT', []],
  ['Apache-2.0', []],
  ['MPL-2.0', ['no copyleft']],
  ['LGPL-2.1-or-later', ['no copyleft']],
  ['GPL-3.0-only', ['no GPL', 'no copyleft']],
  ['AGPL-3.0-only', ['no AGPL', 'no GPL', 'no copyleft']],
  ['MIT OR GPL-3.0-only', []],
  ['MIT AND AGPL-3.0-or-later', ['no AGPL', 'no GPL', 'no copyleft']],
])('%s violates %j', (license, names) => {
  expect(violated(license)).toEqual(names)
})
