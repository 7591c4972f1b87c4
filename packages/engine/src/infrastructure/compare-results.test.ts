import { dayMs } from '../time.ts'
import { describe, expect, it } from 'vitest'
import { applyPolicies, type InfrastructurePolicy } from './apply-policies.ts'
import { carryOver } from './carry-over.ts'
import { compareResults, type OpenResult } from './compare-results.ts'
import type { InfrastructureResult, InfrastructureRun } from './infrastructure.ts'

const now = 20_000 * dayMs
const result = (more: Partial<InfrastructureResult> = {}): InfrastructureResult => ({
  sysid: 'CKV_1',
  tool: 'Checkov',
  path: 'a.tf',
  fingerprint: 'f',
  line: 7,
  message: 'wrong',
  severity: 'high',
  suppression: null,
  document: 'results.sarif',
  ...more,
})
const open = (more: Partial<OpenResult> = {}): OpenResult => {
  const { sysid, tool, path, fingerprint, document } = result()
  return { uuid: 'u', sysid, tool, path, fingerprint, document, introducedAt: now - 3.5 * dayMs, ...more }
}
const ran = (more: Partial<InfrastructureRun> = {}): InfrastructureRun => ({
  tool: 'Checkov',
  document: 'results.sarif',
  isComplete: true,
  analyzed: null,
  unread: [],
  ...more,
})
const policy = (more: Partial<InfrastructurePolicy>): InfrastructurePolicy => ({
  sysid: 'CKV_1',
  isEnabled: true,
  severity: null,
  tags: [],
  ...more,
})
const evaluate = (policies: InfrastructurePolicy[], tags: string[] = [], found = result()) =>
  applyPolicies([found], new Map(policies.map((each) => [each.sysid, each])), tags)[0]!
const compare = (was: OpenResult[], found: InfrastructureResult[], runs = [ran()]) =>
  compareResults({ open: was, found: applyPolicies(found, new Map(), []), runs, now })

describe('a policy', () => {
  it.each<[string, InfrastructurePolicy[], string[], string | null]>([
    ['none', [], [], null],
    ['on', [policy({})], [], null],
    ['off', [policy({ isEnabled: false })], [], 'policy'],
    ['for projects with a tag, of one that has it', [policy({ tags: ['prod'] })], ['x', 'prod'], null],
    ['for projects with a tag, of another', [policy({ tags: ['prod'] })], ['x'], 'tags'],
    ['of another rule', [policy({ sysid: 'CKV_2', isEnabled: false })], [], null],
  ])('%s', (...[, policies, tags, expected]) => {
    expect(evaluate(policies, tags).excluded?.reason ?? null).toBe(expected)
  })

  it('overrides the severity of the scanner', () => {
    expect(evaluate([policy({ severity: 'low' })])).toMatchObject({
      severity: 'low',
      scannerSeverity: 'high',
    })
    expect(evaluate([policy({})]).severity).toBe('high')
  })

  it('excludes results suppressed in the source', () => {
    expect(evaluate([], [], result({ suppression: 'why' })).excluded).toEqual({
      reason: 'suppressed',
      description: 'why',
    })
  })
})

describe('a lifetime', () => {
  it('starts, and continues if the line moves', () => {
    expect(compare([], [result()]).opened).toHaveLength(1)
    const { continued, ended, opened } = compare([open()], [result({ line: 99 })])
    expect([continued.length, ended, opened]).toEqual([1, [], []])
  })

  it.each<[string, Partial<InfrastructureRun>, string, number | null]>([
    ['the run is whole', {}, 'removed', 3],
    ['the file was among those read', { analyzed: ['a.tf'] }, 'removed', 3],
    ['the file was not among those read', { analyzed: ['b.tf'] }, 'coverage-lost', null],
    ['the file could not be read', { unread: ['a.tf'] }, 'coverage-lost', null],
    ['the scanner failed', { isComplete: false }, 'coverage-lost', null],
    ['another document was read', { document: 'web.sarif' }, 'coverage-lost', null],
  ])('ends when %s', (...[, run, kind, daysToFix]) => {
    expect(compare([open()], [], [ran(run)]).ended).toMatchObject([{ kind, daysToFix }])
  })

  it('is not affected by other scanners', () => {
    const runs = [ran({ tool: 'Hadolint' })]
    const { continued, ended } = compare([open()], carryOver([result()], { results: [], runs }), runs)
    expect([continued.length, ended]).toEqual([1, []])
  })

  it('is not carried over if its own scanner ran, or if another one found the same', () => {
    expect(carryOver([result()], { results: [], runs: [ran()] })).toEqual([])
    const results = [result({ tool: 'Hadolint', line: 8 })]
    expect(carryOver([result()], { results, runs: [ran({ tool: 'Hadolint' })] })).toEqual([])
  })

  it('ends as excluded, which is not a fix, and does not reopen', () => {
    const found = [evaluate([policy({ isEnabled: false })])]
    const { ended, opened } = compareResults({ open: [open()], found, runs: [ran()], now })
    expect(ended).toMatchObject([{ kind: 'excluded', daysToFix: null }])
    expect(opened).toEqual([])
  })

  it('has no days to fix if the clock was set back', () => {
    expect(compare([open({ introducedAt: now + dayMs })], []).ended).toMatchObject([{ daysToFix: null }])
  })
})
