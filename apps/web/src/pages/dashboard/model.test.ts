import type { MetricsProject } from '@assay/contract/metrics.ts'
import { describe, expect, test } from 'vitest'
import { rowsOf, sortBy, summarize } from './model.ts'

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
  ])('%o shows as %o', ({ identified, addressed }, shown) => {
    const overview = {
      ...{ numberOfProjects: 2, totalScans: 5 },
      ...{ vulnerabilitiesIdentified: identified, vulnerabilitiesAddressed: addressed },
    }
    expect(summarize({ overview })).toEqual({ projects: 2, scans: 5, ...shown })
  })
})

describe('sortBy', () => {
  test('turns the direction of the same column', () => {
    expect(sortBy('totalScans', { sort: 'totalScans', direction: 'desc' })).toEqual({
      sort: 'totalScans',
      direction: 'asc',
    })
  })
  test('begins with the largest number, and with the first name', () => {
    expect(sortBy('securityScore', { sort: 'projectUrl', direction: 'asc' }).direction).toBe('desc')
    expect(sortBy('projectUrl', { sort: 'securityScore', direction: 'desc' }).direction).toBe('asc')
  })
})

test('rowsOf keeps the newest of a row that two pages hold, in its first place', () => {
  const row = (projectUUID: string, totalScans: number) =>
    ({ projectUUID, projectBranch: 'main', totalScans }) as MetricsProject
  const rows = rowsOf([{ projects: [row('a', 1), row('b', 1)] }, { projects: [row('b', 2), row('c', 1)] }])
  expect(rows.map(({ projectUUID, totalScans }) => projectUUID + totalScans)).toEqual(['a1', 'b2', 'c1'])
})
