import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { releasesFor } from '@assay/engine/releases/usable-releases.ts'
import type { PackageToRead } from './client.ts'

/**
 * Versions in the order in which their dates are needed, if each costs a request: the newest release, which the others
 * are compared with, then those in use, then the rest, newest first.
 */
export function orderByNeed(
  { ecosystem: id, name, versions }: Pick<PackageToRead, 'ecosystem' | 'name' | 'versions'>,
  listed: readonly string[],
): string[] {
  const ecosystem = ecosystemById(id)
  const newestFirst = listed.toSorted((a, b) => ecosystem.compareVersions(b, a) ?? 0)
  const releases = newestFirst.map((version) => ({ version, publishedAt: null }))
  const known = { ecosystem: id, name, source: '', checkedAt: 0, releases }
  const usable = releasesFor(ecosystem, known, versions[0] ?? '').map(({ version }) => version)
  return [...new Set([...usable.slice(0, 1), ...versions, ...usable, ...newestFirst])]
}
