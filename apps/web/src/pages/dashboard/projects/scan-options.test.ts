import type { Scan } from '@assay/contract/metrics.ts'
import type { TooltipItem } from 'chart.js'
import { expect, test } from 'vitest'
import { describeScan, scanOptions, scoreText } from './scan-options.ts'
import { scanPoints } from './scans-model.ts'

const black = { ink: '', soft: '', line: '', raised: '', accent: '', warm: '', cool: '' }
const scan = (part: Partial<Scan> = {}): Scan => ({
  reportUUID: crypto.randomUUID(),
  timestamp: Date.UTC(2026, 4, 20, 12),
  securityScore: 80,
  measured: { security: true, stability: true, licensing: true },
  coverage: { listed: 5, checked: 5, blocking: 0, coversLess: false },
  vulnerabilityCount: 7,
  mitigationCount: 0,
  vulnerabilityDelta: 0,
  libyears: null,
  ...part,
})

test('a score applies until the next scan, so its line is stepped', () =>
  expect(scanOptions(scanPoints([scan()]), black).elements?.line).toEqual({ stepped: true }))

test('the axes have their titles, sides and suggested ranges', () => {
  const { scales } = scanOptions(scanPoints([scan(), scan({ vulnerabilityCount: 3 })]), black)
  expect(scales?.['x']).toMatchObject({ title: { text: 'Date scanned' } })
  expect(scales?.['score']).toMatchObject({
    position: 'left',
    title: { text: 'Security score' },
    suggestedMin: 0,
    suggestedMax: 100,
  })
  expect(scales?.['count']).toMatchObject({
    position: 'right',
    title: { text: 'Vulnerability count' },
    suggestedMin: 0,
    suggestedMax: 8,
  })
})

test.each([
  [0, 'no mitigation'],
  [1, 'Fixed 1 vulnerability'],
  [3, 'Fixed 3 vulnerabilities'],
])('a scan with %i fixes is labeled with its time, then %s', (mitigationCount, fixes) => {
  const label = describeScan(scan({ mitigationCount }))
  expect(label).toMatch(/^Scanned on May 2\d, 2026 \d\d:\d\d/)
  expect(label).toContain(
    `, ${fixes}, Security score: 80 (low-moderate risk), 5 of 5 packages checked, Vulnerabilities: 7`,
  )
})

test.each([
  [0, 'no mitigation'],
  [2, 'Fixed 2 vulnerabilities'],
])('the tooltip of a scan with %i fixes shows its time, then %s, once each', (mitigationCount, fixes) => {
  const older = scan({ timestamp: Date.UTC(2026, 3, 1) })
  const points = scanPoints([scan({ mitigationCount }), older])
  const { filter, callbacks } = scanOptions(points, black).plugins!.tooltip!
  // The tooltip covers both series; the older scan is the first.
  const items = [{ dataIndex: 1 }, { dataIndex: 1 }] as TooltipItem<'line'>[]
  const call = (name: 'title' | 'label' | 'footer', given: unknown) =>
    (callbacks![name] as (given: unknown) => unknown)(given)
  expect(items.filter((item, index) => filter!(item, index, items, { datasets: [] }))).toHaveLength(1)
  expect(call('title', items)).toMatch(/^Scanned on May 2\d, 2026 \d\d:\d\d/)
  expect(call('label', items[0])).toBe(fixes)
  expect(call('footer', items)).toEqual([
    'Security score: 80 (low-moderate risk)',
    '5 of 5 packages checked',
    'Vulnerabilities: 7',
  ])
})

test.each([
  [30, '30 (high risk)'],
  [31, '31 (moderate risk)'],
  [60, '60 (moderate risk)'],
  [61, '61 (low-moderate risk)'],
  [95, '95 (low-moderate risk)'],
  [96, '96 (low risk)'],
])('the score %i is shown with its risk class', (score, text) =>
  expect(scoreText(scan({ securityScore: score }))).toBe(text),
)

test('a score that was not measured is a dash, and a gap in the line', () => {
  const measured = { security: false, stability: true, licensing: true }
  expect(scoreText(scan({ securityScore: 100, measured }))).toBe('–')
  expect(scanPoints([scan({ measured })]).scores[0]!.y).toBeNaN()
})
