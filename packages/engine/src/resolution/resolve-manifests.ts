import { resolutionSuffix } from '../documents/lockfiles/resolved/resolution-name.ts'
import type { SourceDocument } from '../inventory.ts'
import { gradleResolver } from './gradle/resolve-gradle.ts'
import { mavenResolver } from './maven/resolve-maven.ts'
import type { ManifestResolver } from './model/manifest-resolver.ts'
import type { RegistryFacts } from './model/registry-facts.ts'
import type { Resolution } from './model/resolution.ts'
import { needsResolution, treeOf } from './needs-resolution.ts'
import { npmResolver } from './npm/resolve-npm.ts'
import { nugetResolver } from './nuget/resolve-nuget.ts'
import { pypiResolver } from './pypi/resolve-pypi.ts'

/** All resolvers: add a folder and a line here for another package manager. */
const resolvers: readonly ManifestResolver[] = [
  mavenResolver,
  gradleResolver,
  nugetResolver,
  npmResolver,
  pypiResolver,
]

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Whether a file is a manifest whose packages can be resolved. */
export const isResolvable = (path: string): boolean =>
  resolvers.some((each) => each.matchesPath(fileNameOf(path)))

/** Manifests whose packages can be resolved, and of which nothing says yet what they come to. */
export function unresolvedIn(documents: readonly SourceDocument[]): string[] {
  const paths = new Set(documents.map(({ path }) => path))
  return needsResolution(documents).filter(
    (path) => isResolvable(path) && !paths.has(`${path}${resolutionSuffix}`),
  )
}

/** What manifests of a project come to, by the facts of registries; by default all that no lockfile stands for. */
export async function resolveManifests(
  documents: readonly SourceDocument[],
  facts: RegistryFacts,
  manifests: readonly string[] = needsResolution(documents),
): Promise<Resolution[]> {
  const tree = treeOf(documents)
  const resolutions: Resolution[] = []
  for (const resolver of resolvers) {
    const resolve = resolver.open(facts, tree)
    for (const path of manifests) {
      if (!resolver.matchesPath(fileNameOf(path))) continue
      const resolution = await resolve(tree.find(path)!)
      if (resolution) resolutions.push(resolution)
    }
  }
  return resolutions
}
