import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import { rangeHolds } from './affected-range.ts'
import { matchByReference } from './reference-matcher.ts'
import { indexOf } from './testing/osv-documents.ts'

// https://peps.python.org/pep-0440/#version-matching
const pypi = ecosystemById('pypi')

test.each<[string, Record<string, string>[], string[], string[], string[]]>([
  [
    'the last affected version is meant with its builds',
    [{ introduced: '1.0' }, { last_affected: '1.13.1' }],
    [],
    ['1.13.1', '1.13.1+cu117', '1.13.1.0+cu117'],
    ['1.13.2', '1.13.2+cu117', '1.13.1.post1'],
  ],
  [
    'a build as the last affected version is meant alone',
    [{ introduced: '1.0' }, { last_affected: '1.13.1+cu116' }],
    [],
    ['1.13.1', '1.13.1+cu115', '1.13.1+cu116'],
    ['1.13.1+cu117'],
  ],
  [
    'the builds of a fixed version are fixed',
    [{ introduced: '1.0' }, { fixed: '1.13.1' }],
    [],
    ['1.13.0+cu117'],
    ['1.13.1', '1.13.1+cu117'],
  ],
  [
    'a build that is fixed is, though the last affected version is meant with its builds',
    [{ introduced: '1.0' }, { last_affected: '1.13.1' }, { fixed: '1.13.1+cu118' }],
    [],
    ['1.13.1', '1.13.1+cu117'],
    ['1.13.1+cu118', '1.13.1+cu119'],
  ],
  [
    'a build that is the limit is beyond it',
    [{ introduced: '1.0' }, { last_affected: '1.13.1' }, { limit: '1.13.1+cu118' }],
    [],
    ['1.13.1', '1.13.1+cu117'],
    ['1.13.1+cu118'],
  ],
  ['a listed version is meant with its builds', [], ['1.13.1'], ['1.13.1', '1.13.1+cu117'], ['1.13.2+cu117']],
  ['a listed build is meant alone', [], ['1.13.1+cu116'], ['1.13.1+cu116'], ['1.13.1', '1.13.1+cu117']],
])('%s', (...[, events, versions, affected, safe]) => {
  const ranges = events.length === 0 ? [] : [{ type: 'ECOSYSTEM', events }]
  const document = {
    id: 'X',
    affected: [{ package: { ecosystem: 'PyPI', name: 'torch' }, ranges, versions }],
  }
  const index = indexOf(pypi, [document])
  const tested = [...affected, ...safe]
  expect(tested.filter((version) => index.match('torch', version).length > 0)).toEqual(affected)
  const isAffected = (version: string) => matchByReference(pypi, document, { name: 'torch', version })
  expect(tested.filter(isAffected)).toEqual(affected)
})

test('rangeHolds includes local versions of the last affected version', () => {
  const range = { introduced: '1.0', lastAffected: '1.13.1' }
  expect(rangeHolds(pypi, range, '1.13.1+cu117')).toBe(true)
  expect(rangeHolds(pypi, range, '1.13.2+cu117')).toBe(false)
})
