import { describe, expect, it } from 'vitest'
import { aliases, findByName, nameKey } from './aliases.ts'
import { parseExpression, printExpression } from './expression.ts'
import { allLicenses, licenseName } from './spdx.ts'

const named = (name: string) => {
  const expression = findByName(name)
  return expression && printExpression(expression)
}

describe('findByName', () => {
  it.each([
    ['The Apache License, Version 2.0', 'Apache-2.0'],
    ['Apache 2', 'Apache-2.0'],
    ['Apache2', 'Apache-2.0'],
    ['ASL, version 2', 'Apache-2.0'],
    ['License :: OSI Approved :: MIT License', 'MIT'],
    ['MIT/X11', 'MIT'],
    ['MIT License (MIT)', 'MIT'],
    ['Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0)', 'Apache-2.0'],
    ['The BSD License', 'BSD-3-Clause'],
    ['BSD 2-Clause', 'BSD-2-Clause'],
    ['New BSD Licence', 'BSD-3-Clause'],
    ['GPLv3', 'GPL-3.0-only'],
    ['GNU General Public License v2.0', 'GPL-2.0-only'],
    ['GNU General Public License v2 or later (GPLv2+)', 'GPL-2.0-or-later'],
    [
      'GNU General Public License, version 2 (GPL2), with the classpath exception',
      'GPL-2.0-only WITH Classpath-exception-2.0',
    ],
    ['GNU Lesser General Public License v2.1 only', 'LGPL-2.1-only'],
    ['Eclipse Public License v2.0', 'EPL-2.0'],
    ['Common Development and Distribution License (CDDL) v1.0', 'CDDL-1.0'],
    ['Mozilla Public License 2.0 (MPL 2.0)', 'MPL-2.0'],
    ['CC0', 'CC0-1.0'],
    ['The Unlicense', 'Unlicense'],
  ])('reads %s as %s', (name, expected) => expect(named(name)).toBe(expected))

  it.each([
    'UNLICENSED',
    'Public Domain',
    'Proprietary',
    'SEE LICENSE IN LICENSE',
    'Commercial',
    'License',
    '',
    'MIT, Apache-2.0',
    'MIT & Apache-2.0',
    'Apache License 2.0 (GPLv2)',
    'GPL (< 3)',
    'GPL ~> 2',
  ])('does not guess at %j', (name) => expect(findByName(name)).toBeNull())

  it('finds every listed license by its full name', () => {
    for (const [, name] of allLicenses()) expect(named(name), name).not.toBeNull()
  })
})

it('has normalized keys in the alias table, and no entries that the SPDX list makes redundant', () => {
  expect(Object.keys(aliases).length).toBeGreaterThan(60)
  const listed = new Map(Iterator.from(allLicenses()).map(([id]) => [nameKey(id), id]))
  for (const [key, expression] of Object.entries(aliases)) {
    expect(nameKey(key)).toBe(key)
    expect(parseExpression(expression), expression).not.toBeNull()
    expect(listed.get(key)).not.toBe(expression)
  }
})

it('returns names only for ids in their listed spelling', () => {
  expect(licenseName('MIT')).toBe('MIT License')
  expect(licenseName('mit')).toBeNull()
  expect(licenseName('LicenseRef-x')).toBeNull()
})
