import type { PublishedKind, UpdateReason } from '@assay/contract/publications.ts'
import type { PublishedRow } from './store.ts'

export interface PublishedDocument {
  kind: PublishedKind
  uuid: string
  /** Counts from 1. */
  version: number
  /** SHA-256. */
  digest: Uint8Array
  /** The collection that brought it. */
  collection: number
  publishedAt: Date
}

export interface PublishedCollection {
  version: number
  publishedAt: Date
  reason: UpdateReason
  documents: PublishedDocument[]
}

/** What was public with each collection, oldest first. rows: by collection. */
export function collectionsOf(rows: readonly PublishedRow[]): PublishedCollection[] {
  const current = new Map<PublishedKind, PublishedDocument>()
  const versions = new Map<PublishedKind, number>()
  return [...Map.groupBy(rows, ({ collection }) => collection)].map(([version, changed]) => {
    const reason = reasonOf(changed, { isFirst: version === 1, isThere: (kind) => current.has(kind) })
    for (const row of changed) {
      const { kind, digest } = row
      if (digest === null) current.delete(kind)
      else {
        versions.set(kind, (versions.get(kind) ?? 0) + 1)
        current.set(kind, { ...row, digest, version: versions.get(kind)! })
      }
    }
    return { version, publishedAt: changed[0]!.publishedAt, reason, documents: [...current.values()] }
  })
}

function reasonOf(
  changed: readonly PublishedRow[],
  { isFirst, isThere }: { isFirst: boolean; isThere: (kind: PublishedKind) => boolean },
): UpdateReason {
  if (isFirst) return 'INITIAL_RELEASE'
  if (changed.some(({ kind, digest }) => digest !== null && !isThere(kind))) return 'ARTIFACT_ADDED'
  if (changed.some(({ digest }) => digest === null)) return 'ARTIFACT_REMOVED'
  return changed.every(({ kind }) => kind !== 'sbom') ? 'VEX_UPDATED' : 'ARTIFACT_UPDATED'
}
