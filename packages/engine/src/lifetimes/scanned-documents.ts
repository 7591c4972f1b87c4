import type { Inventory, ScannedDocument } from '../inventory.ts'

/** All documents of an inventory, with those that others include and those without a known identity. */
export function documentsOf({ documents = [], files }: Inventory): ScannedDocument[] {
  const known = new Set(documents.map(({ path }) => path))
  const others = files.filter((path) => !known.has(path))
  return [...documents, ...others.map((path) => ({ path, isSbom: false, subject: null }))]
}

/**
 * The paths of the previous scan's documents that this scan read again. A file's name is not its identity: an SBOM is
 * the same if it describes the same component, or if it is the only document of both scans; a lockfile if it has the
 * same path, or, moved, the same root package. Each document of this scan continues one at most.
 */
export function findContinued(
  previous: readonly ScannedDocument[],
  current: readonly ScannedDocument[],
): ReadonlySet<string> {
  const free = new Set(current)
  const continued = new Set<string>()
  for (const isSame of [isUnchanged, isSameSubject, isSamePath]) {
    for (const document of previous) {
      if (continued.has(document.path)) continue
      const found = [...free].find((each) => isSame(document, each))
      if (!found) continue
      free.delete(found)
      continued.add(document.path)
    }
  }
  if (isOnlySbom(previous, current)) continued.add(previous[0]!.path)
  return continued
}

type Same = (a: ScannedDocument, b: ScannedDocument) => boolean

const isSamePath: Same = (a, b) => a.path === b.path
const isSameSubject: Same = (a, b) => a.subject !== null && a.subject === b.subject
const isUnchanged: Same = (a, b) => isSamePath(a, b) && a.subject === b.subject

/** Without saying what they describe, two files of different names can only be told apart by others next to them. */
function isOnlySbom(previous: readonly ScannedDocument[], current: readonly ScannedDocument[]): boolean {
  const [a, b] = [previous[0], current[0]]
  if (previous.length !== 1 || current.length !== 1 || !a || !b) return false
  return a.isSbom && b.isSbom && (a.subject === null || b.subject === null)
}
