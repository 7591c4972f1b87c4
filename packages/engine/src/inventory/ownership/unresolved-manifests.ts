import { dependencyFileOf } from '../../documents/dependency-files.ts'
import { isCompanion } from '../../documents/readers.ts'
import type { Issue } from '../../inventory.ts'
import { isRepositoryPolicy } from '../../policies/repository-rules.ts'
import { needsResolution } from '../../resolution/needs-resolution.ts'
import { isResolvable } from '../../resolution/resolve-manifests.ts'
import type { FoundPackage, KeptFile } from '../model/cataloger.ts'
import { keepOnly } from './choose-evidence.ts'
import { isInstalled, isVendored } from './partial-lists.ts'

/** A manifest of a tree, or a file that is read with it. */
export type FoundManifest = KeptFile & { layer?: number }

const maxManifests = 200
const maxBytesOfOne = 1024 ** 2
const maxBytes = 8 * 1024 ** 2

/**
 * Manifests of a tree that no lockfile or installation stands for, with what is read with them. Those that are too many or
 * too large are left out, and their issues say so.
 */
export function unresolvedManifests(
  files: ReadonlyMap<string, FoundManifest>,
  owned: ReadonlySet<string>,
  issues: readonly Issue[],
): { manifests: FoundManifest[]; issues: Issue[] } {
  const own = [...files.values()].filter(({ path }) => !owned.has(path) && !isVendored(path))
  const paths = own.map(({ path }) => path)
  const wanted = needsResolution(own).filter((path) => isRelated(path) && !isInstalled(path, paths))
  if (!issues.some((each) => isOf(each, new Set(wanted)))) return { manifests: [], issues: [...issues] }
  const companions = paths.filter(
    (path) => isCompanion(path) && !isRepositoryPolicy(path) && !dependencyFileOf(path),
  )
  const manifests = withinLimits([...wanted, ...companions].map((path) => files.get(path)!))
  const taken = new Set(manifests.map(({ path }) => path))
  const left = new Set(wanted.filter((path) => !taken.has(path)))
  return { manifests, issues: issues.map((each) => (isOf(each, left) ? withReason(each) : each)) }
}

/** A manifest that can be resolved, or a file of versions that others of its kind take. */
const isRelated = (path: string) => isResolvable(path) || dependencyFileOf(path)?.usedBy !== undefined

const isOf = ({ gap, where }: Issue, paths: ReadonlySet<string>) => gap !== undefined && paths.has(where)

function withinLimits(files: readonly FoundManifest[]): FoundManifest[] {
  let room = maxBytes
  return files.filter(({ bytes }, index) => {
    if (index >= maxManifests || bytes.length > maxBytesOfOne || bytes.length > room) return false
    room -= bytes.length
    return true
  })
}

const withReason = (issue: Issue): Issue => ({
  ...issue,
  message: `${issue.message} It was not resolved: of an archive or image, at most ${maxManifests} manifests of together ${maxBytes / 1024 ** 2} MiB are.`,
})

/** What is found in a tree besides its manifests, which are read by themselves. */
export function withoutManifests<
  Found extends {
    packages: FoundPackage[]
    issues: Issue[]
    manifests: FoundManifest[]
  },
>(found: Found): Found {
  const paths = new Set(found.manifests.map(({ path }) => path))
  return {
    ...found,
    packages: keepOnly(
      found.packages.map((each) => ({
        ...each,
        places: each.places.filter(({ path }) => !paths.has(path)),
      })),
      ({ places }) => places.length > 0,
    ),
    issues: found.issues.filter(({ where }) => !paths.has(where.split(/[#:]/, 1)[0]!)),
  }
}
