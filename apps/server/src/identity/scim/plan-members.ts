import type { ScimPatch } from '@assay/contract/scim.ts'
import { applyPatch } from './apply-patch.ts'
import { type PatchPath, readPath } from './patch-path.ts'
import { groupAttributes } from './attributes.ts'
import { keyOf } from './list-value.ts'

/** Changes to a group's members that do not depend on the current ones. */
export interface MembersPlan {
  /** Removes all members except added ones. */
  isReplaced: boolean
  /** As sent, by lower-case id. */
  added: Map<string, unknown>
  removed: Set<string>
}

type Operation = ScimPatch['Operations'][number]

export interface Split {
  /** null if no operation concerns members. */
  plan: MembersPlan | null
  others: Operation[]
}

/**
 * Separates member operations from others, so that groups of many thousands are changed without reading them. null if
 * an operation depends on the members' attributes, such as a filter by name. Throws SCIM errors.
 */
export function planMembers({ Operations }: ScimPatch): Split | null {
  const plan: MembersPlan = { isReplaced: false, added: new Map(), removed: new Set() }
  const others: Operation[] = []
  for (const operation of Operations.flatMap(withPaths)) {
    const at = pathOf(operation)
    if (at?.attribute.name !== 'members') others.push(operation)
    else if (!apply(plan, at, operation)) return null
  }
  return { plan: isChange(plan) ? plan : null, others }
}

const isChange = ({ isReplaced, added, removed }: MembersPlan) =>
  isReplaced || added.size > 0 || removed.size > 0

/** Splits an operation without a path into one per attribute. */
function withPaths(operation: Operation): Operation[] {
  const { op, path, value } = operation
  const isWhole = (path === undefined || path === '') && op !== 'remove'
  if (!isWhole || typeof value !== 'object' || value === null || Array.isArray(value)) return [operation]
  return Object.entries(value).map(([key, each]): Operation => ({ op, path: key, value: each }))
}

/** null if unknown or malformed, which applyPatch reports. */
const pathOf = ({ path }: Operation): PatchPath | null =>
  path === undefined || path === '' ? null : readPath(path, groupAttributes)

/** Returns whether it could be planned. */
function apply(plan: MembersPlan, { filter, sub }: PatchPath, { op, value }: Operation): boolean {
  if (sub !== null) return false
  if (filter !== null) {
    if (op !== 'remove' || filter.op !== 'eq' || filter.attribute !== 'value') return false
    leave(plan, keyOf(filter.value))
    return true
  }
  const listed = typeof value === 'object' && value !== null ? [value].flat() : []
  if (op === 'remove' && listed.length > 0) {
    for (const each of listed) leave(plan, keyOf(each))
    return true
  }
  if (op !== 'add') replaceAll(plan)
  if (op !== 'remove') for (const each of membersIn(value)) join(plan, each)
  return true
}

/** Same interpretation as in applyPatch. */
function membersIn(value: unknown): unknown[] {
  const { members } = applyPatch({}, { Operations: [{ op: 'add', path: 'members', value }] }, groupAttributes)
  return members as unknown[]
}

function replaceAll(plan: MembersPlan): void {
  plan.isReplaced = true
  plan.added.clear()
  plan.removed.clear()
}

function join({ added, removed }: MembersPlan, member: unknown): void {
  const key = keyOf(member)
  added.set(key, member)
  removed.delete(key)
}

function leave({ added, removed }: MembersPlan, key: string): void {
  added.delete(key)
  removed.add(key)
}
