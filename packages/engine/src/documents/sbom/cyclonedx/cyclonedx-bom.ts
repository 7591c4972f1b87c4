import type { Inventory, ReadResult } from '../../../inventory.ts'
import { describedBy } from '../component-list.ts'
import { type Components, omittedTypes, readComponents, readNames } from './cyclonedx-components.ts'
import { reportSchemaViolations } from './cyclonedx-schema-violations.ts'
import { readPatches } from './cyclonedx-pedigree.ts'
import { linkComponents } from './cyclonedx-graph.ts'
import { linkRequirements, readRuntimes } from './cyclonedx-requirements.ts'
import { readReferences } from './cyclonedx-references.ts'
import { readVex } from './cyclonedx-vex.ts'
import { readImage, readInnerLayers, readLayers, readUnread } from './inventory-properties.ts'
import { type Entry, walkComponents } from './cyclonedx-walk.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { maxComponents } from '../../parsers/limits.ts'
import { ownProperty } from '../../../own-property.ts'
import type { CyclonedxSource } from './cyclonedx-source.ts'

/** Reads a CycloneDX BOM in any syntax. */
export function readBom(bom: Record<string, unknown>, source: CyclonedxSource): ReadResult {
  const { path } = source
  const log = issueLog(path)
  for (const { code, message, where } of source.issues) log.add(code, message, where)
  const inventory = readInventory(bom, source, log)
  if (inventory) return { inventory }
  const message = `The file lists more than ${maxComponents} components.`
  return { inventory: null, issues: [{ code: 'components-too-many', message, where: path }] }
}

function readInventory(
  bom: Record<string, unknown>,
  source: CyclonedxSource,
  log: IssueLog,
): Inventory | null {
  const { path, locationOf } = source
  const specVersion = shortTextOf(bom['specVersion'])
  if (!source.specVersions.includes(specVersion)) {
    const known = `${source.specVersions[0]} to ${source.specVersions.at(-1)}`
    const message = `CycloneDX ${quote(specVersion)} is not among the known versions ${known}; it was read like them.`
    log.add('spec-version-unknown', message, locationOf('/specVersion'))
  }
  for (const list of ['components', 'dependencies', 'vulnerabilities']) {
    if (ownProperty(bom, list) === undefined || Array.isArray(ownProperty(bom, list))) continue
    log.add(`${list}-invalid`, `The ${list} are not a list and were left out.`, locationOf(`/${list}`))
  }
  const entries = walkComponents(bom, locationOf, log)
  if (!entries) return null
  reportSchemaViolations(bom, entries, { locationOf, log })
  const metadata = recordOf(bom['metadata'])
  const root = recordOf(metadata['component'])
  for (const issue of readUnread(metadata))
    if (issue.gap) log.addGap(issue.gap, issue)
    else log.addUnread(issue)
  const components = readComponents(entries, { path, root, locationOf, log, layers: readLayers(metadata) })
  linkComponents(bom['dependencies'], components, { locationOf, log })
  linkRequirements(components)
  components.list.finish()
  reportNoPackages(entries, { root, components, log, path })
  const { statements, linked } = readVex(bom, components, { locationOf, log })
  const vex = [...statements, ...readPatches(components)]
  const image = readImage(metadata)
  const innerLayers = readInnerLayers(metadata)
  const runtimes = readRuntimes(metadata)
  return {
    formats: [`CycloneDX ${specVersion}`.trimEnd()],
    files: [path],
    documents: [{ path, isSbom: true, subject: subjectOf(root) }],
    root: describedBy(readNames(root)),
    components: components.list.components,
    ...(image && { image }),
    ...(innerLayers.length > 0 && { innerLayers }),
    ...(runtimes.length > 0 && { runtimes }),
    ...(vex.length > 0 && { vex }),
    ...(linked.length > 0 && { linkedVex: linked }),
    references: [readReferences(bom, root, components)],
    issues: log.all(),
  }
}

/** The root component without its version. */
function subjectOf(root: Record<string, unknown>): string | null {
  const name = shortTextOf(root['name'])
  return name === '' ? null : [textOf(root['type']), shortTextOf(root['group']), name].join('\n')
}

interface NoPackages {
  root: Record<string, unknown>
  components: Components
  path: string
  log: IssueLog
}

/** BOMs of cryptography, models or hardware are valid, but contain nothing that advisories could match. */
function reportNoPackages(entries: readonly Entry[], { root, components, path, log }: NoPackages): void {
  if (components.list.components.length > 0) return
  const types = [...entries.map(({ json }) => json), root].map(({ type }) => textOf(type))
  const kinds = [...new Set(types.filter((type) => omittedTypes.has(type)))].sort()
  if (kinds.length === 0) return
  const message = `The file lists no packages, only what is of the type ${kinds.map(quote).join(', ')}: no advisories can be matched.`
  log.add('packages-missing', message, path)
}
