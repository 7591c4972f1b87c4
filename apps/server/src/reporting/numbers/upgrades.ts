import type { fixOrders } from '@assay/contract/fixes.ts'
import type { PlacedInstruction } from '@assay/engine/upgrades/instruct.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import type { ProjectSelection } from './selection.ts'

/** The selection: projects by filters, or one project with one or all of its branches. */
export type UpgradeSelection =
  | { kind: 'filtered'; selection: ProjectSelection }
  | { kind: 'project'; projectUuid: string; branchUuid: string | null }

export interface UpgradeQuery {
  where: UpgradeSelection
  /** Empty for any. */
  severities: Severity[]
  /** Whether to list snoozed upgrades instead of the others. */
  isSnoozed: boolean
  order?: (typeof fixOrders)[number]
  now: Date
  /** Sort key of the previous page's last row; null for the first page. */
  after: string | null
  limit: number
}

export interface UpgradeRow extends Record<Severity, number> {
  sortKey: string
  ecosystem: string
  packageName: string
  displayName: string
  /** '' for findings without a fix. */
  to: string
  step: number | null
  isKnownRelease: boolean
  projects: number
  branches: number
  direct: number
  /** Branches whose sources were not seen to load the package. */
  notSeen: number
  transitive: number
  shared: number
  knownExploited: number
  likelyExploited: number
  maxEpss: number | null
  /** A position of ssvcRanks: the most urgent of the closed findings. */
  ssvc: number
  assigneeUuid: string | null
  /** Epoch ms. */
  snoozedUntil: number | null
  from: string[]
  through: string[]
  isMalware: boolean
  /** Empty if branches differ. */
  instructions: PlacedInstruction[]
}

export interface UpgradeOverview {
  upgrades: number
  closes: number
  unfixable: number
  snoozed: number
}

export interface Upgrades {
  overview: UpgradeOverview
  page: UpgradeRow[]
}

export interface ActiveDecision {
  ecosystem: string
  packageName: string
  to: string
  assigneeUuid: string | null
  /** Epoch ms. */
  snoozedUntil: number | null
}
