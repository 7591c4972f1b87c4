import type { MetricsProject } from '@assay/contract/metrics.ts'
import type { Order, Position } from './cursor.ts'
import type { ProjectSelection } from './selection.ts'
import type { Window } from './window.ts'

export interface Selection extends ProjectSelection {
  window: Window
}

export interface Page {
  order: Order
  after: Position | null
  limit: number
}

export interface MetricsRequest {
  selection: Selection
  page: Page
}

/** A row with columns for cursors and names in addition to those on the wire. */
export interface MetricsRow extends Omit<MetricsProject, 'nameFront' | 'nameTail' | 'coverage'> {
  branchUuid: string
  projectName: string
}

export interface RankedRow extends MetricsRow {
  branches: number
  closedWithoutFix: number
  openedWithoutChange: number
}

export interface Figures {
  overview: {
    numberOfProjects: number
    totalScans: number
    vulnerabilitiesIdentified: number
    vulnerabilitiesAddressed: number
    libyears: number | null
    unknownReleases: number | null
    securityScore: number | null
    deltaSecurityScore: number | null
    rows: number
    measuredRows: number
  }
  top: RankedRow[]
  least: RankedRow[]
  usage: { day: string; totalProjects: number; totalScans: number }[]
  exclusions: { day: string; totalExclusions: number }[]
}

export interface MetricsResponse {
  all: Figures
  /** Totals of the projects matching the search; null without a search. */
  matching: Figures | null
  /** One extra row if there is a next page. */
  page: MetricsRow[]
}
