import type { Component, ComponentLayer } from '../../../inventory.ts'
import { ecosystemOfPurl } from '../../../ecosystems.ts'
import { parsePurl } from '../../../purl.ts'
import { componentList } from '../component-list.ts'
import { addressOf, downloadOf } from '../sbom-origin.ts'
import { originAt } from '../../components/origin.ts'
import type { ComponentList, Listed, SbomTarget } from '../component-list.ts'
import { addInferred, inferPurl, isContainer, soleTypeOf } from '../infer-purl.ts'
import { sourceOfProperties } from '../source-package.ts'
import { readEvidence } from './cyclonedx-evidence.ts'
import { readFound } from './inventory-properties.ts'
import { readLicenses } from './cyclonedx-licenses.ts'
import { formatPosition } from './cyclonedx-walk.ts'
import type { Entry } from './cyclonedx-walk.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { listOf, quote, readList, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import type { CyclonedxSource } from './cyclonedx-source.ts'

export interface Components {
  list: ComponentList
  targets: Map<string, SbomTarget>
  /** The entries of each component, by its index. */
  entriesOf: Record<string, unknown>[][]
}

/** Types that are not software packages. Such components are only kept if they have a package URL of an ecosystem. */
export const omittedTypes: ReadonlySet<string> = new Set([
  'file',
  'data',
  'machine-learning-model',
  'device',
  'cryptographic-asset',
])

/** root: metadata.component, which is not a component, even if it is also listed among them. */
export function readComponents(entries: readonly Entry[], context: Context): Components {
  const list = componentList(context.log)
  const targets = new Map<string, SbomTarget>()
  const entriesOf: Components['entriesOf'] = []
  const root = refsOf(context.root)
  // Only needed to infer those that are absent.
  const isComplete = entries.every(({ json }) => purlOf(json) !== '')
  const soleType = isComplete ? null : soleTypeOf(entries.map(({ json }) => textOf(json['purl'])))
  if (root.ref !== '') targets.set(root.ref, 'root')
  for (const entry of entries) {
    const { bomRef, purl, ref } = refsOf(entry.json)
    if ((bomRef !== '' && bomRef === root.bomRef) || (purl !== '' && purl === root.purl)) {
      if (ref !== '') targets.set(ref, 'root')
      continue
    }
    const location = () => context.locationOf(formatPosition(entry), entry.json)
    const target = addEntry(list, entry.json, {
      path: context.path,
      location,
      layers: context.layers,
      soleType,
    })
    if (typeof target === 'number') (entriesOf[target] ??= []).push(entry.json)
    if (ref === '') continue
    if (!targets.has(ref)) targets.set(ref, target)
    else if (bomRef !== '') {
      const message = `The bom-ref ${quote(ref)} is given more than once; edges lead to the first.`
      context.log.add('bom-ref-duplicate', message, location)
    }
  }
  return { list, targets, entriesOf }
}

interface Adding {
  path: string
  location: () => string
  layers: readonly ComponentLayer[]
  /** The only type of package URLs in the document; null if none has to be inferred. */
  soleType: string | null
}

function addEntry(
  list: ComponentList,
  json: Record<string, unknown>,
  { path, location, layers, soleType }: Adding,
): SbomTarget {
  if (isDistribution(json)) {
    list.setDistribution(nameOf(json), shortTextOf(json['version']))
    return 'distribution'
  }
  const listed = toListed(json, path, location)
  if (listed.purl === '') {
    const named = {
      group: shortTextOf(json['group']),
      name: shortTextOf(json['name']),
      version: listed.version,
    }
    if (textOf(json['type']) === 'application' && isContainer(named, json['properties'])) return 'container'
    if (libraryTypes.has(textOf(json['type'])))
      addInferred(listed, inferPurl(named, { properties: json['properties'], soleType }))
  }
  if (json['properties'] !== undefined) {
    const { sureness, layer, commit, originKind } = readFound(json['properties'], layers)
    if (sureness) {
      listed.sureness = sureness
      listed.location = () => occurrenceOf(json) || location()
    }
    if (layer) listed.layer = layer
    if (commit) listed.commit = commit
    if (originKind) listed.origin = originAt(originKind, addressOf(json['externalReferences']))
  }
  return list.add(listed) ?? 'left-out'
}

const libraryTypes: ReadonlySet<string> = new Set(['library', 'framework'])

/** The operating system that the listed packages belong to, as Trivy and Syft write it. */
function isDistribution(json: Record<string, unknown>): boolean {
  if (textOf(json['type']) !== 'operating-system') return false
  const purl = parsePurl(purlOf(json))
  return purl === null || ecosystemOfPurl(purl) === null
}

/** Package URL, name and version of a component. */
export function readNames(json: Record<string, unknown>): Pick<Listed, 'purl' | 'name' | 'version'> {
  return { purl: purlOf(json), name: nameOf(json), version: shortTextOf(json['version']) }
}

interface Context extends Pick<CyclonedxSource, 'path' | 'locationOf'> {
  root: Record<string, unknown>
  log: IssueLog
  layers: readonly ComponentLayer[]
}

function nameOf(json: Record<string, unknown>): string {
  const [group, name] = [shortTextOf(json['group']), shortTextOf(json['name'])]
  return group === '' || name === '' ? name : `${group}/${name}`
}

/** ref: the reference in dependencies; some tools omit bom-ref and refer to package URLs. */
function refsOf(json: Record<string, unknown>) {
  const bomRef = textOf(json['bom-ref'])
  const purl = textOf(json['purl'])
  return { bomRef, purl, ref: bomRef || purl }
}

/** Since 1.6, the package URL may be only in the evidence of the component's identity. */
function purlOf(json: Record<string, unknown>): string {
  const purlText = textOf(json['purl'])
  const { identity } = recordOf(json['evidence'])
  if (purlText !== '' || identity === undefined) return purlText
  const concluded = (Array.isArray(identity) ? identity : [identity]).map(recordOf)
  return textOf(concluded.find(({ field }) => textOf(field) === 'purl')?.['concludedValue'])
}

function toListed(json: Record<string, unknown>, path: string, location: () => string): Listed {
  // Source: https://cyclonedx.org/docs/1.7/json/#components_items_scope
  const scope = textOf(json['scope'])
  const { purl, name, version } = readNames(json)
  const listed: Listed = {
    purl,
    name,
    version,
    scope: scope === 'excluded' || isForDevelopment(json) ? 'test' : 'runtime',
    licenses: readLicenses(json),
    locations: [path],
    isSoftware: !omittedTypes.has(textOf(json['type'])),
    location,
  }
  if (scope === 'optional') listed.isOptional = true
  const download = downloadOf(json['externalReferences'])
  if (download !== '') listed.download = download
  const copyright = readCopyright(json)
  if (copyright !== '') listed.copyright = copyright
  const source = sourceOfProperties(json['properties'])
  if (source) listed.source = source
  const hashes = readHashes(json['hashes'])
  if (hashes.length > 0) listed.hashes = hashes
  const references = readReferences(json['externalReferences'])
  if (references.length > 0) listed.references = references
  const ancestors = listOf(recordOf(json['pedigree'])['ancestors']).map((each) => readNames(recordOf(each)))
  if (ancestors.length > 0) listed.ancestors = ancestors
  for (const occurrence of listOf(recordOf(json['evidence'])['occurrences'])) {
    const file = textOf(recordOf(occurrence)['location'])
    if (file !== '') listed.locations.push(file)
  }
  const evidence = readEvidence(json['evidence'])
  if (evidence) listed.evidence = evidence
  return listed
}

/** 'app/pom.xml:12' */
function occurrenceOf(json: Record<string, unknown>): string {
  const { location, line } = recordOf(listOf(recordOf(json['evidence'])['occurrences'])[0])
  return typeof line === 'number' ? `${textOf(location)}:${line}` : textOf(location)
}

/** The declared copyright, otherwise that found as evidence. */
function readCopyright(json: Record<string, unknown>): string {
  const declared = shortTextOf(json['copyright'])
  if (declared !== '') return declared
  const found = listOf(recordOf(json['evidence'])['copyright']).map((each) => textOf(recordOf(each)['text']))
  return shortTextOf(found.filter((each) => each !== '').join('\n'))
}

/** Properties by which tools mark development dependencies: https://github.com/CycloneDX/cyclonedx-property-taxonomy */
const developmentProperties = new Set([
  'cdx:npm:package:development',
  'cdx:composer:package:isDevRequirement',
])

function isForDevelopment(json: Record<string, unknown>): boolean {
  return listOf(json['properties']).some((property) => {
    const { name, value } = recordOf(property)
    return developmentProperties.has(textOf(name)) && textOf(value) === 'true'
  })
}

const readReferences = (list: unknown): NonNullable<Component['references']> =>
  readList(list, (each) => {
    const { type, url: address } = recordOf(each)
    const url = shortTextOf(address)
    return url === '' ? null : { type: shortTextOf(type) || 'other', url }
  })

const readHashes = (list: unknown): NonNullable<Component['hashes']> =>
  readList(list, (each) => {
    const { alg, content } = recordOf(each)
    const [algorithm, value] = [shortTextOf(alg), shortTextOf(content)]
    return algorithm === '' || value === '' ? null : { algorithm, value }
  })
