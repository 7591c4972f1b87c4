import type { Component, SourceTree } from '../../../inventory.ts'
import { readDocument } from '../../../documents/read.ts'
import { reportTransitive } from '../../../documents/report-transitive.ts'
import { isCompanion, isLockfile, manifestReader } from '../../../documents/readers.ts'
import { isUnlocked, isVendored } from '../../ownership/partial-lists.ts'
import type { Cataloger, Found, KeptFile, Surroundings } from '../../model/cataloger.ts'
import { foundComponent } from '../found-component.ts'

/** All readers of lockfiles and manifests, over any tree. */
export const lockfiles: Cataloger = {
  id: 'lockfiles',
  claims: (path) => !isVendored(path) && (isLockfile(path) || manifestReader(path) !== null),
  needs: (path) => !isVendored(path) && isCompanion(path),
  read(file, surroundings) {
    const isManifest = !isLockfile(file.path)
    if (isManifest && !isUnlocked(file.path, surroundings)) return nothing
    const { inventory, issues = [] } = readDocument(file, treeOf(surroundings))
    if (isManifest && (inventory === null || inventory.components.length === 0)) return nothing
    if (inventory === null)
      return { packages: [], issues: issues.map((issue) => ({ ...issue, isUnread: true as const })) }
    return {
      packages: inventory.components.map((each) => ({
        ...foundComponent(each),
        ...(each.requirements && { requirements: each.requirements }),
        places: [placeOf(each, file.path)],
      })),
      issues: [
        ...inventory.issues,
        ...reportTransitive({ path: file.path, inventory }, withFile(file, surroundings)),
      ],
      ...(inventory.runtimes && { runtimes: inventory.runtimes }),
    }
  },
}

const nothing: Found = { packages: [], issues: [] }

/** With the file itself, which its surroundings may not keep. */
const withFile = (file: KeptFile, { find, paths }: Surroundings): SourceTree => ({
  find: (path) => (path === file.path ? file : find(path)),
  paths,
})

const treeOf = ({ find, paths }: Surroundings): SourceTree => ({ find, paths })

/** The line, if the reader says it. */
function placeOf({ where = '', locations }: Component, path: string) {
  const line = /:(\d+)$/.exec(where)?.[1]
  return { path: locations[0] ?? path, ...(line !== undefined && { line: Number(line) }) }
}
