import { isReservedKey } from '@assay/contract/input-rules.ts'
import type { Attribute } from './attributes.ts'
import { type Filter, parseFilter } from './parse-filter.ts'
import { scimProblem } from './scim-problem.ts'

/** Where an operation changes something (RFC 7644 §3.5.2), by the schema's own attributes. */
export interface PatchPath {
  attribute: Attribute
  filter: Filter | null
  sub: Attribute | null
}

const pathPattern = /^(?:urn:[\w:.-]+:)?([\w$-]+)(?:\[(.*)\])?(?:\.([\w$-]+))?$/i

/**
 * null for what the schema does not have: identity providers send attributes that are passed over, as they are in
 * whole resources. Throws the SCIM error invalidPath.
 */
export function readPath(text: string, attributes: readonly Attribute[]): PatchPath | null {
  const [, name, filter, sub] = pathPattern.exec(text.trim()) ?? []
  if (name === undefined || isReservedKey(text.toLowerCase()))
    throw scimProblem('invalidPath', `"${text}" is no path`)
  const parsed = filter === undefined ? null : parseFilter(filter)
  const attribute = findAttribute(attributes, name)
  if (!attribute) return null
  if (sub === undefined) return { attribute, filter: parsed, sub: null }
  if (!attribute.subAttributes) throw scimProblem('invalidPath', `"${name}" has no part "${sub}"`)
  const part = findAttribute(attribute.subAttributes, sub)
  return part && { attribute, filter: parsed, sub: part }
}

/** Names are compared without case; null: the schema has none of that name. */
export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | null =>
  attributes.find((known) => known.name.toLowerCase() === name.toLowerCase()) ?? null
