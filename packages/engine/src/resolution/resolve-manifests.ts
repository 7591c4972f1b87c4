import { isStoodFor } from '../documents/report-transitive.ts'
import type { SourceDocument, SourceTree } from '../inventory.ts'
import type { ManifestResolver } from './model/manifest-resolver.ts'
import { mavenResolver } from './maven/resolve-maven.ts'
import type { RegistryFacts } from './model/registry-facts.ts'
import type { Resolution } from './model/resolution.ts'

/** All resolvers: add a folder and a line here for another package manager. */
const resolvers: readonly ManifestResolver[] = [mavenResolver]

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

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
  const resolutions: Resolution[] = []
  for (const resolver of resolvers) {
    const resolve = resolver.open(facts, tree)
    for (const document of documents) {
      const { path } = document
      if (!resolver.matchesPath(fileNameOf(path)) || isStoodFor(path, tree)) continue
      const resolution = await resolve(document)
      if (resolution) resolutions.push(resolution)
    }
  }
  return resolutions
}
