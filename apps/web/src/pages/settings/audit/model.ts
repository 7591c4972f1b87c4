import { furtherActions } from '@assay/contract/audit.ts'
import { contract } from '@assay/contract/contract.ts'
import { type Endpoint, isAudited } from '@assay/contract/endpoint.ts'
import { defectDojo } from '@assay/contract/intake/defect-dojo.ts'
import { dependencyTrack } from '@assay/contract/intake/dependency-track.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { auditActions } from '../../../messages/audit-actions.ts'

export interface Action {
  /** 'members.remove' */
  name: string
  group: string
}

/** Endpoints whose events are recorded as 'credentials.login'. */
const asLogin = new Set([
  'passkeys.login',
  'oidc.callback',
  'oidc.callbackOfAccount',
  'saml.finish',
  'headerLogin.start',
])
/** All possible actions, in the contract's order. */
export const actions: readonly Action[] = [
  ...Object.entries({ ...contract, defectDojo, dependencyTrack }).flatMap(([group, calls]) =>
    Object.entries(calls as Readonly<Record<string, Endpoint>>)
      .map(([call, endpoint]) => ({ name: `${group}.${call}`, group, ...endpoint }))
      .filter((call) => isAudited(call) && !asLogin.has(call.name))
      .map(({ name }) => ({ name, group })),
  ),
  ...Object.keys(furtherActions).map((name) => ({ name, group: name.split('.', 1)[0]! })),
]

/** 'members.remove' is shown as 'Removed member'; an action without a label keeps its name. */
export function labelOf(action: string): string {
  const [group = '', call = ''] = action.split('.')
  return ownProperty(ownProperty(auditActions, group)?.actions, call) ?? action
}

export const groupLabelOf = (group: string): string => ownProperty(auditActions, group)?.title ?? group

/** A changed value. */
export interface Difference {
  /** 'minimumScores.security' */
  path: string
  /** null if absent before. */
  before: string | null
  /** null if absent afterwards. */
  after: string | null
}

/** Differences between an event's old and new values, and the number of unchanged ones. */
export function compare(before: unknown, after: unknown): { differences: Difference[]; unchanged: number } {
  const [old, now] = [new Map(flatten(before)), new Map(flatten(after))]
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  const all = paths.map((path) => ({
    path,
    before: old.get(path) ?? null,
    after: now.get(path) ?? null,
  }))
  const differences = all.filter((each) => each.before !== each.after)
  return { differences, unchanged: all.length - differences.length }
}

/** Flattens values by path; a list of plain values counts as one. */
function flatten(value: unknown, path = ''): [string, string][] {
  if (value === null || value === undefined) return path === '' ? [] : [[path, '']]
  if (typeof value !== 'object') return [[path, typeof value === 'string' ? value : JSON.stringify(value)]]
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null))
    return [[path, value.join(', ')]]
  return Object.entries(value).flatMap(([key, each]) => flatten(each, path === '' ? key : `${path}.${key}`))
}
