import { dayMs } from '@assay/engine/time.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { PackageFacts } from './clients/client.ts'
import type { DuePackage } from './due-store.ts'

/** used: results for versions in use may change. newer: a release appeared that scans would recommend. */
export type ReleaseChange = 'used' | 'newer' | 'none'

type Before = Pick<DuePackage, 'ecosystem' | 'state' | 'deprecated' | 'releases'>

export function findChangedReleases(
  before: Before,
  after: PackageFacts,
  versions: readonly string[],
): ReleaseChange {
  if (before.state !== 'known' || before.deprecated !== (after.deprecated ?? null)) return 'used'
  const [old, current] = [byVersion(before.releases), byVersion(after.releases)]
  const isChanged = (version: string) => factsOf(old.get(version)) !== factsOf(current.get(version))
  if (versions.some(isChanged)) return 'used'
  const hasRanges = (releases: readonly Release[]) => releases.some(({ requires }) => requires !== undefined)
  const hasRuntimes = (releases: readonly Release[]) => releases.some(({ runtime }) => runtime !== undefined)
  if (!hasRanges(before.releases) && hasRanges(after.releases)) return 'used'
  if (!hasRuntimes(before.releases) && hasRuntimes(after.releases)) return 'used'
  // A recommended release may no longer be available.
  const isRetracted = ({ version, isYanked }: Release) =>
    !isYanked && (current.get(version)?.isYanked ?? !current.has(version))
  if (before.releases.some(isRetracted)) return 'used'
  const ecosystem = ecosystemById(before.ecosystem)
  return after.releases.some((release) => !old.has(release.version) && isOffered(ecosystem, release))
    ? 'newer'
    : 'none'
}

const byVersion = (releases: readonly Release[]) => new Map(releases.map((each) => [each.version, each]))

/** Canonical text: the database returns properties in its own order. */
const factsOf = (release: Release | undefined) =>
  release === undefined
    ? ''
    : JSON.stringify([
        release.publishedAt,
        release.isYanked ?? false,
        release.deprecated ?? null,
        release.licenses ?? null,
        release.copyright ?? null,
      ])

const isOffered = (ecosystem: Ecosystem, { version, isYanked }: Release) =>
  !isYanked && ecosystem.isStable(version)

interface Check {
  /** The check before; epoch ms, null: there was none. */
  since: number | null
  now: number
  /** Minimum release ages of all accounts, in days. */
  coolDowns: readonly number[]
}

/** Whether a release that could not be recommended at the last check, because it was too young, can be now. */
export function hasMatured(
  ecosystem: Ecosystem,
  releases: readonly Release[],
  { since, now, coolDowns }: Check,
): boolean {
  if (since === null) return false
  return releases.some((release) => {
    const { publishedAt } = release
    if (publishedAt === null || !isOffered(ecosystem, release)) return false
    return coolDowns.some((days) => publishedAt + days * dayMs > since && publishedAt + days * dayMs <= now)
  })
}

/** Batches rescans for new releases once a day, before office hours in most time zones. */
export function rescanTimeOf(change: ReleaseChange, now: number): Date | null {
  if (change === 'none') return null
  if (change === 'used') return new Date(now)
  return new Date(Math.ceil(now / dayMs) * dayMs + 2 * 3_600_000)
}
