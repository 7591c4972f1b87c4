import type { MetricsProject } from '@assay/contract/metrics.ts'
import { describe, expect, test } from 'vitest'
import { rowsOf, shown, sortBy, summarize } from './model.ts'

describe('summarize', () => {
  test.each([
    [
      { identified: 10, addressed: 4 },
      { identified: 6, addressed: 4, whole: 10 },
    ],
    [
      { identified: 0, addressed: 0 },
      { identified: 0, addressed: 0, whole: 0 },
    ],
    [
      { identified: 3, addressed: 3 },
      { identified: 0, addressed: 3, whole: 3 },
    ],
  ])('%o is shown as %o', ({ identified, addressed }, shown) => {
    const overview = {
      numberOfProjects: 2,
      totalScans: 5,
      vulnerabilitiesIdentified: identified,
      vulnerabilitiesAddressed: addressed,
      libyears: null,
      unknownReleases: null,
      securityScore: null,
      rows: 2,
      measuredRows: 0,
      deltaSecurityScore: null,
    }
    expect(summarize(overview)).toEqual({ projects: 2, scans: 5, ...shown })
  })
})

describe('shown', () => {
  const overview = (numberOfProjects: number) => ({
    numberOfProjects,
    totalScans: 4,
    vulnerabilitiesIdentified: 3,
    vulnerabilitiesAddressed: 1,
    libyears: null,
    unknownReleases: null,
    securityScore: null,
    rows: 2,
    measuredRows: 0,
    deltaSecurityScore: null,
  })
  const highlights = (day: string) => ({
    topPerforming: [],
    leastPerforming: [],
    projectsUsage: { sortedDates: [day], dates: { [day]: { totalProjects: 1, totalScans: 1 } } },
    exclusionUsage: { sortedDates: [], dates: {} },
  })
  const everything = { overview: overview(9), ...highlights('2026-05-01') }

  test('is everything without a search', () => {
    const { summary, all, highlights } = shown(everything)
    expect([summary.projects, all, highlights.projectsUsage.sortedDates]).toEqual([9, null, ['2026-05-01']])
  })
  test('is the search results and the options they were chosen from', () => {
    const {
      summary,
      all,
      highlights: found,
    } = shown({
      ...everything,
      overview: { ...overview(9), filteredOverview: overview(2) },
      filteredOverview: highlights('2026-05-02'),
    })
    expect([summary.projects, all?.projects, found.projectsUsage.sortedDates]).toEqual([2, 9, ['2026-05-02']])
  })
})

describe('sortBy', () => {
  test('reverses the direction of the same column', () => {
    expect(sortBy('totalScans', { sort: 'totalScans', direction: 'desc' })).toEqual({
      sort: 'totalScans',
      direction: 'asc',
    })
  })
  test('sorts numbers descending first, and names ascending', () => {
    expect(sortBy('securityScore', { sort: 'projectUrl', direction: 'asc' }).direction).toBe('desc')
    expect(sortBy('projectUrl', { sort: 'securityScore', direction: 'desc' }).direction).toBe('asc')
  })
})

test('rowsOf keeps the newest copy of a row that is on two pages, at its first position', () => {
  const row = (projectUUID: string, totalScans: number) =>
    ({ projectUUID, projectBranch: 'main', totalScans }) as MetricsProject
  const rows = rowsOf([{ projects: [row('a', 1), row('b', 1)] }, { projects: [row('b', 2), row('c', 1)] }])
  expect(rows.map(({ projectUUID, totalScans }) => projectUUID + totalScans)).toEqual(['a1', 'b2', 'c1'])
})
