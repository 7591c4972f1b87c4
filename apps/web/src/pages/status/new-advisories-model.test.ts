import { expect, test } from 'vitest'
import { daysToShow } from './new-advisories-model.ts'

test('days without advisories are omitted; the newest day and the largest ecosystem come first', () => {
  const days = [
    { date: '2026-01-01', total: 3, ecosystems: { npm: 1, pypi: 2, go: 1 } },
    { date: '2026-01-02', total: 0, ecosystems: {} },
    { date: '2026-01-03', total: 1, ecosystems: { npm: 1 } },
  ]
  expect(daysToShow(days, new Map([['pypi', 'PyPI']]))).toEqual([
    { date: '2026-01-03', total: 1, ecosystems: [{ id: 'npm', name: 'npm', advisories: 1 }] },
    {
      date: '2026-01-01',
      total: 3,
      ecosystems: [
        { id: 'pypi', name: 'PyPI', advisories: 2 },
        { id: 'go', name: 'go', advisories: 1 },
        { id: 'npm', name: 'npm', advisories: 1 },
      ],
    },
  ])
})
