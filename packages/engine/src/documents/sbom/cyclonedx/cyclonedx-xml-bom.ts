import { childOf, childText, childrenOf } from '../../parsers/xml-document.ts'
import type { XmlElement } from '../../parsers/xml-document.ts'

type Json = Record<string, unknown>

/** A CycloneDX document with its members named as in JSON, and the lines of those that issues refer to. */
export interface XmlBom {
  bom: Json
  lines: WeakMap<object, number>
}

/** Converts XML elements to the structure of CycloneDX JSON. */
export function bomOfXml(root: XmlElement, specVersion: string): XmlBom {
  const lines = new WeakMap<object, number>()
  const located = (json: Json, { line }: XmlElement): Json => {
    lines.set(json, line)
    return json
  }
  const metadata = childOf(root, 'metadata')
  const described = childOf(metadata, 'component')
  const vulnerabilities = childrenOf(childOf(root, 'vulnerabilities'), 'vulnerability')
  const services = childrenOf(childOf(root, 'services'), 'service')
  const bom: Json = {
    specVersion,
    serialNumber: root.attributes.get('serialNumber'),
    version: root.attributes.get('version'),
    ...namesOf(root),
    metadata: {
      ...namesOf(metadata),
      timestamp: childText(metadata, 'timestamp'),
      licenses: toLicenses(metadata),
      ...(described && { component: toComponents([described], located)[0] }),
    },
    components: toComponents(childrenOf(childOf(root, 'components'), 'component'), located),
    services: services.map((each) => located(toService(each), each)),
    dependencies: toDependencies(childrenOf(childOf(root, 'dependencies'), 'dependency'), located),
    vulnerabilities: vulnerabilities.map((each) => located(toVulnerability(each), each)),
  }
  return { bom: located(bom, root), lines }
}

type Locate = (json: Json, element: XmlElement) => Json

/** Converts components with all nested ones; without recursion, since depth could exhaust the stack. */
function toComponents(elements: readonly XmlElement[], located: Locate): Json[] {
  const all: Json[] = []
  const pending = elements.map((element) => ({ element, into: all })).toReversed()
  for (let next = pending.pop(); next; next = pending.pop()) {
    const nested = childrenOf(childOf(next.element, 'components'), 'component')
    const components: Json[] = []
    next.into.push(located({ ...toComponent(next.element), components }, next.element))
    for (const element of nested.toReversed()) pending.push({ element, into: components })
  }
  return all
}

function toComponent(element: XmlElement): Json {
  const { attributes } = element
  const evidence = childOf(element, 'evidence')
  const properties = childrenOf(childOf(element, 'properties'), 'property')
  return {
    ...namesOf(element),
    type: attributes.get('type'),
    'bom-ref': attributes.get('bom-ref'),
    ...textsOf(element, ['group', 'name', 'version', 'cpe', 'purl', 'scope', 'copyright']),
    hashes: childrenOf(childOf(element, 'hashes'), 'hash').map((hash) => ({
      alg: hash.attributes.get('alg'),
      content: hash.text,
    })),
    licenses: toLicenses(element),
    externalReferences: childrenOf(childOf(element, 'externalReferences'), 'reference').map((each) => ({
      type: each.attributes.get('type'),
      ...textsOf(each, ['url']),
    })),
    pedigree: toPedigree(childOf(element, 'pedigree')),
    properties: properties.map((each) => ({ name: each.attributes.get('name'), value: each.text })),
    evidence: {
      identity: childrenOf(evidence, 'identity').map((each) => ({
        ...textsOf(each, ['field', 'confidence', 'concludedValue']),
        methods: childrenOf(childOf(each, 'methods'), 'method').map((method) =>
          textsOf(method, ['technique', 'confidence', 'value']),
        ),
      })),
      licenses: toLicenses(evidence),
      copyright: childrenOf(childOf(evidence, 'copyright'), 'text').map(({ text }) => ({ text })),
      occurrences: childrenOf(childOf(evidence, 'occurrences'), 'occurrence').map((each) =>
        textsOf(each, ['location', 'line', 'offset', 'symbol', 'additionalContext']),
      ),
    },
  }
}

/** The flow of data is an attribute of its classification, which stands in a dataflow since 1.5. */
function toService(element: XmlElement): Json {
  const data = childOf(element, 'data')
  const flows = [data, ...childrenOf(data, 'dataflow')]
  return {
    ...namesOf(element),
    ...textsOf(element, ['name', 'version']),
    data: flows
      .flatMap((each) => childrenOf(each, 'classification'))
      .map(({ attributes, text }) => ({ flow: attributes.get('flow'), classification: text })),
  }
}

function toPedigree(element: XmlElement | null): Json | undefined {
  if (element === null) return undefined
  const ancestors = childrenOf(childOf(element, 'ancestors'), 'component')
  const patches = childrenOf(childOf(element, 'patches'), 'patch')
  return {
    ancestors: ancestors.map((each) => textsOf(each, ['group', 'name', 'version', 'purl'])),
    patches: patches.map((patch) => ({
      type: patch.attributes.get('type'),
      resolves: childrenOf(childOf(patch, 'resolves'), 'issue').map((issue) => ({
        type: issue.attributes.get('type'),
        ...textsOf(issue, ['id', 'name']),
      })),
    })),
  }
}

/** An expression is the text of its element or, since 1.7, an attribute of expression-detailed. */
function toLicenses(element: XmlElement | null): Json[] {
  const licenses = childOf(element, 'licenses')?.children ?? []
  return licenses.map((license) => {
    if (license.name === 'license') {
      const text = childOf(license, 'text')
      const attachment = text && { content: text.text, encoding: text.attributes.get('encoding') }
      const texts = textsOf(license, ['id', 'name', 'url', 'expression'])
      const repeated = ['id', 'name'].filter((name) => childrenOf(license, name).length > 1)
      return {
        license: {
          ...texts,
          ...(attachment && { text: attachment }),
          ...(repeated.length > 0 && { repeated }),
        },
      }
    }
    return { expression: license.attributes.get('expression') ?? license.text }
  })
}

/** Nested dependencies depend on each other at every level. */
function toDependencies(elements: readonly XmlElement[], located: Locate): Json[] {
  const all: Json[] = []
  const pending = elements.toReversed()
  for (let next = pending.pop(); next; next = pending.pop()) {
    const nested = childrenOf(next, 'dependency')
    const dependsOn = nested.map(({ attributes }) => attributes.get('ref'))
    all.push(located({ ref: next.attributes.get('ref'), dependsOn }, next))
    for (const each of nested.toReversed()) if (each.children.length > 0) pending.push(each)
  }
  return all
}

function toVulnerability(element: XmlElement): Json {
  const analysis = childOf(element, 'analysis')
  const references = childrenOf(childOf(element, 'references'), 'reference')
  return {
    ...textsOf(element, ['id']),
    references: references.map((each) => textsOf(each, ['id'])),
    affects: childrenOf(childOf(element, 'affects'), 'target').map((each) => textsOf(each, ['ref'])),
    analysis: analysis ? textsOf(analysis, ['state', 'justification', 'detail']) : undefined,
  }
}

/** The names of all elements of the same namespace, also those that are not read: the unknown ones are reported as in JSON. */
const namesOf = (element: XmlElement | null): Json =>
  Object.fromEntries(
    (element?.children ?? [])
      .filter(({ prefix, attributes }) => prefix === element?.prefix && !attributes.has('xmlns'))
      .map(({ name }) => [name, undefined]),
  )

/** Absent elements have no member, as in JSON. */
const textsOf = (element: XmlElement, names: readonly string[]): Json =>
  Object.fromEntries(
    names.flatMap((name) => (childOf(element, name) ? [[name, childText(element, name)]] : [])),
  )
