import type { ComponentOrigin, OriginKind } from './inventory.ts'

/** From least to most that public advisories say of it: of two listings, the one that more advisories match counts. */
const originsByReach: readonly (OriginKind | undefined)[] = [
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
  const reachOf = (kind: OriginKind | undefined) => originsByReach.indexOf(kind)
  if (reachOf(origin?.kind) <= reachOf(into.origin?.kind)) return
  if (origin) into.origin = origin
  else delete into.origin
}
