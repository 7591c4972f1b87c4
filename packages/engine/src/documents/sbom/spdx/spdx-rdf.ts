import type { DocumentReader, ReadResult, SourceDocument } from '../../../inventory.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import { shortTextOf } from '../../parsers/json-value.ts'
import { childOf, childrenOf, childText, readXml, type XmlElement } from '../../parsers/xml-document.ts'
import { readSpdx } from './spdx-inventory.ts'
import { checkVersion, isPurlType } from './spdx-json.ts'
import type { SpdxDocument, SpdxEdge, SpdxPackage } from './spdx-model.ts'
import { licenseOfRdf } from './spdx-rdf-licenses.ts'
import { edgeOf } from './spdx-relationships.ts'

/** SPDX 2.2 and 2.3 as RDF/XML, nested or flat. Source: https://spdx.org/rdf/terms/ */
export const spdxRdf: DocumentReader = {
  id: 'spdx-rdf',
  matchesPath: (fileName) => /^(?:.*[._-])?spdx\.(?:rdf(?:\.xml)?|xml)$/i.test(fileName),
  matchesContent: (start) => /<(?:\w+:)?RDF[\s>]/.test(start) && start.includes('spdx.org/rdf/terms'),
  read,
}

function read(document: SourceDocument): ReadResult {
  const { root, issues } = readXml(document)
  if (root === null) return { inventory: null, issues }
  const { path } = document
  const elements = elementsOf(root)
  const described = elements.find(({ name }) => name === 'SpdxDocument')
  if (!described) {
    const message = 'The file is not SPDX: it has no SpdxDocument.'
    return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
  }
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  const version = childText(described, 'specVersion')
  checkVersion(version, log, `${path}:${described.line}`)
  const format = shortTextOf(version).replace('-', ' ')
  return readSpdx({ format, ...toDocument(elements, path) }, path, log)
}

/** All elements, parents first; without recursion, since depth could exhaust the stack. */
function elementsOf(root: XmlElement): XmlElement[] {
  const elements = [root]
  // The loop also visits elements added during the iteration.
  for (const { children } of elements) for (const child of children) elements.push(child)
  return elements
}

function toDocument(elements: readonly XmlElement[], path: string): Omit<SpdxDocument, 'format'> {
  const location = ({ line }: XmlElement) => `${path}:${line}`
  const named = (...names: string[]) => elements.filter(({ name }) => names.includes(name))
  const texts = named('ExtractedLicensingInfo')
  // A reference to a package can be an empty element with the same name.
  const packages = named('Package').filter(({ children }) => children.length > 0)
  return {
    packages: packages.map((each) => toPackage(each, () => location(each))),
    edges: named('Package', 'SpdxDocument', 'File', 'Snippet').flatMap((each) => edgesFrom(each, location)),
    describes: childrenOf(
      elements.find(({ name }) => name === 'SpdxDocument')!,
      'describesPackage',
    ).map(targetOf),
    others: new Set(['SPDXRef-DOCUMENT', ...named('SpdxDocument', 'File', 'Snippet').map(idOf)]),
    licenseNames: new Map(
      texts.map((each) => [childText(each, 'licenseId'), shortTextOf(childText(each, 'name'))]),
    ),
    vex: [],
  }
}

/** 'SPDXRef-x' of 'https://example.org/doc#SPDXRef-x'; without a fragment, the last segment of the URL. */
const nameOf = (address: string): string =>
  address.slice(Math.max(address.lastIndexOf('#'), address.lastIndexOf('/')) + 1)

const idOf = ({ attributes }: XmlElement): string =>
  nameOf(attributes.get('about') ?? attributes.get('ID') ?? attributes.get('nodeID') ?? '')

/** The target of a member, by reference or as a nested element. */
function targetOf(member: XmlElement): string {
  const { attributes, children } = member
  const named = attributes.get('resource') ?? attributes.get('nodeID')
  if (named !== undefined) return nameOf(named)
  return children[0] ? idOf(children[0]) : nameOf(member.text)
}

/** The last part of a vocabulary term: 'dependsOn' of 'http://spdx.org/rdf/terms#relationshipType_dependsOn'. */
const termOf = (member: XmlElement | null): string =>
  member === null ? '' : targetOf(member).replace(/^[A-Za-z]+_/, '')

function edgesFrom(element: XmlElement, location: (element: XmlElement) => string): SpdxEdge[] {
  const relationships = childrenOf(element, 'relationship').map((each) => childOf(each, 'Relationship'))
  return relationships.flatMap((relationship) => {
    const related = childOf(relationship, 'relatedSpdxElement')
    if (!relationship || !related) return []
    // 'dependsOn' is 'DEPENDS_ON' in the other syntaxes.
    const type = termOf(childOf(relationship, 'relationshipType')).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    return edgeOf({ from: idOf(element), type, to: targetOf(related) }, () => location(relationship)) ?? []
  })
}

function toPackage(element: XmlElement, location: () => string): SpdxPackage {
  const references = childrenOf(element, 'externalRef').map((each) => childOf(each, 'ExternalRef'))
  const checksums = childrenOf(element, 'checksum').map((each) => childOf(each, 'Checksum'))
  const purpose = childOf(element, 'primaryPackagePurpose')
  return {
    id: idOf(element),
    name: shortTextOf(childText(element, 'name')),
    version: shortTextOf(childText(element, 'versionInfo')),
    purls: references
      .filter((each) => isPurlType(termOf(childOf(each, 'referenceType'))))
      .map((each) => childText(each, 'referenceLocator'))
      .filter((purl) => purl !== ''),
    licenseDeclared: licenseOfRdf(childOf(element, 'licenseDeclared'), nameOf),
    licenseConcluded: licenseOfRdf(childOf(element, 'licenseConcluded'), nameOf),
    copyright: shortTextOf(childText(element, 'copyrightText')),
    checksums: checksums
      .map((each) => ({
        algorithm: shortTextOf(termOf(childOf(each, 'algorithm')).toUpperCase()),
        value: shortTextOf(childText(each, 'checksumValue')),
      }))
      .filter(({ algorithm, value }) => algorithm !== '' && value !== ''),
    download: shortTextOf(childText(element, 'downloadLocation')),
    sourceInfo: shortTextOf(childText(element, 'sourceInfo')),
    purpose: termOf(purpose).toUpperCase(),
    location,
  }
}
