import type { NewerBase as WireNewerBase } from '@assay/contract/newer-base.ts'
import { readReference, repositoryName } from '@assay/engine/inventory/registry/image-reference.ts'
import type { NewerBase } from './newer-base-store.ts'

/** With the line of a Dockerfile, as people write names of images. */
export function wireNewerBase({ of, tag, digest, createdAt, changes }: NewerBase): WireNewerBase | null {
  const used = readReference(of)
  if (!used) return null
  const nameOf = (each: string) => `${repositoryName(used)}:${each}`
  const edit = tag === used.tag ? null : { from: `FROM ${nameOf(used.tag)}`, to: `FROM ${nameOf(tag)}` }
  return { name: nameOf(tag), digest, createdAt, changes, edit }
}
