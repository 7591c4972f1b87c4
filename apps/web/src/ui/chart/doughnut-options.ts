import type { ChartOptions } from 'chart.js'

/** A thin, non-interactive ring. */
export const doughnutOptions = {
  cutout: '90%',
  events: [],
  plugins: { legend: { display: false }, tooltip: { enabled: false } },
} satisfies ChartOptions<'doughnut'>

/** The remaining and the completed part, which add up to the whole. */
export const doughnutParts = ({ part, whole }: { part: number; whole: number }): [number, number] => [
  whole - part,
  part,
]
