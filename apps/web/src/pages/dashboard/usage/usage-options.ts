import type { ChartOptions } from 'chart.js'
import { texts } from '../../../messages/app.ts'
import type { ChartColors } from '../../../ui/chart/colors.ts'
import { tickStyle, timeAxis } from '../../../ui/chart/time-axis.ts'
import { formatDate, formatNumber } from '../../../language/format.ts'
import { type UsageChart, yStep } from './usage-model.ts'

const messages = texts.dashboard.usage

// The axis uses the viewer's time zone, but the dates must not shift.
export const localMidnight = (date: string) => Date.parse(`${date}T00:00`)

/** Tooltip of a day. */
export const linesAt = ({ series }: UsageChart, index: number) =>
  series.map(({ key, values }) => `${messages.series[key]}: ${formatNumber(values[index] ?? 0)}`)

/** Tick step, decimation and legend of the usage chart. */
export function usageOptions(chart: UsageChart, colors: ChartColors): ChartOptions<'line'> {
  const moments = chart.dates.map(localMidnight)
  const span = (moments.at(-1) ?? 0) - (moments[0] ?? 0)
  return {
    // Decimation requires parsed points.
    parsing: false,
    elements: { point: { radius: 0.5 } },
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    plugins: {
      legend: { display: false },
      decimation: { enabled: true, algorithm: 'lttb', samples: 10, threshold: 10 },
      tooltip: {
        filter: (_item, index) => index === 0,
        callbacks: {
          title: ([item]) => (item ? formatDate(item.parsed.x ?? 0) : ''),
          label: ({ parsed }) => linesAt(chart, moments.indexOf(parsed.x ?? 0)),
        },
      },
    },
    scales: {
      x: timeAxis(span, colors, 'day'),
      y: {
        beginAtZero: true,
        grid: { color: colors.line },
        border: { display: false },
        ticks: { ...tickStyle(colors), stepSize: yStep(chart.series.flatMap(({ values }) => values)) },
      },
    },
  }
}
