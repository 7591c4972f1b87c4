import type { DocumentReader, ReadResult, SourceDocument } from '../../../inventory.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { idOf, refsOf } from './spdx-3-elements.ts'
import type { Spdx3Element } from './spdx-3-elements.ts'
import { edgesOf, licensesOf } from './spdx-3-relationships.ts'
import { readStatements } from './spdx-3-vex.ts'
import { readSpdx } from './spdx-inventory.ts'
import type { SpdxDocument, SpdxPackage } from './spdx-model.ts'
import { ownProperty } from '../../../own-property.ts'

/** SPDX 3.0 as JSON-LD in the form of its JSON schema. Source: https://spdx.github.io/spdx-spec/v3.0.1/serializations/ */
export const spdx3: DocumentReader = {
  id: 'spdx-3',
  matchesPath: (fileName) => /^(?:.*[._-])?spdx(?:[._-]?3.*)?\.json(?:ld)?$/i.test(fileName),
  recognizes: isSpdx3,
  read,
}

function isSpdx3(json: unknown): json is Record<string, unknown> {
  return isRecord(json) && refsOf(json['@context']).some((each) => /spdx\.org\/rdf\/3\./.test(each))
}

function read(document: SourceDocument): ReadResult {
  const { json, issues } = readJson(document)
  if (json === undefined) return { inventory: null, issues }
  const { path } = document
  if (!isSpdx3(json)) {
    const message = 'The file is not SPDX 3: its context is not that of SPDX 3.'
    return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
  }
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  return readSpdx(toDocument(json, path, log), path, log)
}

function toDocument(json: Record<string, unknown>, path: string, log: IssueLog): SpdxDocument {
  const elements = elementsOf(json, path)
  const named = (name: string) => elements.filter((element) => typeOf(element.json) === name)
  const relationships = elements.filter(({ json: each }) => each['relationshipType'] !== undefined)
  const declared = licensesOf(elements, relationships, 'hasDeclaredLicense')
  const concluded = licensesOf(elements, relationships, 'hasConcludedLicense')
  const packages = named('software_Package').map((each) => toPackage(each, { declared, concluded }))
  const packageIds = new Set(packages.map(({ id }) => id))
  return {
    format: `SPDX ${checkedVersion(json, named('CreationInfo'), { path, log })}`,
    packages,
    edges: relationships.flatMap((each) => edgesOf(each)),
    describes: describedBy(elements),
    others: new Set(elements.map((each) => idOf(each.json)).filter((id) => !packageIds.has(id))),
    licenseNames: new Map(),
    vex: readStatements(named('security_Vulnerability'), relationships, log),
  }
}

/** Members that can contain an element instead of a reference to it. */
const holding = ['element', 'rootElement', 'from', 'to']

/** All objects of the graph, including inlined ones. A document with a single object may have no graph. */
function elementsOf(json: Record<string, unknown>, path: string): Spdx3Element[] {
  const graph = Array.isArray(json['@graph']) ? listOf(json['@graph']) : null
  const elements: Spdx3Element[] = (graph ?? [json]).map((each, index) => ({
    json: recordOf(each),
    location: () => (graph ? `${path}#/@graph/${index}` : path),
  }))
  // The loop also visits elements added during the iteration.
  for (const { json: element, location } of elements) {
    const values = holding.flatMap((member) => ownProperty(element, member))
    for (const value of values)
      if (isRecord(value) && typeOf(value) !== '') elements.push({ json: value, location })
  }
  return elements
}

const typeOf = (json: Record<string, unknown>): string => textOf(json['type']) || textOf(json['@type'])

function checkedVersion(
  json: Record<string, unknown>,
  creation: readonly Spdx3Element[],
  { path, log }: { path: string; log: IssueLog },
): string {
  const inContext = /3\.[\d.]*\d/.exec(refsOf(json['@context']).join(' '))?.[0] ?? ''
  const version = shortTextOf(creation[0]?.json['specVersion']) || inContext
  if (!/^3\.0(?:\.\d+)?$/.test(version)) {
    const message = `SPDX ${quote(version)} is not the known version 3.0; it was read like it.`
    log.add('spec-version-unknown', message, creation[0]?.location ?? path)
  }
  return version
}

/** The root elements of the SBOM; the root of the document itself is usually that SBOM. */
function describedBy(elements: readonly Spdx3Element[]): string[] {
  const roots = (name: string) =>
    elements.filter(({ json }) => typeOf(json) === name).flatMap(({ json }) => refsOf(json['rootElement']))
  const ofBoms = [...roots('software_Sbom'), ...roots('Bom')]
  return ofBoms.length > 0 ? ofBoms : roots('SpdxDocument')
}

type Licenses = ReadonlyMap<string, string>

function toPackage(
  { json, location }: Spdx3Element,
  { declared, concluded }: { declared: Licenses; concluded: Licenses },
): SpdxPackage {
  const id = idOf(json)
  const identifiers = listOf(json['externalIdentifier']).map(recordOf)
  const purls = identifiers
    .filter((each) => /^(?:packageUrl|purl)$/i.test(textOf(each['externalIdentifierType'])))
    .map((each) => textOf(each['identifier']))
  const checksums = listOf(json['verifiedUsing']).map((checksum) => {
    const { algorithm, hashValue } = recordOf(checksum)
    return { algorithm: shortTextOf(algorithm), value: shortTextOf(hashValue) }
  })
  return {
    id,
    name: shortTextOf(json['name']),
    version: shortTextOf(json['software_packageVersion']),
    purls: [...new Set([textOf(json['software_packageUrl']), ...purls])].filter((purl) => purl !== ''),
    licenseDeclared: declared.get(id) ?? '',
    licenseConcluded: concluded.get(id) ?? '',
    copyright: shortTextOf(json['software_copyrightText']),
    checksums: checksums.filter(({ algorithm, value }) => algorithm !== '' && value !== ''),
    download: shortTextOf(json['software_downloadLocation']),
    sourceInfo: shortTextOf(json['software_sourceInfo']),
    purpose: textOf(json['software_primaryPurpose']).toUpperCase(),
    location,
  }
}
