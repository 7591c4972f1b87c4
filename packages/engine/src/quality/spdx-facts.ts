import { listOf, readList, recordOf, textOf } from '../documents/parsers/json-value.ts'
import { type ComponentReader, type Members, type SbomFacts, toHash } from './sbom-facts.ts'

/** SPDX 2.2 and 2.3: https://spdx.github.io/spdx-spec/v2.3/ */
export function readSpdxFacts(json: Members): SbomFacts {
  const creation = recordOf(json['creationInfo'])
  const creators = listOf(creation['creators']).map(textOf)
  const people = creators.flatMap((each) => actorOf(each) ?? [])
  const relationships = listOf(json['relationships']).map(recordOf)
  const related = relatedOf(relationships)
  const described = describedOf(json, relationships)
  const packages = listOf(json['packages']).map(recordOf)
  return {
    format: 'SPDX',
    formatVersion: textOf(json['spdxVersion']).replace(/^SPDX-/, ''),
    authors: people.map(({ name }) => name),
    creatorContact: people.find(({ contact }) => contact !== '')?.contact ?? '',
    timestamp: textOf(creation['created']),
    tools: creators.flatMap((each) => toolOf(each) ?? []),
    context: textOf(creation['comment']),
    uri: textOf(json['documentNamespace']),
    documentVersion: null,
    isSigned: false,
    hasRootDependencies: [...described].some((id) => related.has(id)),
    components: packages.filter((each) => !described.has(textOf(each['SPDXID']))),
    componentReader: readerOf(related),
  }
}

/** 'Person: Ada (ada@example.org)'; null for a tool, or nobody. */
function actorOf(text: unknown): { name: string; contact: string } | null {
  const [, name = '', contact = ''] =
    /^(?:Person|Organization):\s*(.*?)\s*(?:\(([^()]*)\))?$/.exec(textOf(text)) ?? []
  return name === '' ? null : { name, contact }
}

/** 'Tool: syft-1.2.3': the version follows the last hyphen before a digit. */
function toolOf(text: string): SbomFacts['tools'][number] | null {
  const [, tool = ''] = /^Tool:\s*(.+)$/.exec(text) ?? []
  if (tool === '') return null
  const [, name = tool, version = ''] = /^(.+)-v?(\d\S*)$/.exec(tool) ?? []
  return { name, version }
}

/** 'NOASSERTION' and 'NONE' say nothing. */
const textUnlessNone = (value: unknown): string =>
  /^(?:NOASSERTION|NONE)$/.test(textOf(value)) ? '' : textOf(value)

const relations = /^(?:DEPENDS_ON|DEPENDENCY_OF|CONTAINS|CONTAINED_BY|.*_DEPENDENCY_OF)$/

/** The elements on either side of a relationship of parts or dependencies. */
const relatedOf = (relationships: readonly Members[]): ReadonlySet<string> =>
  new Set(
    relationships
      .filter((each) => relations.test(textOf(each['relationshipType'])))
      .flatMap((each) => [textOf(each['spdxElementId']), textOf(each['relatedSpdxElement'])]),
  )

/** What the document is about. */
const describedOf = (json: Members, relationships: readonly Members[]): ReadonlySet<string> =>
  new Set([
    ...listOf(json['documentDescribes']).map(textOf),
    ...relationships
      .filter((each) => textOf(each['relationshipType']) === 'DESCRIBES')
      .map((each) => textOf(each['relatedSpdxElement'])),
  ])

const readerOf = (related: ReadonlySet<string>): ComponentReader => ({
  label: (component) => `${textOf(component['name'])} ${versionOf(component)}`.trim(),
  name: (component) => textOf(component['name']),
  version: versionOf,
  producer: ({ supplier, originator }) => (actorOf(originator) ?? actorOf(supplier))?.name ?? '',
  producerContact: ({ supplier, originator, homepage }) =>
    actorOf(originator)?.contact || actorOf(supplier)?.contact || textUnlessNone(homepage),
  supplier: ({ supplier, originator }) => (actorOf(supplier) ?? actorOf(originator))?.name ?? '',
  isIdentified: (component) => listOf(component['externalRefs']).some(isIdentifier),
  hashes: ({ checksums }) =>
    readList(checksums, (each) => {
      const { algorithm, checksumValue } = recordOf(each)
      return toHash(algorithm, checksumValue)
    }),
  deployableHashes: () => [],
  deployableUrl: ({ downloadLocation }) => textUnlessNone(downloadLocation),
  sourceUrl: () => '',
  declaredLicenses: ({ licenseDeclared }) => licensesOf(licenseDeclared),
  concludedLicenses: ({ licenseConcluded }) => licensesOf(licenseConcluded),
  bsiProperty: (component, name) => (name === 'filename' ? textOf(component['packageFileName']) : ''),
  hasDependencies: (component) => related.has(textOf(component['SPDXID'])),
  hasCompleteness: () => false,
})

const isIdentifier = (reference: unknown): boolean =>
  /^(?:purl|cpe22Type|cpe23Type|swid|swh|gitoid)$/.test(textOf(recordOf(reference)['referenceType']))

const versionOf = ({ versionInfo }: Members): string => textUnlessNone(versionInfo)
const licensesOf = (text: unknown): string[] => [textUnlessNone(text)].filter((each) => each !== '')
