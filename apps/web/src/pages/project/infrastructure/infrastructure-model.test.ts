import type { IsaacFinding } from '@assay/contract/isaac.ts'
import { expect, it } from 'vitest'
import { countInfrastructure, listInfrastructure } from './infrastructure-model.ts'

const finding = (sysid: string, more: Partial<IsaacFinding> = {}): IsaacFinding => ({
  sysid,
  tool: 'Checkov',
  path: 'main.tf',
  line: 1,
  message: 'wrong',
  severity: 'HIGH',
  lifetime: { introducedAt: 1, isNew: false, endedAt: null, endKind: null, daysToFix: null },
  exclusion: null,
  ...more,
})
const findings = [
  finding('excluded', {
    severity: 'CRITICAL',
    lifetime: null,
    exclusion: { reason: 'policy', description: '' },
  }),
  finding('fixed', {
    severity: 'CRITICAL',
    lifetime: { introducedAt: 1, isNew: false, endedAt: 2, endKind: 'removed', daysToFix: 0 },
  }),
  finding('low', { severity: 'LOW' }),
  finding('later', { line: 9 }),
  finding('other', { path: 'a/Dockerfile', message: 'Pin versions' }),
]
const list = (search: Parameters<typeof listInfrastructure>[1]) =>
  listInfrastructure(findings, search).map(({ sysid }) => sysid)

it('lists open findings first, then ended, then excluded ones', () => {
  expect(list({})).toEqual(['other', 'later', 'low', 'fixed', 'excluded'])
})

it('filters by words, severity and exclusion', () => {
  expect(list({ q: 'docker PIN' })).toEqual(['other'])
  expect(list({ severity: 'LOW,CRITICAL' })).toEqual(['low', 'fixed', 'excluded'])
  expect(list({ show: 'excluded' })).toEqual(['excluded'])
})

it('counts open findings', () => {
  expect(countInfrastructure(findings)).toEqual([
    { severity: 'HIGH', count: 2 },
    { severity: 'LOW', count: 1 },
  ])
})
