import type { SourceDocument } from '@assay/engine/inventory.ts'
import { resolveManifests } from '@assay/engine/resolution/resolve-manifests.ts'
import { writeResolution, writeUnresolved } from '@assay/engine/resolution/write-resolution.ts'
import {
  type FactLimits,
  openRegistryFacts,
  type RegistrySources,
} from '#knowledge/releases/registry-facts.ts'

const mib = 1024 ** 2

/** Of one build: larger projects take a minute and two thousand requests. */
const limits: FactLimits = { budgetMs: 120_000, requests: 6_000, bytes: 1024 * mib }

export interface ToResolve {
  documents: SourceDocument[]
  /** Paths among them. */
  manifests: string[]
  sources: RegistrySources
}

/** Runs in a thread: what manifests come to, or why that could not be found, as documents. */
export async function resolveInWorker({
  documents,
  manifests,
  sources,
}: ToResolve): Promise<SourceDocument[]> {
  const facts = openRegistryFacts(sources, limits)
  const resolutions = await resolveManifests(documents, facts, manifests)
  const resolved = new Set(resolutions.map(({ manifest }) => manifest))
  const failure = facts.failure()
  const left = failure === null ? [] : manifests.filter((path) => !resolved.has(path))
  return [
    ...resolutions.map(writeResolution),
    ...left.map((path) => writeUnresolved(path, `It was not resolved: ${failure!}`)),
  ]
}
