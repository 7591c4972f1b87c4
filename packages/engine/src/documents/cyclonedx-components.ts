import type { Component } from '../inventory.ts'
import { componentList } from './component-list.ts'
import type { ComponentList, Listed } from './component-list.ts'
import { readLicenses } from './cyclonedx-licenses.ts'
import type { Entry } from './cyclonedx-walk.ts'
import type { IssueLog } from './issue-log.ts'
import { listOf, quote, recordOf, shortTextOf, textOf } from './json-value.ts'

/** What a reference in the document leads to: a component's index, what is described, or what was left out. */
export type Target = number | 'root' | 'left-out'

export interface Components {
  list: ComponentList
  targets: Map<string, Target>
}

/** Types that are no software packages; one is kept all the same when it has a package URL of an ecosystem. */
const leftOutTypes = new Set(['file', 'data', 'machine-learning-model', 'device', 'cryptographic-asset'])

/** root: metadata.component, which may be listed among the components and is none of them. */
export function readComponents(
  entries: readonly Entry[],
  { path, root, log }: { path: string; root: Record<string, unknown>; log: IssueLog },
): Components {
  const list = componentList(log)
  const targets = new Map<string, Target>()
  const rootRef = refOf(root)
  if (rootRef !== '') targets.set(rootRef, 'root')
  for (const entry of entries) {
    const ref = refOf(entry.json)
    if (!isRoot(entry.json, root))
      addTarget(entry, list.add(toListed(entry, path)) ?? 'left-out', { targets, log })
    else if (ref !== '') targets.set(ref, 'root')
  }
  return { list, targets }
}

/** What a component is called, and in which version. */
export function readNames(json: Record<string, unknown>): Pick<Listed, 'purl' | 'name' | 'version'> {
  const [group, name] = [shortTextOf(json['group']), shortTextOf(json['name'])]
  return {
    purl: purlOf(json),
    name: group === '' || name === '' ? name : `${group}/${name}`,
    version: shortTextOf(json['version']),
  }
}

/** By what dependencies refer to a component: some tools give no bom-ref and refer to package URLs. */
function refOf(json: Record<string, unknown>): string {
  return textOf(json['bom-ref']) || textOf(json['purl'])
}

function isRoot(json: Record<string, unknown>, root: Record<string, unknown>): boolean {
  const [ref, purl] = [textOf(json['bom-ref']), textOf(json['purl'])]
  return (ref !== '' && ref === textOf(root['bom-ref'])) || (purl !== '' && purl === textOf(root['purl']))
}

/** Since 1.6 a package URL may stand only among what was concluded of the component's identity. */
function purlOf(json: Record<string, unknown>): string {
  const given = textOf(json['purl'])
  const { identity } = recordOf(json['evidence'])
  if (given !== '' || identity === undefined) return given
  const concluded = (Array.isArray(identity) ? identity : [identity]).map(recordOf)
  return textOf(concluded.find(({ field }) => textOf(field) === 'purl')?.['concludedValue'])
}

function toListed({ json, place }: Entry, path: string): Listed {
  // Source: https://cyclonedx.org/docs/1.7/json/#components_items_scope
  const scope = textOf(json['scope'])
  const hashes = readHashes(json['hashes'])
  return {
    ...readNames(json),
    scope: scope === 'excluded' || isForDevelopment(json) ? 'test' : 'runtime',
    ...(scope === 'optional' && { isOptional: true }),
    ...(hashes.length > 0 && { hashes }),
    licenses: readLicenses(json),
    locations: [path, ...readOccurrences(json)],
    isSoftware: !leftOutTypes.has(textOf(json['type'])),
    place,
  }
}

function readOccurrences(json: Record<string, unknown>): string[] {
  const { occurrences } = recordOf(json['evidence'])
  return listOf(occurrences)
    .map((occurrence) => textOf(recordOf(occurrence)['location']))
    .filter((location) => location !== '')
}

/** What tools write where the format has no scope for it: https://github.com/CycloneDX/cyclonedx-property-taxonomy */
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

function readHashes(hashes: unknown): NonNullable<Component['hashes']> {
  return listOf(hashes)
    .map((hash) => {
      const { alg, content } = recordOf(hash)
      return { algorithm: shortTextOf(alg), value: shortTextOf(content) }
    })
    .filter(({ algorithm, value }) => algorithm !== '' && value !== '')
}

function addTarget(
  { json, place }: Entry,
  target: Target,
  { targets, log }: Pick<Components, 'targets'> & { log: IssueLog },
): void {
  const ref = refOf(json)
  if (ref === '') return
  const known = targets.get(ref)
  if (known === undefined) targets.set(ref, target)
  else if (textOf(json['bom-ref']) !== '') {
    const message = `The bom-ref ${quote(ref)} is given more than once; edges lead to the first.`
    log.add('bom-ref-duplicate', message, place)
  }
}
