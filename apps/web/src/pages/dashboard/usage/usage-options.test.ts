import { expect, test } from 'vitest'
import { linesAt, localMidnight, usageOptions } from './usage-options.ts'

const black = { ink: '', soft: '', line: '', raised: '', accent: '', warm: '', cool: '' }
const chart = {
  dates: ['2026-05-01', '2026-05-03'],
  series: [
    { key: 'analyses' as const, values: [2, 1700] },
    { key: 'projects' as const, values: [1, 3] },
  ],
}

test('the usage chart has no legend, ten samples, small points, and a tick every 25', () => {
  const { elements, plugins, scales } = usageOptions({ ...chart, series: [chart.series[1]!] }, black)
  expect(plugins?.legend?.display).toBe(false)
  expect(plugins?.decimation).toMatchObject({ enabled: true, samples: 10 })
  expect(elements?.point?.radius).toBe(0.5)
  expect(scales?.['y']).toMatchObject({ beginAtZero: true, ticks: { stepSize: 25 } })
})

test('the usage chart labels each line with its value', () => {
  expect(linesAt(chart, 1)).toEqual(['Analyses: 1,700', 'Projects: 3'])
  expect(new Date(localMidnight('2026-05-01')).getDate()).toBe(1)
})
