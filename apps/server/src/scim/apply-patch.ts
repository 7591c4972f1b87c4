import type { ScimPatch } from '@assay/contract/scim.ts'
import { isMatch } from './match-filter.ts'
import { type Filter, parseFilter } from './parse-filter.ts'
import { scimProblem } from './scim-problem.ts'

export type Json = Record<string, unknown>
interface Operation {
  op: 'add' | 'replace' | 'remove'
  path?: string | undefined
  value?: unknown
}
interface Path {
  name: string
  filter: Filter | null
  sub: string | null
}

/**
 * The resource after all operations (RFC 7644 §3.5.2), the given one untouched. Also reads what identity providers
 * send beyond the RFC: names with dots as keys, and members to remove as the value. Throws the SCIM errors.
 */
export function applyPatch(resource: Json, { Operations }: ScimPatch): Json {
  const changed = structuredClone(resource)
  for (const operation of Operations) apply(changed, operation)
  return changed
}

function apply(resource: Json, { op, path, value }: Operation): void {
  if (path === undefined || path === '') {
    if (op === 'remove') throw scimProblem('noTarget', 'What is to be removed needs a path')
    if (!isObject(value)) throw scimProblem('invalidValue', 'Without a path, the value must be an object')
    for (const [key, each] of Object.entries(value)) apply(resource, { op, path: key, value: each })
    return
  }
  const at = readPath(path)
  if (at.filter) changeMatches(resource, { ...at, filter: at.filter }, { op, value })
  else if (at.sub === null) change(resource, at.name, { op, value })
  else changeWithin(resource, { name: at.name, sub: at.sub }, { op, value })
}

function changeWithin(resource: Json, { name, sub }: { name: string; sub: string }, how: Operation): void {
  const parent = (resource[name] ??= {})
  if (!isObject(parent)) throw scimProblem('invalidPath', `"${name}" has no part "${sub}"`)
  change(parent, sub, how)
}

function change(target: Json, name: string, { op, value }: Operation): void {
  const held = target[name]
  if (op === 'remove') {
    const listed = keysOf(value)
    // Without a filter, some name in the value which ones of a list to remove.
    if (Array.isArray(held) && listed.size > 0) target[name] = held.filter((item) => !listed.has(keyOf(item)))
    else delete target[name]
    return
  }
  if (lists.has(name)) {
    const items = [value].flat()
    const known = op === 'add' && Array.isArray(held) ? (held as unknown[]) : []
    const keys = new Set(known.map(keyOf))
    target[name] = [...known, ...items.filter((item) => !keys.has(keyOf(item)))]
  } else if (isObject(held) && isObject(value)) {
    for (const [key, each] of Object.entries(value)) apply(held, { op, path: key, value: each })
  } else target[name] = value
}

function changeMatches(resource: Json, at: Path & { filter: Filter }, { op, value }: Operation): void {
  const held = resource[at.name]
  const items = Array.isArray(held) ? held.filter(isObject) : []
  const matches = items.filter((item) => isMatch(at.filter, item))
  if (op === 'remove' && at.sub === null) {
    resource[at.name] = items.filter((item) => !matches.includes(item))
    return
  }
  if (matches.length === 0 && op !== 'remove') {
    const made = madeBy(at.filter)
    items.push(made)
    matches.push(made)
  }
  for (const item of matches) {
    if (at.sub !== null) change(item, at.sub, { op, value })
    else if (isObject(value)) Object.assign(item, value)
    else throw scimProblem('invalidValue', 'The value must be an object')
  }
  resource[at.name] = items
}

/** Where nothing matches `emails[type eq "work"]`, what the filter describes is added. */
function madeBy(filter: Filter): Json {
  if (filter.op !== 'eq') throw scimProblem('noTarget', 'The filter of the path matches nothing')
  return { [canonical(filter.attribute)]: filter.value }
}

const pathPattern = /^(?:urn:[\w:.-]+:)?([\w$-]+)(?:\[(.*)\])?(?:\.([\w$-]+))?$/i

function readPath(path: string): Path {
  const [, name, filter, sub] = pathPattern.exec(path.trim()) ?? []
  if (name === undefined) throw scimProblem('invalidPath', `"${path}" is no path`)
  return {
    name: canonical(name),
    filter: filter === undefined ? null : parseFilter(filter),
    sub: sub === undefined ? null : canonical(sub),
  }
}

const lists = new Set(['emails', 'roles', 'members'])
const names = [
  ...['userName', 'externalId', 'displayName', 'name', 'formatted', 'givenName', 'familyName'],
  ...['emails', 'active', 'roles', 'members', 'value', 'type', 'primary', 'display'],
]
/** Names are compared without case. */
const canonical = (name: string) => names.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const keysOf = (value: unknown) =>
  new Set(Array.isArray(value) || isObject(value) ? [value].flat().map(keyOf) : [])
const keyOf = (item: unknown) => String(isObject(item) ? item['value'] : item).toLowerCase()
