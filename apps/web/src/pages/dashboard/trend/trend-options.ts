import type { Trend } from '@assay/contract/trends.ts'
import { severityNames } from '../../../messages/severity.ts'
import type { ChartOptions } from 'chart.js'
import type { ChartColors } from '../../../ui/chart/colors.ts'
import { tickStyle, timeAxis } from '../../../ui/chart/time-axis.ts'
import { formatDate, formatNumber } from '../../../language/format.ts'
import { localMidnight } from '../usage/usage-options.ts'

/** Height of both charts in px: low enough for "Fix first" to be visible without scrolling. */
export const trendHeight = 176

/** Open findings on a day, most severe first. */
export const openAt = ({ severities }: Trend, index: number): string[] =>
  severities.map(
    ({ severity, openByDay }) => `${severityNames[severity]}: ${formatNumber(openByDay[index] ?? 0)}`,
  )

/** Stacked areas, whose top line is the total. */
export function trendOptions(trend: Trend, colors: ChartColors): ChartOptions<'line'> {
  const moments = trend.sortedDates.map(localMidnight)
  const span = (moments.at(-1) ?? 0) - (moments[0] ?? 0)
  return {
    // A count applies until a scan changes it, so lines are stepped.
    elements: { line: { stepped: true }, point: { radius: 0, hoverRadius: 3 } },
    interaction: { mode: 'index', intersect: false },
    plugins: {
      legend: { display: false },
      tooltip: {
        filter: (_item, index) => index === 0,
        callbacks: {
          title: ([item]) => (item ? formatDate(item.parsed.x ?? 0) : ''),
          label: ({ dataIndex }) => openAt(trend, dataIndex),
        },
      },
    },
    scales: {
      x: timeAxis(span, colors, 'day'),
      y: {
        stacked: true,
        beginAtZero: true,
        grid: { color: colors.line },
        border: { display: false },
        ticks: { ...tickStyle(colors), precision: 0, maxTicksLimit: 6 },
      },
    },
  }
}
