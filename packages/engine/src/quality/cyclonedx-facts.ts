import { listOf, readList, recordOf, textOf } from '../documents/parsers/json-value.ts'
import { type ComponentReader, type Hash, type Members, type SbomFacts, toHash } from './sbom-facts.ts'

/** Deeper components are left out, because reading is recursive. */
const maxDepth = 100

/** https://cyclonedx.org/docs/1.6/json/ */
export function readCyclonedxFacts(json: Members): SbomFacts {
  const metadata = recordOf(json['metadata'])
  const root = recordOf(metadata['component'])
  const graph = graphOf(json)
  const serial = textOf(json['serialNumber'])
  const version = typeof json['version'] === 'number' ? String(json['version']) : ''
  const authors = [
    ...namesOf(metadata['authors']),
    nameOf(metadata['manufacturer']),
    nameOf(metadata['manufacture']),
  ]
  return {
    format: 'CycloneDX',
    formatVersion: textOf(json['specVersion']),
    authors: authors.filter((name) => name !== ''),
    creatorContact: contactOf(metadata['manufacturer']),
    timestamp: textOf(metadata['timestamp']),
    tools: toolsOf(metadata['tools']),
    context: listOf(metadata['lifecycles'])
      .map((each) => textOf(recordOf(each)['phase']) || nameOf(each))
      .filter((phase) => phase !== '')
      .join(', '),
    uri: serial,
    documentVersion: serial !== '' ? version : '',
    isSigned:
      textOf(recordOf(json['signature'])['value']) !== '' ||
      listOf(recordOf(json['signature'])['signers']).length > 0,
    hasRootDependencies: graph.dependencies.has(textOf(root['bom-ref'])),
    components: componentsOf(json['components'], 0),
    componentReader: readerOf(graph),
  }
}

const nameOf = (holder: unknown): string => textOf(recordOf(holder)['name'])
const namesOf = (list: unknown): string[] => listOf(list).map(nameOf)

/** An e-mail address, otherwise a URL. */
function contactOf(holder: unknown): string {
  const { contact, url } = recordOf(holder)
  const [email] = listOf(contact)
    .map((each) => textOf(recordOf(each)['email']))
    .filter((text) => text !== '')
  return email ?? [...listOf(url), url].map(textOf).find((text) => text !== '') ?? ''
}

/** A list until 1.4, since then an object of components and services. */
function toolsOf(tools: unknown): SbomFacts['tools'] {
  const { components, services } = recordOf(tools)
  return [...listOf(tools), ...listOf(components), ...listOf(services)]
    .map((tool) => ({ name: nameOf(tool), version: textOf(recordOf(tool)['version']) }))
    .filter(({ name }) => name !== '')
}

interface Graph {
  /** Components whose dependencies are enumerated. */
  dependencies: ReadonlySet<string>
  /** Components of which it is said whether the enumeration is complete. */
  compositions: ReadonlySet<string>
}

function graphOf(json: Members): Graph {
  const compositions = listOf(json['compositions']).map(recordOf)
  return {
    dependencies: new Set(listOf(json['dependencies']).map((each) => textOf(recordOf(each)['ref']))),
    compositions: new Set(
      compositions
        .filter(({ aggregate }) => textOf(aggregate) !== '' && textOf(aggregate) !== 'not_specified')
        .flatMap(({ assemblies, dependencies }) =>
          [...listOf(assemblies), ...listOf(dependencies)].map(textOf),
        ),
    ),
  }
}

/** Parents before their children. */
function componentsOf(list: unknown, depth: number): Members[] {
  if (depth > maxDepth) return []
  const components = listOf(list).map(recordOf)
  const isFlat = components.every((each) => each['components'] === undefined)
  return isFlat
    ? components
    : components.flatMap((each) => [each, ...componentsOf(each['components'], depth + 1)])
}

const readerOf = (graph: Graph): ComponentReader => ({
  label(component) {
    const group = textOf(component['group'])
    const name = nameOf(component)
    return `${group === '' ? name : `${group}/${name}`} ${versionOf(component)}`.trim()
  },
  name: nameOf,
  version: versionOf,
  producer: (component) =>
    nameOf(component['manufacturer']) ||
    (namesOf(component['authors']).find((each) => each !== '') ??
      (textOf(component['author']) || textOf(component['publisher']))),
  producerContact: (component) => contactOf(component['manufacturer']),
  supplier: (component) =>
    nameOf(component['supplier']) || textOf(component['publisher']) || nameOf(component['manufacturer']),
  isIdentified: ({ purl, cpe, swid, omniborId, swhid }) =>
    [purl, cpe, recordOf(swid)['tagId']].some(isText) ||
    listOf(omniborId).some(isText) ||
    listOf(swhid).some(isText),
  hashes: hashesOf,
  deployableHashes: (component) => hashesOf(referenceOf(component, 'distribution') ?? {}),
  deployableUrl: (component) => textOf(referenceOf(component, 'distribution')?.['url']),
  sourceUrl: (component) =>
    textOf((referenceOf(component, 'source-distribution') ?? referenceOf(component, 'vcs'))?.['url']),
  declaredLicenses: ({ licenses }) =>
    readList(licenses, (each) => (isConcluded(recordOf(each)) ? null : licenseText(recordOf(each)))),
  concludedLicenses: ({ licenses }) =>
    readList(licenses, (each) => (isConcluded(recordOf(each)) ? licenseText(recordOf(each)) : null)),
  // The last one counts.
  bsiProperty: (component, name) =>
    textOf(
      listOf(component['properties'])
        .map(recordOf)
        .findLast((each) => nameOf(each).replace(/^bsi:component:/, '') === name)?.['value'],
    ),
  hasDependencies: (component) => graph.dependencies.has(textOf(component['bom-ref'])),
  hasCompleteness: (component) => graph.compositions.has(textOf(component['bom-ref'])),
})

const versionOf = ({ version }: Members): string => textOf(version)
const isText = (value: unknown): boolean => textOf(value) !== ''
const referenceOf = ({ externalReferences }: Members, type: string): Members | undefined =>
  listOf(externalReferences)
    .map(recordOf)
    .find((each) => textOf(each['type']) === type)

const hashesOf = ({ hashes }: Members): Hash[] =>
  readList(hashes, (each) => {
    const { alg, content } = recordOf(each)
    return toHash(alg, content)
  })

const isConcluded = ({ license, acknowledgement }: Members): boolean =>
  (textOf(acknowledgement) || textOf(recordOf(license)['acknowledgement'])) === 'concluded'

function licenseText({ expression, license }: Members): string | null {
  const { id, name } = recordOf(license)
  return textOf(expression) || textOf(id) || textOf(name) || null
}
