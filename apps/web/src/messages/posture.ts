import { formatNumber } from '../language/format.ts'

/** The sentence at the top of the dashboard, each part of which is a link. */
export const posture = {
  title: 'Where you stand',
  belowPolicy: (below: number, projects: number) =>
    `${formatNumber(below)} of ${formatNumber(projects)} ${projects === 1 ? 'project' : 'projects'} below policy`,
  knownExploited: (count: number) => `${formatNumber(count)} known exploited`,
  exploitedUnknown: 'exploited: not known',
  overdue: (count: number) => `${formatNumber(count)} overdue`,
  change: (change: number, days: number) =>
    change === 0
      ? `as many open as ${days} days ago in the same projects`
      : `${formatNumber(Math.abs(change))} ${change < 0 ? 'fewer' : 'more'} open than ${days} days ago in the same projects`,
} as const
