import { alignColumns } from '@assay/text/documents/write-text.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { ReadResult } from '@assay/server/knowledge/releases/clients/client.ts'
import type { LivePackage } from './packages.ts'

/** The result for one package. */
export interface Line {
  ecosystem: EcosystemId
  name: string
  releases?: number
  /** Numbers of releases with a date, yanked, with a license, and with a copyright. */
  counts?: [dated: number, yanked: number, licensed: number, attributed: number]
  newest?: string
  deprecated?: string
  failure?: string
  /** No registry is configured for it. */
  isSkipped?: true
}

export function describeResult(
  ecosystem: EcosystemId,
  { versions = [] }: LivePackage,
  result: ReadResult,
): Partial<Line> {
  if (result === 'unchanged') return { failure: 'unchanged, although nothing was known' }
  if (result === 'absent' || result.releases.length === 0) return { failure: 'has no releases' }
  const { releases } = result
  const unreadable = releases.filter(({ version }) => !isVersion(ecosystem, version))
  const listed = new Set(releases.map(({ version }) => version))
  const missing = versions.filter((version) => !listed.has(version))
  const newest = newestOf(ecosystem, releases)
  const deprecated = result.deprecated ?? newest?.deprecated
  return {
    releases: releases.length,
    counts: [
      releases.filter(({ publishedAt }) => publishedAt !== null).length,
      releases.filter(({ isYanked }) => isYanked).length,
      releases.filter(({ licenses }) => licenses !== undefined && licenses.length > 0).length,
      releases.filter(({ copyright = '' }) => copyright !== '').length,
    ],
    newest: newest?.version ?? 'none',
    ...(deprecated !== undefined && { deprecated }),
    ...(missing.length > 0 && { failure: `does not list ${missing.join(', ')}` }),
    ...(unreadable.length === releases.length && { failure: 'has no version that can be compared' }),
  }
}

const isVersion = (ecosystem: EcosystemId, version: string): boolean =>
  ecosystemById(ecosystem).compareVersions(version, version) !== null

/** Stable and not yanked, like the versions that the product recommends. */
function newestOf(ecosystem: EcosystemId, releases: readonly Release[]): Release | undefined {
  const { compareVersions, isStable } = ecosystemById(ecosystem)
  const candidates = releases.filter(({ version, isYanked }) => !isYanked && isStable(version))
  const [newest] = candidates.toSorted((a, b) => compareVersions(b.version, a.version) ?? 0)
  return newest
}

const columns = [
  'ecosystem',
  'package',
  'releases',
  'dated',
  'yanked',
  'licensed',
  'copyright',
  'newest',
  'note',
]

export const printTable = (lines: readonly Line[]): void =>
  console.log(alignColumns([columns, ...lines.map(cellsOf)]))

const cellsOf = ({ ecosystem, name, releases, counts, newest, ...outcome }: Line): string[] => [
  ecosystem,
  name,
  String(releases ?? ''),
  ...(counts ?? ['', '', '', '']).map(String),
  newest ?? '',
  noteOf(outcome),
]

function noteOf({
  failure,
  isSkipped,
  deprecated = '',
}: Pick<Line, 'failure' | 'isSkipped' | 'deprecated'>): string {
  if (isSkipped) return 'skipped: no registry is set up'
  return failure === undefined ? deprecated.slice(0, 80) : `FAILED: ${failure}`
}
