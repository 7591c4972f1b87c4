import type { Scan } from '@assay/contract/metrics.ts'
import { riskClass } from '@assay/engine/scoring/risk-class.ts'
import type { ChartOptions } from 'chart.js'
import { texts } from '../../../messages/app.ts'
import { scanChart as messages } from '../../../messages/scans.ts'
import type { ChartColors } from '../../../ui/chart/colors.ts'
import { tickStyle, timeAxis } from '../../../ui/chart/time-axis.ts'
import { formatDateTime, formatNumber } from '../../../language/format.ts'
import type { ScanPoints } from './scans-model.ts'

/** A score is always shown with its risk class. */
export const scoreText = ({
  securityScore: score,
  measured,
}: Pick<Scan, 'securityScore' | 'measured'>): string =>
  measured.security ? messages.scored(formatNumber(score), texts.risk[riskClass(score)]) : '–'

const titleOf = ({ timestamp }: Scan) => messages.scannedOn(formatDateTime(timestamp))
const fixesOf = ({ mitigationCount }: Scan) =>
  mitigationCount === 0 ? messages.noMitigation : messages.fixed(mitigationCount)
const valuesOf = (scan: Scan) => [
  `${messages.score}: ${scoreText(scan)}`,
  texts.dashboard.checked(scan.coverage.checked, scan.coverage.listed),
  `${messages.vulnerabilities}: ${formatNumber(scan.vulnerabilityCount)}`,
]

/** Text of a data point for keyboard navigation. */
export const describeScan = (scan: Scan): string =>
  [titleOf(scan), fixesOf(scan), ...valuesOf(scan)].join(', ')

/** Axes, ranges, titles and tooltip of the scan chart. */
export function scanOptions({ scans, countTop }: ScanPoints, colors: ChartColors): ChartOptions<'line'> {
  const span = (scans.at(-1)?.timestamp ?? 0) - (scans[0]?.timestamp ?? 0)
  const ticks = tickStyle(colors)
  const title = (text: string) => ({ display: true, text, ...ticks })
  const scanOf = (items: { dataIndex: number }[]) => scans[items[0]?.dataIndex ?? -1]
  return {
    // Scores and counts hold until the next scan.
    elements: { line: { stepped: true } },
    interaction: { mode: 'index', intersect: false },
    plugins: {
      legend: { display: false },
      tooltip: {
        filter: (_item, index) => index === 0,
        callbacks: {
          title: (items) => map(scanOf(items), titleOf),
          label: (item) => map(scanOf([item]), fixesOf),
          footer: (items) => map(scanOf(items), valuesOf),
        },
      },
    },
    scales: {
      x: { ...timeAxis(span, colors), title: title(messages.axes.date) },
      score: {
        position: 'left',
        title: title(messages.axes.score),
        suggestedMin: 0,
        suggestedMax: 100,
        grid: { color: colors.line },
        border: { display: false },
        ticks,
      },
      count: {
        position: 'right',
        title: title(messages.axes.count),
        suggestedMin: 0,
        suggestedMax: countTop,
        grid: { drawOnChartArea: false },
        border: { display: false },
        ticks: { ...ticks, precision: 0 },
      },
    },
  }
}

const map = <T, R>(value: T | undefined, read: (value: T) => R): R | string =>
  value === undefined ? '' : read(value)
