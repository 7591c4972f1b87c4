import type { ScimPatch } from '@assay/contract/scim.ts'
import type { Attribute } from './attributes.ts'
import { isMatch } from './match-filter.ts'
import type { Filter } from './parse-filter.ts'
import { findAttribute, type PatchPath, readPath } from './patch-path.ts'
import { keyOf, ListValue } from './list-value.ts'
import { scimProblem } from './scim-problem.ts'
import { type Spend, workBudget } from './work-budget.ts'

/** Values by schema name. Client-supplied names are never used as property keys. */
type Values = Map<string, unknown>
interface Operation {
  op: ScimPatch['Operations'][number]['op']
  path?: string | undefined
  value?: unknown
}
interface Target {
  values: Values
  attributes: readonly Attribute[]
  spend: Spend
}

const maxTextLength = 1000

/**
 * Applies all operations (RFC 7644 §3.5.2) to a copy of the resource. Also accepts common extensions of identity
 * providers: dotted names as keys, and members to remove in the value. Throws SCIM errors.
 */
export function applyPatch(
  resource: object,
  { Operations }: ScimPatch,
  attributes: readonly Attribute[],
): Record<string, unknown> {
  const values = valuesOf(resource, attributes)
  const target = { values, attributes, spend: workBudget() }
  for (const operation of Operations) apply(target, operation)
  return objectOf(values)
}

function apply(target: Target, { op, path, value }: Operation): void {
  if (path === undefined || path === '') {
    if (op === 'remove') throw scimProblem('noTarget', 'remove needs a path')
    if (!isObject(value)) throw scimProblem('invalidValue', 'Without a path, the value must be an object')
    for (const [key, each] of Object.entries(value)) apply(target, { op, path: key, value: each })
    return
  }
  const at = readPath(path, target.attributes)
  if (!at) return
  const { attribute, filter, sub } = at
  if (filter) changeMatches(target, { attribute, filter, sub }, { op, value })
  else if (sub === null) change(target, attribute, { op, value })
  else changeWithin(target, { attribute, sub }, { op, value })
}

type Within = { attribute: Attribute; sub: Attribute }

function changeWithin(target: Target, { attribute, sub }: Within, how: Operation): void {
  const { values } = target
  const current = values.get(attribute.name) ?? new Map<string, unknown>()
  if (!isValues(current)) throw scimProblem('invalidPath', `"${attribute.name}" has no part "${sub.name}"`)
  values.set(attribute.name, current)
  change({ ...target, values: current }, sub, how)
}

function change(target: Target, attribute: Attribute, { op, value }: Operation): void {
  const { values } = target
  const { name, subAttributes = [] } = attribute
  const current = values.get(name)
  if (op === 'remove') return remove(values, name, value)
  if (attribute.multiValued) {
    const list = op === 'add' && current instanceof ListValue ? current : new ListValue([])
    list.addMissing([value].flat().map((item) => readValue(item, attribute)))
    values.set(name, list)
  } else if (isValues(current) && isObject(value)) {
    const within = { ...target, values: current, attributes: subAttributes }
    for (const [key, each] of Object.entries(value)) apply(within, { op, path: key, value: each })
  } else values.set(name, readValue(value, attribute))
}

/** Without a filter, some providers list the values to remove in the value. */
function remove(values: Values, name: string, value: unknown): void {
  const current = values.get(name)
  const listed = typeof value === 'object' && value !== null ? [value].flat() : []
  if (!(current instanceof ListValue) || listed.length === 0) return void values.delete(name)
  for (const key of new Set(listed.map(keyOf))) current.removeAll(current.ofKey(key))
}

function changeMatches(target: Target, at: PatchPath & { filter: Filter }, { op, value }: Operation): void {
  const { attribute, filter, sub } = at
  const current = target.values.get(attribute.name)
  const list = current instanceof ListValue ? current : new ListValue([])
  const matches = matchesOf(list, filter, target.spend)
  target.values.set(attribute.name, list)
  if (op === 'remove' && sub === null) return list.removeAll(matches)
  if (matches.length === 0 && op !== 'remove') {
    const created = madeBy(filter, attribute)
    list.add(created)
    matches.push(created)
  }
  target.spend(matches.length)
  for (const item of matches) {
    list.change(item, () => {
      if (sub !== null) change({ ...target, values: item }, sub, { op, value })
      else for (const [name, each] of valuesGiven(value, attribute)) item.set(name, each)
    })
  }
}

/** Looks up the key if the filter names one, as is common; otherwise compares all values. */
function matchesOf(list: ListValue, filter: Filter, spend: Spend): Values[] {
  const isOfKey = filter.op === 'eq' && filter.attribute === 'value'
  const items = isOfKey ? list.ofKey(keyOf(filter.value)) : list.items()
  return items.filter(isValues).filter((item) => isMatch(filter, item, spend))
}

function valuesGiven(value: unknown, { subAttributes = [] }: Attribute): Values {
  if (!isObject(value)) throw scimProblem('invalidValue', 'The value must be an object')
  return valuesOf(value, subAttributes)
}

/** If `emails[type eq "work"]` matches nothing, a value described by the filter is added. */
function madeBy(filter: Filter, { subAttributes = [] }: Attribute): Values {
  const described = filter.op === 'eq' ? findAttribute(subAttributes, filter.attribute) : null
  if (filter.op !== 'eq' || !described)
    throw scimProblem('noTarget', 'The filter of the path matches nothing')
  return new Map([[described.name, filter.value]])
}

/** The attributes of an object that are in the schema. */
function valuesOf(object: object, attributes: readonly Attribute[]): Values {
  return new Map(
    Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
      const attribute = findAttribute(attributes, key)
      return attribute ? [[attribute.name, readAny(value, attribute)]] : []
    }),
  )
}

const readAny = (value: unknown, attribute: Attribute): unknown =>
  Array.isArray(value)
    ? new ListValue(value.map((each) => readValue(each, attribute)))
    : readValue(value, attribute)

function readValue(value: unknown, { name, subAttributes = [] }: Attribute): unknown {
  if (typeof value === 'string' && value.length > maxTextLength)
    throw scimProblem('invalidValue', `"${name}" is longer than ${maxTextLength} characters`)
  return isObject(value) ? valuesOf(value, subAttributes) : value
}

const objectOf = (values: Values): Record<string, unknown> =>
  Object.fromEntries(values.entries().map(([name, value]) => [name, plain(value)]))

function plain(value: unknown): unknown {
  if (value instanceof ListValue) return value.items().map(plain)
  return isValues(value) ? objectOf(value) : value
}

const isValues = (value: unknown): value is Values => value instanceof Map
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isValues(value)
