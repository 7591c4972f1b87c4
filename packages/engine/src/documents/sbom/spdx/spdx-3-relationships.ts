import type { ComponentScope } from '../../../inventory.ts'
import { shortTextOf, textOf } from '../../parsers/json-value.ts'
import { refsOf } from './spdx-3-elements.ts'
import type { Spdx3Element } from './spdx-3-elements.ts'
import type { SpdxEdge } from './spdx-model.ts'
import { ownProperty } from '../../../own-property.ts'

/** The relevant types: https://spdx.github.io/spdx-spec/v3.0.1/model/Core/Vocabularies/RelationshipType/ */
const readings: Record<string, Pick<SpdxEdge, 'kind' | 'scope' | 'isOptional'>> = {
  describes: { kind: 'describes' },
  contains: { kind: 'contains' },
  hasOptionalComponent: { kind: 'contains', isOptional: true },
  dependsOn: { kind: 'depends' },
  hasDynamicLink: { kind: 'depends' },
  hasStaticLink: { kind: 'depends' },
  hasPrerequisite: { kind: 'depends' },
  hasOptionalDependency: { kind: 'depends', isOptional: true },
  hasProvidedDependency: { kind: 'depends', scope: 'provided' },
  usesTool: { kind: 'depends', scope: 'test' },
}

/** Scopes of a LifecycleScopedRelationship. 'runtime' is the default. */
const lifecycleScopes: Record<string, ComponentScope> = {
  build: 'test',
  design: 'test',
  development: 'test',
  test: 'test',
  runtime: 'runtime',
}

/** The edges of a relationship; none if its type is not about dependencies. */
export function edgesOf({ json, location }: Spdx3Element): SpdxEdge[] {
  const type = textOf(json['relationshipType'])
  const reading = ownProperty(readings, type)
  if (!reading) return []
  const lifecycle = textOf(json['scope'])
  const scope = ownProperty(lifecycleScopes, lifecycle)
  const more = scope === undefined ? {} : { scope }
  const pairs = refsOf(json['from']).flatMap((from) => refsOf(json['to']).map((to) => ({ from, to })))
  return pairs.filter(({ to }) => !isNothing(to)).map((pair) => ({ ...reading, ...more, ...pair, location }))
}

/** The individuals for none and unknown: 'https://spdx.org/rdf/3.0.1/terms/Core/NoneElement'. */
function isNothing(id: string): boolean {
  return /(?:^|[/:])(?:NoneElement|NoAssertionElement)$/.test(id)
}

/** License expressions by package id, from relationships of one type. */
export function licensesOf(
  elements: readonly Spdx3Element[],
  relationships: readonly Spdx3Element[],
  relationshipType: 'hasDeclaredLicense' | 'hasConcludedLicense',
): ReadonlyMap<string, string> {
  const expressions = new Map<string, string>()
  for (const { json } of elements) {
    const expression = textOf(json['simplelicensing_licenseExpression'])
    if (expression !== '') for (const id of refsOf(json)) expressions.set(id, shortTextOf(expression))
  }
  const licenses = new Map<string, string>()
  for (const { json } of relationships) {
    if (textOf(json['relationshipType']) !== relationshipType) continue
    const found = refsOf(json['to']).map((id) => expressions.get(id) ?? listedLicense(id))
    const text = found.filter((each) => each !== '').join(' AND ')
    if (text !== '') for (const from of refsOf(json['from'])) licenses.set(from, shortTextOf(text))
  }
  return licenses
}

/** A listed license can be referred to by its URL without being an element. */
function listedLicense(id: string): string {
  return /^https?:\/\/spdx\.org\/licenses\/([\w.+-]+)$/.exec(id)?.[1] ?? ''
}
