import { projectWebAddress } from '@assay/engine/project-address.ts'
import { type Domain, domains } from '@assay/engine/vocabulary.ts'
import type { Overview, ScanItem } from '@assay/contract/scans.ts'

export interface ScoreCheck {
  area: Domain
  score: number
  minimum: number
  /** Points above the minimum; negative if below. */
  margin: number
  /** Change since the previous scan; null if there is none. */
  change: number | null
  /** false: nothing was known to compute it from. */
  isMeasured: boolean
}

/** Number of files and folders that could not be read. */
export const unreadFiles = ({ issues }: Pick<Overview['scan'], 'issues'>): number =>
  new Set(issues.filter(({ isUnread }) => isUnread).map(({ where }) => where)).size

/** The three scores with their minimums. */
export function checkScores({
  scan,
  scans,
  minimumScores,
}: Pick<Overview, 'scan' | 'scans' | 'minimumScores'>): ScoreCheck[] {
  const before = scans.find(({ number }) => number === scan.number - 1)
  return domains.map((area) => ({
    area,
    score: scan[area],
    minimum: minimumScores[area],
    margin: scan[area] - minimumScores[area],
    change: before && isMeasured(before, area) ? scan[area] - before[area] : null,
    isMeasured: isMeasured(scan, area),
  }))
}

const isMeasured = ({ measured }: Pick<ScanItem, 'measured'>, area: Domain): boolean => measured[area]

/** The previous and next of the listed scans. */
export function neighbors({ scan, scans }: { scan: Pick<ScanItem, 'number'>; scans: readonly ScanItem[] }) {
  const at = (number: number) => scans.find((each) => each.number === number) ?? null
  return { older: at(scan.number - 1), newer: at(scan.number + 1) }
}

/** A project's web address, if its url is or can be converted to one; null otherwise. */
export function webAddress(url: string): string | null {
  const match = /^(github|gitlab|bitbucket):([\w.-]+\/[\w./-]+)$/.exec(url)
  if (match) return `https://${match[1] === 'bitbucket' ? 'bitbucket.org' : `${match[1]}.com`}/${match[2]}`
  if (/^(?:ssh|git|git\+\w+):\/\/|^[\w.-]+@/.test(url)) return projectWebAddress(url)
  return /^https?:\/\/[^\s]+$/.test(url) ? url : null
}

/** Splits 'github.com/org/repo' into the common prefix and the project's own part. */
export function splitName(name: string): { front: string; tail: string } {
  const start = name.replace(/(?<!\/)\/+$/, '').lastIndexOf('/') + 1
  return { front: name.slice(0, start), tail: name.slice(start) }
}

/** 'repo-main-3.cdx.json': valid on any file system and unique per scan. */
export const fileNameOf = (
  { project, branch, scan }: Pick<Overview, 'project' | 'branch' | 'scan'>,
  end: string,
): string =>
  `${[splitName(project.name).tail, branch, scan.number].join('-').replaceAll(/[^\w.-]+/g, '-')}.${end}`
