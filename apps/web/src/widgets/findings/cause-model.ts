import type { Closed, findingCauses, Opened } from '@assay/contract/trends.ts'
import type { FindingEvent } from '@assay/engine/vocabulary.ts'
import { trends as messages } from '../../messages/trends.ts'

/** Causes as parameters of lists, by their names in the trend. */
export const causeNames = {
  firstScan: 'first-scan',
  dependency: 'dependency',
  advisory: 'advisory',
  exclusionLifted: 'exclusion-lifted',
  coverageRestored: 'coverage-restored',
  upgraded: 'upgraded',
  removed: 'removed',
  withdrawn: 'withdrawn',
  advisoryChanged: 'advisory-changed',
  excluded: 'excluded',
  coverageLost: 'coverage-lost',
} as const satisfies Record<Exclude<keyof Opened | keyof Closed, 'total'>, (typeof findingCauses)[number]>

export const openedCauses = [
  'firstScan',
  'dependency',
  'advisory',
  'exclusionLifted',
  'coverageRestored',
] as const satisfies (keyof Opened)[]
export const closedCauses = [
  'upgraded',
  'removed',
  'withdrawn',
  'advisoryChanged',
  'excluded',
  'coverageLost',
] as const satisfies (keyof Closed)[]

/** Parts of the bars per week: the causes that they count. */
export const weekParts = [
  { key: 'first', event: 'opened', label: messages.weeks.first, causes: ['firstScan'] },
  {
    key: 'learned',
    event: 'opened',
    label: messages.weeks.learned,
    causes: ['advisory', 'exclusionLifted', 'coverageRestored'],
  },
  { key: 'changed', event: 'opened', label: messages.weeks.known, causes: ['dependency'] },
  { key: 'fixed', event: 'closed', label: messages.weeks.fixed, causes: ['upgraded', 'removed'] },
  {
    key: 'otherwise',
    event: 'closed',
    label: messages.weeks.otherwise,
    causes: ['withdrawn', 'advisoryChanged', 'excluded', 'coverageLost'],
  },
] as const satisfies {
  key: string
  event: FindingEvent
  label: string
  causes: (keyof typeof causeNames)[]
}[]
export type WeekPart = (typeof weekParts)[number]

/** Age in days from which an open finding counts as old. */
export const oldDays = 90
