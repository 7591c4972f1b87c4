import type { Domain } from '@assay/engine/vocabulary.ts'

interface Vulnerability {
  /** 'CVE-2021-23337'. */
  id: string
  packageName: string
  /** Further vulnerabilities of the package in the same line; none in messages of earlier versions. */
  others?: number
}

type Scores = Record<Domain, number>

type NoValues = Record<string, never>

/**
 * All phrases of messages with their values. Phrases are stored, and turned into text when somebody reads them: add
 * phrases and optional values, but never change existing ones.
 */
export interface PhraseValues {
  /** The same in every language: names, and what a person or another program wrote. */
  verbatim: { text: string }
  findingOpened: Vulnerability
  malwareFound: Vulnerability
  advisoryPublished: Vulnerability
  nowExploited: Vulnerability
  targetOverdue: Vulnerability
  findingFixed: Vulnerability
  exploited: NoValues
  /** change: of open findings, in the projects that were scanned before. */
  verdict: {
    projects: number
    belowPolicy: number
    knownExploited: number | null
    overdue: number
    change: number
  }
  /** Why a finding is open again. */
  reopened: { cause: 'exclusion-ended' | 'vex-withdrawn' | 'coverage-restored' }
  fixAvailable: NoValues
  /** The release that fixed it, '' if none, and whole days until then. */
  fixedBy: { release: string; days: number | null }
  target: { days: number }
  branch: { name: string }
  minimumMissed: NoValues
  minimumMet: NoValues
  scores: { scores: Scores; minimums: Scores | null; measured?: Record<Domain, boolean> | null }
  coverage: { listed: number; checked: number }
  policyViolated: { policies: string }
  componentCount: { count: number }
  /** Hits that the scan before did not have. */
  ruleHit: { rule: string; count: number }
  moreHits: { count: number }
  scanFailed: NoValues
  /** The name of its ecosystem, or the id of another feed. */
  sourceFailing: { source: string }
  syncFailed: NoValues
  advisoryDataOld: NoValues
  /** Times in epoch ms. */
  tokenEnding: { name: string; expiresAt: number }
  exclusionEnding: { subject: string; expiresAt: number }
  /** Of one finding: which; of several: how many. */
  assignedToYou: Vulnerability & { by: string; count: number }
  mentionedYou: Vulnerability & { by: string }
  approvalWanted: Vulnerability & { by: string; count: number }
  /** dueAt: of the first deadline, epoch ms. */
  caseOpened: { id: string; dueAt: number | null }
  /** 'cra/early-warning'. */
  caseOverdue: { id: string; deadline: string; dueAt: number }
  caseDueSoon: { id: string; deadline: string; dueAt: number }
  caseAssigned: { id: string; by: string }
  memberInvited: { email: string }
  roleChanged: { email: string; isOfTeam: boolean; before: string; after: string }
  memberRemoved: { email: string }
  changedBy: { email: string }
  channelTested: NoValues
  channelWorks: NoValues
  channelShown: NoValues
}

type PhraseId = keyof PhraseValues

export type Phrase = { [Id in PhraseId]: { phrase: Id; values: PhraseValues[Id] } }[PhraseId]

export const phrase = <Id extends PhraseId>(id: Id, values: PhraseValues[Id]): Phrase =>
  ({ phrase: id, values }) as Phrase
