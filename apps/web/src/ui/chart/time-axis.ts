import { dayMs } from '@assay/engine/time.ts'
import { formatTick, monthsFromMs } from '../../language/format.ts'
import type { ChartColors } from './colors.ts'

/** Font of axis labels. */
export const tickStyle = ({ soft }: ChartColors) => ({ color: soft, font: { size: 11 } })

/** A time axis from left to right; ticks of months are at most one per month. */
export function timeAxis(spanMs: number, colors: ChartColors, least: 'minute' | 'day' = 'minute') {
  return {
    type: 'time',
    time: { minUnit: spanMs < 2 * dayMs ? least : spanMs < monthsFromMs ? 'day' : 'month' },
    grid: { display: false },
    border: { color: colors.line },
    ticks: {
      ...tickStyle(colors),
      maxRotation: 0,
      autoSkipPadding: 16,
      callback: (value: string | number) => formatTick(Number(value), spanMs),
    },
  } as const
}
