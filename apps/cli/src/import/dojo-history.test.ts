import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { expect, test } from 'vitest'
import { stepsOf } from './dojo-history.ts'
import type { DojoPackageFinding } from './read-dojo.ts'

const npm = ecosystemById('npm')
const day = (at: string) => Date.parse(`${at}T00:00:00Z`)

const finding = (title: string, date: string, mitigated?: string): DojoPackageFinding => ({
  finding: { id: 1, test: 1, title, date, ...(mitigated && { mitigated, is_mitigated: true }) },
  resolved: { advisoryUuid: title, ecosystem: npm, packageName: title, purl: `pkg:npm/${title}@1` },
})

const shown = (steps: ReturnType<typeof stepsOf>) =>
  steps.map(({ at, present, mitigated }) => [
    at === null ? null : new Date(at).toISOString(),
    present.map(({ finding: { title } }) => title).join(),
    mitigated.map(({ finding: { title } }) => title).join(),
  ])

test('a branch has a step for each day on which something that was mitigated began or ended, and the last report', () => {
  const open = finding('open', '2026-01-05')
  const mitigated = [
    finding('early', '2026-01-01', '2026-01-10T08:00:00Z'),
    // Closed by the same report, a moment later.
    finding('late', '2026-01-07', '2026-01-10T08:00:01Z'),
  ]
  const steps = stepsOf({ branch: 'main', at: day('2026-02-01'), findings: [open], mitigated })
  expect(shown(steps)).toEqual([
    ['2026-01-01T00:00:00.000Z', 'early', ''],
    ['2026-01-07T00:00:00.000Z', 'open,early,late', ''],
    ['2026-01-10T08:00:01.000Z', 'open', 'early,late'],
    ['2026-02-01T00:00:00.000Z', 'open', ''],
  ])
})

test('one without mitigated findings has the last report alone, whenever that was', () => {
  const findings = [finding('open', '2026-01-05')]
  const of = { branch: 'main', findings, mitigated: [] }
  expect(shown(stepsOf({ ...of, at: day('2026-02-01') }))).toEqual([['2026-02-01T00:00:00.000Z', 'open', '']])
  expect(shown(stepsOf({ ...of, at: null }))).toEqual([[null, 'open', '']])
  // Before the finding itself: dates of the server that wrote them disagree.
  expect(shown(stepsOf({ ...of, at: day('2026-01-01') }))).toEqual([['2026-01-01T00:00:00.000Z', 'open', '']])
})
