import type { Component, SourceTree } from '../../../inventory.ts'
import { walkRules } from '../../../documents/find-documents.ts'
import { readDocument } from '../../../documents/read.ts'
import { reportTransitive } from '../../../documents/report-transitive.ts'
import { isCompanion, isLockfile } from '../../../documents/readers.ts'
import { formatPurl } from '../../../purl.ts'
import type { Cataloger, FoundPackage, KeptFile, Surroundings } from '../../model/cataloger.ts'

const isIgnored = (path: string) => path.split('/').some((part) => walkRules.ignoredFolders.has(part))

/** All readers of lockfiles and manifests, over any tree. */
export const lockfiles: Cataloger = {
  id: 'lockfiles',
  claims: (path) => !isIgnored(path) && isLockfile(path),
  needs: (path) => !isIgnored(path) && isCompanion(path),
  read(file, surroundings) {
    const { inventory, issues = [] } = readDocument(file, treeOf(surroundings))
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

/** With the file itself, which its surroundings may not keep. */
const withFile = (file: KeptFile, { find, paths }: Surroundings): SourceTree => ({
  find: (path) => (path === file.path ? file : find(path)),
  paths,
})

const treeOf = ({ find, paths }: Surroundings): SourceTree => ({ find, paths })

/** Components without a version are only asked for. */
const toFound = (component: Component, path: string): FoundPackage => ({
  purl: component.purl ?? formatPurl(genericOf(component)),
  sureness: component.version === '' ? 'declared' : 'resolved',
  places: [placeOf(component, path)],
  licenses: component.licenses.map(({ value }) => value),
  isDevelopment: component.scope === 'test',
  isDirect: component.isDirect,
  requiredBy: component.requiredBy,
  ...(component.origin && { origin: component.origin }),
})

/** The line, if the reader says it. */
function placeOf({ where = '', locations }: Component, path: string) {
  const line = /:(\d+)$/.exec(where)?.[1]
  return { path: locations[0] ?? path, ...(line !== undefined && { line: Number(line) }) }
}

const genericOf = ({ name, version }: Component) => ({
  type: 'generic',
  namespace: null,
  name,
  version: version || null,
  qualifiers: {},
  subpath: null,
})
