import type { SourceDocument, SourceTree } from '../../inventory.ts'
import type { RegistryFacts } from './registry-facts.ts'
import type { Resolution } from './resolution.ts'

/** Resolves the manifests of one format. */
export interface ManifestResolver {
  matchesPath(fileName: string): boolean
  /**
   * For the manifests of one tree, which share what was read. The returned function never throws; null if the document is
   * no such manifest, or the registry said nothing, so that its declarations say as much.
   */
  open(facts: RegistryFacts, tree: SourceTree): (document: SourceDocument) => Promise<Resolution | null>
}
