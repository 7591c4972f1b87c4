import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

export type Usage = Pick<SecurityMetrics, 'projectsUsage' | 'exclusionUsage'>

/** Views of the usage chart. */
export const usageViews = ['coverage', 'exclusions'] as const
export type UsageView = (typeof usageViews)[number]

interface Series {
  key: 'analyses' | 'projects' | 'exclusions'
  /** One value per date. */
  values: number[]
}

export interface UsageChart {
  /** 'YYYY-MM-DD', UTC days. */
  dates: string[]
  series: Series[]
}

/** Minimum number of dates for a line. */
const minDates = 2
export const isDrawable = ({ dates }: UsageChart): boolean => new Set(dates).size >= minDates

/** Cumulative totals per day; missing days repeat the previous one. */
export function usageChart({ projectsUsage, exclusionUsage }: Usage, view: UsageView): UsageChart {
  if (view === 'exclusions') {
    const dates = exclusionUsage.sortedDates
    const values = fillForward(dates, (date) => ownProperty(exclusionUsage.dates, date)?.totalExclusions)
    return { dates, series: [{ key: 'exclusions', values }] }
  }
  const dates = projectsUsage.sortedDates
  return {
    dates,
    series: [
      {
        key: 'analyses',
        values: fillForward(dates, (date) => ownProperty(projectsUsage.dates, date)?.totalScans),
      },
      {
        key: 'projects',
        values: fillForward(dates, (date) => ownProperty(projectsUsage.dates, date)?.totalProjects),
      },
    ],
  }
}

function fillForward(dates: string[], totalAt: (date: string) => number | undefined): number[] {
  let total = 0
  return dates.map((date) => (total = totalAt(date) ?? total))
}

/** A tick every 25; overlapping labels are skipped with their lines. */
const tickStep = 25
/** The maximum number of ticks Chart.js draws. */
const maxTicks = 1000
export const yStep = (values: readonly number[]): number =>
  tickStep * Math.max(1, Math.ceil(Math.max(0, ...values) / (tickStep * maxTicks)))
