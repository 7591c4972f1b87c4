import { isReservedKey } from '@assay/contract/input-rules.ts'
import type { Attribute } from './attributes.ts'
import { type Filter, parseFilter } from './parse-filter.ts'
import { scimProblem } from './scim-problem.ts'

/** The target of an operation (RFC 7644 §3.5.2), in terms of the schema. */
export interface PatchPath {
  attribute: Attribute
  filter: Filter | null
  sub: Attribute | null
}

const pathPattern = /^(?:urn:[\w:.-]+:)?([\w$-]+)(?:\[(.*)\])?(?:\.([\w$-]+))?$/i

/** null for attributes outside the schema, which are ignored as in whole resources. Throws the SCIM error invalidPath. */
export function readPath(text: string, attributes: readonly Attribute[]): PatchPath | null {
  const [, name, filter, sub] = pathPattern.exec(text.trim()) ?? []
  if (name === undefined || isReservedKey(text.toLowerCase()))
    throw scimProblem('invalidPath', `"${text}" is not a path`)
  const parsed = filter === undefined ? null : parseFilter(filter)
  const attribute = findAttribute(attributes, name)
  if (!attribute) return null
  if (sub === undefined) return { attribute, filter: parsed, sub: null }
  if (!attribute.subAttributes) throw scimProblem('invalidPath', `"${name}" has no part "${sub}"`)
  const part = findAttribute(attribute.subAttributes, sub)
  return part && { attribute, filter: parsed, sub: part }
}

/** Case-insensitive; null if not in the schema. */
export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | null =>
  attributes.find((known) => known.name.toLowerCase() === name.toLowerCase()) ?? null
