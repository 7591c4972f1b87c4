import { expect, test } from 'vitest'
import { texts } from '../../../messages/app.ts'
import { scanChart } from '../../../messages/scans.ts'

test('the series of the charts have these names', () => {
  expect([scanChart.vulnerabilities, scanChart.score]).toEqual(['Vulnerabilities', 'Security score'])
  expect(texts.dashboard.usage.series).toEqual({
    analyses: 'Analyses',
    projects: 'Projects',
    exclusions: 'Exclusions',
  })
})
