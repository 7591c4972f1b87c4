import { formatTick, monthsFromMs } from '../../language/format.ts'
import type { ChartColors } from './colors.ts'

const dayMs = 86_400_000

/** The small letters of an axis. */
export const tickLook = ({ soft }: ChartColors) => ({ color: soft, font: { size: 11 } })

/** Moments from left to right. What is marked by months has no two marks in one. */
export function timeAxis(spanMs: number, colors: ChartColors, least: 'minute' | 'day' = 'minute') {
  return {
    type: 'time',
    time: { minUnit: spanMs < 2 * dayMs ? least : spanMs < monthsFromMs ? 'day' : 'month' },
    grid: { display: false },
    border: { color: colors.line },
    ticks: {
      ...tickLook(colors),
      maxRotation: 0,
      autoSkipPadding: 16,
      callback: (value: string | number) => formatTick(Number(value), spanMs),
    },
  } as const
}
