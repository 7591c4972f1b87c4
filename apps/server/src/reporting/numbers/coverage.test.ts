import { dayMs } from '@assay/engine/time.ts'
import { expect, test } from 'vitest'
import { accountScope } from '#auth/scope.ts'
import { AccountNumbers } from './account-numbers.ts'
import type { Storage } from './history-store.ts'
import { metricsOf } from './metrics.ts'
import { resolveWindow } from './window.ts'

interface Scan {
  score: number
  count: number
  isMeasured?: boolean
  /** It covers less; the score that stands for it, or null. */
  carried?: number | null
}

const firstDay = Date.parse('2024-03-01') / dayMs

/** A point per day, as series-store.ts writes it. */
const pointsOf = (scans: Scan[]) =>
  Int32Array.from(
    scans.flatMap(({ score, count, isMeasured = true, carried }, at) => {
      const flags = Number(isMeasured) | 6 | (carried === undefined ? 0 : 8)
      return [firstDay + at, 0, count, count, 0, -1, -1, score | ((carried ?? 255) << 8) | (flags << 16)]
    }),
  )

function metrics(branches: Record<string, Scan[]>) {
  const scope = accountScope('6b0f9c6e-9f1c-4c55-8a5e-1f7a3f8c2d10')
  // Nothing is read: the numbers are set.
  const numbers = new AccountNumbers({} as Storage, { scope })
  for (const [name, scans] of Object.entries(branches)) {
    const project = {
      uuid: name,
      url: name,
      name,
      teamUuid: null,
      groupUuids: [],
      groupTargets: {},
      defaultBranch: null,
      tagTexts: [],
      text: name,
      isActive: true,
    }
    const branch = numbers.directory.set({ branchUuid: name, branch: 'main', branchText: 'main', project })
    numbers.points.set(branch, pointsOf(scans))
  }
  const window = resolveWindow({ startDate: '2024-03-01', endDate: '2024-03-31' }, 366, new Date(0))
  const selection = { teamUuid: null, groupUuid: null, branchPatterns: [], tags: [], search: '', window }
  const page = { order: { sort: 'projectUrl', direction: 'asc' }, after: null, limit: 50 } as const
  const response = metricsOf({ numbers, scope, search: '' }, { selection, page })
  return { ...response.all, rows: Object.fromEntries(response.page.map((row) => [row.projectUrl, row])) }
}

test('an inventory that covers less than before is no improvement, and keeps its last covered score', () => {
  const before = { score: 51, count: 9 }
  const { top, overview, rows } = metrics({
    empty: [before, { score: 100, count: 0, carried: 51 }],
    'purl lost': [before, { score: 100, count: 0, carried: 51 }, { score: 100, count: 0, carried: 51 }],
    fixed: [before, { score: 90, count: 1 }],
  })
  expect(top.map(({ projectUrl }) => projectUrl)).toEqual(['fixed'])
  expect(rows['empty']).toMatchObject({
    securityScore: 51,
    coversLess: true,
    measured: { security: true, stability: true, licensing: true },
    deltaSecurityScore: 0,
    deltaVulns: 0,
    performanceScore: 0,
  })
  expect(rows['fixed']).toMatchObject({ securityScore: 90, coversLess: false, deltaSecurityScore: 39 })
  // (51 + 51 + 90) / 3, compared with 51.
  expect(overview).toMatchObject({ securityScore: 64, deltaSecurityScore: 13 })
})

test('coverage that is restored is no decline', () => {
  const { least, rows } = metrics({
    restored: [
      { score: 100, count: 0, carried: 51 },
      { score: 51, count: 9 },
    ],
  })
  expect(least).toEqual([])
  expect(rows['restored']).toMatchObject({ deltaSecurityScore: 0, performanceScore: 0, deltaVulns: 0 })
})

test('scores that were not measured are in no average, difference or ranking', () => {
  const unmeasured = { score: 100, count: 0, isMeasured: false }
  const { top, least, overview, rows } = metrics({
    never: [unmeasured],
    'no longer': [{ score: 40, count: 3 }, unmeasured],
    'not before': [unmeasured, { score: 60, count: 2 }],
    always: [
      { score: 70, count: 2 },
      { score: 80, count: 1 },
    ],
    'never covered': [{ score: 100, count: 0, carried: null }],
  })
  expect([...top, ...least].map(({ projectUrl }) => projectUrl)).toEqual(['always'])
  // (60 + 80) / 2; only one has both scores.
  expect(overview).toMatchObject({ rows: 5, securityScore: 70, deltaSecurityScore: 10 })
  expect(Object.values(rows).filter(({ measured }) => !measured.security)).toHaveLength(3)
  expect(rows['no longer']).toMatchObject({
    measured: { security: false },
    coversLess: false,
    deltaSecurityScore: 0,
  })
  expect(metrics({ never: [unmeasured] }).overview).toMatchObject({
    securityScore: null,
    deltaSecurityScore: null,
  })
})
