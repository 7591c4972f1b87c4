import type { ComponentOrigin, OriginKind } from './inventory.ts'

/** From least to most that public advisories say of it: of two listings, the one that more advisories match counts. */
const originsByVisibility: readonly (OriginKind | undefined)[] = [
  'folder',
  'file',
  'git',
  'private-registry',
  undefined,
  'public-registry',
]

export function mergeOrigin(
  into: { origin?: ComponentOrigin },
  { origin }: { origin?: ComponentOrigin },
): void {
  const visibilityOf = (kind: OriginKind | undefined) => originsByVisibility.indexOf(kind)
  if (visibilityOf(origin?.kind) <= visibilityOf(into.origin?.kind)) return
  if (origin) into.origin = origin
  else delete into.origin
}
