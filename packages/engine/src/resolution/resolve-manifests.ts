import { unlockedIn } from '../documents/find-unlocked.ts'
import { claimedReader } from '../documents/readers.ts'
import { isPartialList } from '../documents/report-transitive.ts'
import type { SourceDocument, SourceTree } from '../inventory.ts'
import type { ManifestResolver } from './model/manifest-resolver.ts'
import { mavenResolver } from './maven/resolve-maven.ts'
import { npmResolver } from './npm/resolve-npm.ts'
import { pypiResolver } from './pypi/resolve-pypi.ts'
import type { RegistryFacts } from './model/registry-facts.ts'
import type { Resolution } from './model/resolution.ts'

/** All resolvers: add a folder and a line here for another package manager. */
const resolvers: readonly ManifestResolver[] = [mavenResolver, npmResolver, pypiResolver]

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const depthOf = (path: string): number => path.split('/').length

/** Whether a file is a manifest whose packages can be resolved. */
export const isResolvable = (path: string): boolean =>
  resolvers.some((each) => each.matchesPath(fileNameOf(path)))

/** The packages that the manifests of a project come to, by the facts of registries, where no lockfile says them. */
export async function resolveManifests(
  documents: readonly SourceDocument[],
  facts: RegistryFacts,
): Promise<Resolution[]> {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  const tree: SourceTree = { find: (path) => byPath.get(path) ?? null, paths: () => byPath.keys() }
  const paths = documents.map(({ path }) => path)
  const unlocked = new Set(unlockedIn(paths, tree))
  const isOpen = (path: string) =>
    claimedReader(path) === null ? unlocked.has(path) : isPartialList(path, tree)
  // A folder's manifest before those below it, which may be its members.
  const manifests = documents.toSorted((a, b) => depthOf(a.path) - depthOf(b.path))
  const resolutions: Resolution[] = []
  for (const resolver of resolvers) {
    const resolve = resolver.open(facts, tree)
    for (const document of manifests) {
      const { path } = document
      if (!resolver.matchesPath(fileNameOf(path)) || !isOpen(path)) continue
      const resolution = await resolve(document)
      if (resolution) resolutions.push(resolution)
    }
  }
  return resolutions
}
