import { ecosystemOfPurl } from '../../../ecosystems.ts'
import type { DeclaredLicense, ReadResult, VexStatement } from '../../../inventory.ts'
import { parsePurl } from '../../../purl.ts'
import { componentList, describedBy } from '../component-list.ts'
import type { ComponentList, Listed, SbomTarget } from '../component-list.ts'
import { addInferred, inferPurl, isContainer } from '../infer-purl.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { quote } from '../../parsers/json-value.ts'
import { maxComponents } from '../../parsers/limits.ts'
import { filesOfSentence, sourceOfSentence } from '../source-package.ts'
import { linkPackages } from './spdx-graph.ts'
import type { SpdxDocument, SpdxPackage, SpdxTargets } from './spdx-model.ts'

/** Purposes that are not software packages: https://spdx.github.io/spdx-spec/v2.3/package-information/ */
const leftOutPurposes = new Set(['FILE', 'DEVICE', 'DATA', 'MODEL', 'SPECIFICATION', 'EVIDENCE', 'TEST'])

/** Reads SPDX of any version and syntax. */
export function readSpdx(document: SpdxDocument, path: string, log: IssueLog): ReadResult {
  const { packages, format } = document
  if (packages.length > maxComponents) {
    const message = `The file lists more than ${maxComponents} packages.`
    return { inventory: null, issues: [{ code: 'components-too-many', message, where: path }] }
  }
  const described = describedIds(document)
  const [rootId] = described
  // If several packages are described, none is the root, and all are components that nothing requires.
  const root = described.size === 1 ? packages.find(({ id }) => id === rootId) : undefined
  const list = componentList(log)
  const targets = addPackages(document, { list, root, path, log })
  linkPackages(document, { components: list.components, targets, log, described: root ? null : described })
  addFurther(document, { list, targets, path })
  list.finish()
  const vex = readVex(document, targets, log)
  return {
    inventory: {
      formats: [format],
      files: [path],
      documents: [{ path, isSbom: true, subject: subjectOf(root) }],
      root: root ? describedBy(namesOf(root)) : null,
      components: list.components,
      ...(vex.length > 0 && { vex }),
      issues: log.all(),
    },
  }
}

/** The described package without its version. */
const subjectOf = (root: SpdxPackage | undefined): string | null =>
  root === undefined || root.name === '' ? null : [root.purpose, root.name].join('\n')

interface Adding {
  list: ComponentList
  root: SpdxPackage | undefined
  path: string
  log: IssueLog
}

function describedIds({ packages, edges, describes }: SpdxDocument): ReadonlySet<string> {
  const known = new Set(packages.map(({ id }) => id))
  const related = edges.filter(({ kind }) => kind === 'describes').map(({ to }) => to)
  return new Set([...describes, ...related].filter((id) => known.has(id)))
}

function addPackages(
  { packages, licenseNames }: SpdxDocument,
  { list, root, path, log }: Adding,
): SpdxTargets {
  const targets = new Map<string, SbomTarget>()
  for (const item of packages) {
    const target = item === root ? 'root' : addPackage(list, item, { licenseNames, path })
    if (item.id === '') continue
    if (targets.has(item.id)) {
      const message = `The SPDX identifier ${quote(item.id)} is given more than once; relationships lead to the first.`
      log.add('spdx-id-duplicate', message, item.location)
    } else targets.set(item.id, target)
  }
  return targets
}

function addPackage(
  list: ComponentList,
  item: SpdxPackage,
  { licenseNames, path }: Pick<SpdxDocument, 'licenseNames'> & { path: string },
): SbomTarget {
  const listed = toListed(item, licenseNames, path)
  const purl = parsePurl(listed.purl)
  // The operating system that the listed packages belong to, as Trivy writes it.
  if (/^OPERATING[-_]?SYSTEM$/.test(item.purpose) && (purl === null || ecosystemOfPurl(purl) === null)) {
    list.setDistribution(item.name, item.version)
    return 'distribution'
  }
  if (listed.purl === '') {
    const named = { group: '', name: listed.name, version: listed.version }
    if (item.purpose === 'APPLICATION' && isContainer(named, undefined)) return 'container'
    if (item.purpose === '' || item.purpose === 'LIBRARY') addInferred(listed, inferPurl(named))
  }
  return list.add(listed) ?? 'left-out'
}

function toListed(each: SpdxPackage, licenseNames: SpdxDocument['licenseNames'], path: string): Listed {
  const source = sourceOfSentence(each.sourceInfo)
  const files = filesOfSentence(each.sourceInfo)
  return {
    ...namesOf(each),
    scope: 'runtime',
    download: each.download,
    ...(source && { source }),
    ...(files.length > 0 && { evidence: { occurrences: files.map((location) => ({ location })) } }),
    ...(each.checksums.length > 0 && { hashes: each.checksums }),
    licenses: readLicenses(each, licenseNames),
    ...(isTold(each.copyright) && { copyright: each.copyright.trim() }),
    locations: [path, ...files],
    isSoftware: !leftOutPurposes.has(each.purpose),
    location: each.location,
  }
}

/** A package can be one of several ecosystems: each of its package URLs is a component, with the same dependents. */
function addFurther(
  { packages, licenseNames }: SpdxDocument,
  { list, targets, path }: Pick<Adding, 'list' | 'path'> & { targets: SpdxTargets },
): void {
  for (const item of packages) {
    const main = list.components[Number(targets.get(item.id))]
    if (!main || item.purls.length < 2) continue
    const listed = toListed(item, licenseNames, path)
    const names = new Set([nameIn(listed.purl)])
    for (const purl of item.purls.filter(isKnown)) {
      if (names.size === names.add(nameIn(purl)).size) continue
      const index = list.add({ ...listed, purl })
      const further = list.components[index ?? -1]
      if (!further) continue
      further.scope = main.scope
      further.isDirect = main.isDirect
      further.requiredBy = [...main.requiredBy]
      if (main.isOptional) further.isOptional = true
    }
  }
}

const nameIn = (purl: string): string => purl.split(/[?#]/, 1)[0]!

const isKnown = (text: string): boolean => {
  const purl = parsePurl(text)
  return purl !== null && ecosystemOfPurl(purl) !== null
}

/** The first package URL of a known ecosystem. */
function namesOf({ purls, name, version }: SpdxPackage): Pick<Listed, 'purl' | 'name' | 'version'> {
  const purl = purls.length > 1 ? purls.find(isKnown) : undefined
  return { purl: purl ?? purls[0] ?? '', name, version }
}

const isTold = (text: string) => !/^(?:|NONE|NOASSERTION)$/i.test(text.trim())

/** Declared licenses, otherwise concluded ones. */
function readLicenses(each: SpdxPackage, names: SpdxDocument['licenseNames']): DeclaredLicense[] {
  const value = [each.licenseDeclared, each.licenseConcluded].find(isTold)
  if (value === undefined) return []
  const name = names.get(value)
  return [name ? { kind: 'name', value: name } : { kind: 'expression', value }]
}

function readVex({ vex }: SpdxDocument, targets: SpdxTargets, log: IssueLog): VexStatement[] {
  return vex.flatMap(({ packageIds, location, ...statement }) => {
    const found = packageIds.map((id) => targets.get(id))
    if (found.includes('root')) return [{ ...statement, components: [] }]
    const components = [...new Set(found.filter((target) => typeof target === 'number'))]
    if (components.length > 0) return [{ ...statement, components }]
    const message = `The statement on ${quote(statement.ids[0] ?? '')} is of packages that are not in the document and was left out.`
    log.add('vex-ref-unknown', message, location)
    return []
  })
}
