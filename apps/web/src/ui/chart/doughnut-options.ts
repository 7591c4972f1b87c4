import type { ChartOptions } from 'chart.js'

/** A thin ring that answers to nothing: its numbers stand beside it. */
export const doughnutOptions = {
  cutout: '90%',
  events: [],
  plugins: { legend: { display: false }, tooltip: { enabled: false } },
} satisfies ChartOptions<'doughnut'>

/** What is left, then what is done: together the whole. */
export const doughnutParts = ({ part, whole }: { part: number; whole: number }): [number, number] => [
  whole - part,
  part,
]
