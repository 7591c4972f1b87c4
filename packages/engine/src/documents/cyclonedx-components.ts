import type { Component } from '../inventory.ts'
import { parsePurl } from '../purl.ts'
import type { Purl } from '../purl.ts'
import { readLicenses } from './cyclonedx-licenses.ts'
import type { Entry } from './cyclonedx-walk.ts'
import { identityOfName, identityOfPurl, mergeComponent } from './identity.ts'
import type { Identity } from './identity.ts'
import type { IssueLog } from './issue-log.ts'
import { listOf, quote, recordOf, shortTextOf, textOf } from './json-value.ts'

/** What a reference in the document leads to: a component's index, what is described, or what was left out. */
export type Target = number | 'root' | 'left-out'

export interface Components {
  components: Component[]
  targets: Map<string, Target>
}

/** Types that are no software packages; one is kept all the same when it has a package URL of an ecosystem. */
const leftOutTypes = new Set(['file', 'data', 'machine-learning-model', 'device', 'cryptographic-asset'])

/** root: metadata.component, which may be listed among the components and is none of them. */
export function readComponents(entries: readonly Entry[], context: Context): Components {
  const reading: Reading = { ...context, components: [], indexes: new Map(), targets: new Map() }
  const unsupported = new Map<string, { count: number; first: string }>()
  const rootRef = refOf(context.root)
  if (rootRef !== '') reading.targets.set(rootRef, 'root')
  for (const entry of entries) {
    const ref = refOf(entry.json)
    if (isRoot(entry.json, context.root)) {
      if (ref !== '') reading.targets.set(ref, 'root')
      continue
    }
    const purl = readPurl(entry, context.log)
    const target = addComponent(entry, purl, reading)
    if (typeof target === 'number' && purl && reading.components[target]?.ecosystem === null) {
      const known = unsupported.get(purl.type)
      if (known) known.count++
      else unsupported.set(purl.type, { count: 1, first: entry.place() })
    }
    addTarget(entry, target, reading)
  }
  for (const [type, { count, first }] of unsupported) {
    const message = `${count} components have package URLs of type ${quote(type)}, for which no advisories are matched.`
    context.log.add('ecosystem-unsupported', message, first)
  }
  return reading
}

/** The name and version of one component; issues about it are logged. */
export function readIdentity({ json }: Pick<Entry, 'json'>, purl: Purl | null): Identity {
  const version = shortTextOf(json['version'])
  if (purl) return identityOfPurl(purl, version)
  const [group, name] = [shortTextOf(json['group']), shortTextOf(json['name'])]
  return identityOfName(shortTextOf(group === '' || name === '' ? name : `${group}/${name}`), version)
}

interface Context {
  path: string
  root: Record<string, unknown>
  log: IssueLog
}

interface Reading extends Context, Components {
  /** Indexes of components by Identity.key. */
  indexes: Map<string, number>
}

/** By what dependencies refer to a component: some tools give no bom-ref and refer to package URLs. */
export function refOf(json: Record<string, unknown>): string {
  return textOf(json['bom-ref']) || textOf(json['purl'])
}

function isRoot(json: Record<string, unknown>, root: Record<string, unknown>): boolean {
  const [ref, purl] = [textOf(json['bom-ref']), textOf(json['purl'])]
  return (ref !== '' && ref === textOf(root['bom-ref'])) || (purl !== '' && purl === textOf(root['purl']))
}

/** Since 1.6 a package URL may stand only among what was concluded of the component's identity. */
function purlTextOf(json: Record<string, unknown>): string {
  const given = textOf(json['purl'])
  const { identity } = recordOf(json['evidence'])
  if (given !== '' || identity === undefined) return given
  const concluded = (Array.isArray(identity) ? identity : [identity]).map(recordOf)
  return textOf(concluded.find(({ field }) => textOf(field) === 'purl')?.['concludedValue'])
}

function readPurl({ json, place }: Entry, log: IssueLog): Purl | null {
  const text = purlTextOf(json)
  const purl = text === '' ? null : parsePurl(text)
  if (text !== '' && !purl) log.add('purl-invalid', `The package URL ${quote(text)} cannot be read.`, place)
  return purl
}

/** Adds one component, or what it says to the one that it repeats. */
function addComponent(entry: Entry, purl: Purl | null, reading: Reading): Target {
  const { json, place } = entry
  const identity = readIdentity(entry, purl)
  if (identity.name === '') {
    reading.log.add(
      'component-unusable',
      'A component has neither name nor package URL and was left out.',
      place,
    )
    return 'left-out'
  }
  if (identity.ecosystem === null && leftOutTypes.has(textOf(json['type']))) return 'left-out'
  reportGaps(entry, identity, reading.log)
  const component = toComponent(json, identity, { path: reading.path, purl })
  const index = reading.indexes.get(identity.key)
  const known = index === undefined ? undefined : reading.components[index]
  if (known && index !== undefined) {
    mergeComponent(known, component)
    return index
  }
  reading.indexes.set(identity.key, reading.components.length)
  return reading.components.push(component) - 1
}

function reportGaps({ json, place }: Entry, { name, version }: Identity, log: IssueLog): void {
  if (purlTextOf(json) === '') {
    log.add('purl-missing', `${quote(name)} has no package URL, so no advisories can be matched.`, place)
  }
  if (version === '')
    log.add('version-missing', `${quote(name)} has no version, so no advisories can be matched.`, place)
}

function toComponent(
  json: Record<string, unknown>,
  identity: Identity,
  { path, purl }: { path: string; purl: Purl | null },
): Component {
  const { ecosystem, name, version, release, source } = identity
  // Source: https://cyclonedx.org/docs/1.7/json/#components_items_scope
  const scope = textOf(json['scope'])
  const hashes = readHashes(json)
  const occurrences = listOf(recordOf(json['evidence'])['occurrences'])
  const locations = occurrences.map((occurrence) => textOf(recordOf(occurrence)['location']))
  return {
    ecosystem: ecosystem?.id ?? null,
    name,
    version,
    purl: purl && purlTextOf(json),
    scope: scope === 'excluded' || isForDevelopment(json) ? 'test' : 'runtime',
    isDirect: null,
    requiredBy: [],
    licenses: readLicenses(json),
    ...(scope === 'optional' && { isOptional: true as const }),
    ...(release !== null && { release }),
    ...(source && { source }),
    ...(hashes.length > 0 && { hashes }),
    locations: [path, ...locations.filter((location) => location !== '')],
  }
}

/** What tools write where the format has no scope for it: https://github.com/CycloneDX/cyclonedx-property-taxonomy */
const developmentProperties = new Set([
  'cdx:npm:package:development',
  'cdx:composer:package:isDevRequirement',
])

function isForDevelopment(json: Record<string, unknown>): boolean {
  const properties = listOf(json['properties']).map(recordOf)
  return properties.some(
    ({ name, value }) => developmentProperties.has(textOf(name)) && textOf(value) === 'true',
  )
}

function readHashes(json: Record<string, unknown>): NonNullable<Component['hashes']> {
  const hashes = listOf(json['hashes']).map((hash) => {
    const { alg, content } = recordOf(hash)
    return { algorithm: shortTextOf(alg), value: shortTextOf(content) }
  })
  return hashes.filter(({ algorithm, value }) => algorithm !== '' && value !== '')
}

function addTarget({ json, place }: Entry, target: Target, { targets, log }: Reading): void {
  const ref = refOf(json)
  if (ref === '') return
  const known = targets.get(ref)
  if (known === undefined) targets.set(ref, target)
  else if (textOf(json['bom-ref']) !== '') {
    log.add(
      'bom-ref-duplicate',
      `The bom-ref ${quote(ref)} is given more than once; edges lead to the first.`,
      place,
    )
  }
}
