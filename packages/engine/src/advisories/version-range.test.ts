import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import type { AffectedRange } from './advisory.ts'
import { formatAffected } from './version-range.ts'

test.each<[string, AffectedRange[], string[]]>([
  [
    '[,1.3.10)|[1.4.0,1.4.4)',
    [
      { introduced: '0', fixed: '1.3.10' },
      { introduced: '1.4.0', fixed: '1.4.4' },
    ],
    [],
  ],
  ['[0,]', [{ introduced: '0' }], ['1.0.0', '2.0.0']],
  ['[2.0.0,]', [{ introduced: '2.0.0' }], []],
  ['[,2.0.0]', [{ introduced: '0', lastAffected: '2.0.0' }], []],
  ['[1.0.0,1.0.0]', [{ introduced: '1.0.0', lastAffected: '1.0.0' }], []],
  ['[1.0.0,2.0.0)', [{ introduced: '1.0.0', limit: '2.0.0' }], []],
  ['[1.0.0,2.0.0)', [{ introduced: '1.0.0', fixed: '3.0.0', limit: '2.0.0' }], []],
  ['[1.0.0,2.0.0)|3.0.0|odd one', [{ introduced: '1.0.0', fixed: '2.0.0' }], ['1.5.0', '3.0.0', 'odd one']],
  ['1.0.0|1.0.1', [], ['1.0.0', '1.0.1']],
  ['', [], []],
])('formats %s', (text, ranges, versions) => {
  expect(formatAffected(ecosystemById('npm'), [{ ranges, versions }])).toBe(text)
})

test('lists ranges of several records once', () => {
  const range = { introduced: '0', fixed: '1.0.0' }
  const affected = [
    { ranges: [range], versions: [] },
    { ranges: [range], versions: ['0.5.0', '1.5.0'] },
  ]
  expect(formatAffected(ecosystemById('npm'), affected)).toBe('[,1.0.0)|1.5.0')
})
