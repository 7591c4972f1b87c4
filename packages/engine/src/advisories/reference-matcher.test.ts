import { expect, test } from 'vitest'
import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import { matchByReference } from './reference-matcher.ts'

test('evaluates events as the OSV specification defines', () => {
  const npm: Ecosystem = ecosystemById('npm')
  const events = [
    { introduced: '1.0.0' },
    { fixed: '1.2.0' },
    { introduced: '2.0.0' },
    { last_affected: '2.1.0' },
  ]
  const affected = [{ package: { ecosystem: 'npm', name: 'a' }, ranges: [{ type: 'SEMVER', events }] }]
  const isAffected = (version: string) => matchByReference(npm, { id: 'X', affected }, { name: 'a', version })
  const versions = ['0.9.0', '1.0.0', '1.1.9', '1.2.0', '2.0.0', '2.1.0', '2.1.1']
  expect(versions.filter(isAffected)).toEqual(['1.0.0', '1.1.9', '2.0.0', '2.1.0'])
})
