import type { Component, SourceTree } from '../../../inventory.ts'
import { readDocument } from '../../../documents/read.ts'
import { reportTransitive } from '../../../documents/report-transitive.ts'
import { isCompanion, isLockfile, manifestReader } from '../../../documents/readers.ts'
import { purlOfName } from '../../../purl-of-name.ts'
import { isUnlocked, isVendored } from '../../ownership/partial-lists.ts'
import type { Cataloger, Found, FoundPackage, KeptFile, Surroundings } from '../../model/cataloger.ts'

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
      packages: inventory.components.map((each) => toFound(each, file.path)),
      issues: [
        ...inventory.issues,
        ...reportTransitive({ path: file.path, inventory }, withFile(file, surroundings)),
      ],
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

const toFound = (component: Component, path: string): FoundPackage => ({
  purl: component.purl ?? purlOfName(component),
  ...(component.ecosystem === null && component.purl === null && { hasPurl: false }),
  sureness: component.sureness ?? 'resolved',
  places: [placeOf(component, path)],
  licenses: component.licenses.map(({ value }) => value),
  isDevelopment: component.scope === 'test',
  isDirect: component.isDirect,
  requiredBy: component.requiredBy,
  ...(component.origin && { origin: component.origin }),
  ...(component.commit !== undefined && { commit: component.commit }),
})

/** The line, if the reader says it. */
function placeOf({ where = '', locations }: Component, path: string) {
  const line = /:(\d+)$/.exec(where)?.[1]
  return { path: locations[0] ?? path, ...(line !== undefined && { line: Number(line) }) }
}
