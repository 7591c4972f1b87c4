import { listOf, recordOf, textOf } from '../documents/parsers/json-value.ts'
import type { ComponentFacts, Hash, SbomFacts } from './sbom-facts.ts'

type Members = Record<string, unknown>

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
    components: componentsOf(json['components'], 0).map((component) => factsOf(component, graph)),
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

const componentsOf = (list: unknown, depth: number): Members[] =>
  depth > maxDepth
    ? []
    : listOf(list)
        .map(recordOf)
        .flatMap((component) => [component, ...componentsOf(component['components'], depth + 1)])

function factsOf(component: Members, graph: Graph): ComponentFacts {
  const ref = textOf(component['bom-ref'])
  const group = textOf(component['group'])
  const name = textOf(component['name'])
  const version = textOf(component['version'])
  const references = listOf(component['externalReferences']).map(recordOf)
  const referenceOf = (type: string) => references.find((each) => textOf(each['type']) === type)
  const licenses = listOf(component['licenses']).map(recordOf)
  const manufacturer = nameOf(component['manufacturer'])
  const publisher = textOf(component['publisher'])
  return {
    label: `${group === '' ? name : `${group}/${name}`} ${version}`.trim(),
    name,
    version,
    producer:
      manufacturer ||
      (namesOf(component['authors']).find((each) => each !== '') ??
        (textOf(component['author']) || publisher)),
    producerContact: contactOf(component['manufacturer']),
    supplier: nameOf(component['supplier']) || publisher || manufacturer,
    identifiers: identifiersOf(component),
    hashes: hashesOf(component),
    deployableHashes: hashesOf(referenceOf('distribution') ?? {}),
    deployableUrl: textOf(referenceOf('distribution')?.['url']),
    sourceUrl: textOf((referenceOf('source-distribution') ?? referenceOf('vcs'))?.['url']),
    declaredLicenses: licenses.filter((each) => acknowledgementOf(each) !== 'concluded').flatMap(licenseText),
    concludedLicenses: licenses
      .filter((each) => acknowledgementOf(each) === 'concluded')
      .flatMap(licenseText),
    bsiProperties: new Map(
      listOf(component['properties'])
        .map(recordOf)
        .map(({ name: of, value }) => [textOf(of).replace(/^bsi:component:/, ''), textOf(value)]),
    ),
    hasDependencies: graph.dependencies.has(ref),
    hasCompleteness: graph.compositions.has(ref),
  }
}

const identifiersOf = ({ purl, cpe, swid, omniborId, swhid }: Members): string[] =>
  [purl, cpe, recordOf(swid)['tagId'], ...listOf(omniborId), ...listOf(swhid)]
    .map(textOf)
    .filter((id) => id !== '')

const hashesOf = ({ hashes }: Members): Hash[] =>
  listOf(hashes)
    .map(recordOf)
    .map(({ alg, content }) => ({ algorithm: textOf(alg), value: textOf(content) }))
    .filter(({ algorithm, value }) => algorithm !== '' && value !== '')

const acknowledgementOf = ({ license, acknowledgement }: Members): string =>
  textOf(acknowledgement) || textOf(recordOf(license)['acknowledgement'])

function licenseText({ expression, license }: Members): string[] {
  const { id, name } = recordOf(license)
  const text = textOf(expression) || textOf(id) || textOf(name)
  return text === '' ? [] : [text]
}
