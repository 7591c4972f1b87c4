import type { FindingState, VexJustification } from '@assay/engine/vocabulary.ts'

/** Reads repositories of GitHub or GitLab, and what was decided about their dependencies there. */
export interface Forge {
  /** 'GitHub' */
  name: string
  /** Throws CommandError if one that was asked for cannot be read. */
  repositories(): Promise<ForgeRepository[]>
  inventory(repository: ForgeRepository): Promise<ForgeInventory | { why: string }>
  alerts(repository: ForgeRepository): Promise<ForgeAlert[] | { why: string }>
}

export interface ForgeRepository {
  /** 'owner/name' */
  name: string
  /** Of its page. */
  url: string
  defaultBranch: string
}

export interface ForgeInventory {
  filename: string
  bytes: Uint8Array
}

/** An alert that somebody decided about. */
export interface ForgeAlert {
  /** For the report: 'lodash (CVE-2021-23337)'. */
  title: string
  /** Of the vulnerability: CVE, GHSA. */
  ids: string[]
  packageName: string
  decision: ForgeDecision | { why: string }
}

export interface ForgeDecision {
  state: Extract<FindingState, 'in-triage' | 'fix-planned' | 'accepted' | 'false-positive' | 'not-affected'>
  justification?: VexJustification
  /** Who, when, why. */
  reason: string
}

/** 'From GitHub, 2026-02-01 jane: tolerable risk. Behind a proxy.' */
export function describeDecision(
  forge: string,
  { at, by, why, comment }: Record<'at' | 'by' | 'why' | 'comment', string | null | undefined>,
): string {
  const who = [at?.slice(0, 10), by].filter(Boolean).join(' ')
  const what = [why?.toLowerCase().replaceAll('_', ' '), comment?.trim()].filter(Boolean).join('. ')
  return `From ${forge}${who === '' ? '' : `, ${who}`}${what === '' ? '' : `: ${what}`}`
}
