import { contract } from '@assay/contract/contract.ts'
import type { Endpoint } from '@assay/contract/endpoint.ts'

export interface Act {
  /** 'members.remove' */
  name: string
  group: string
  summary: string
}

/** Of the calls without a login, those that open one. */
const entering = ['credentials.login', 'credentials.register']

/** What the log can tell of, in the contract's order. */
export const acts: readonly Act[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls as Readonly<Record<string, Endpoint>>)
    .map(([call, endpoint]) => ({ name: `${group}.${call}`, group, ...endpoint }))
    .filter(
      ({ name, method, permission }) =>
        method !== 'GET' && (permission !== 'public' || entering.includes(name)),
    )
    .map(({ name, summary }) => ({ name, group, summary })),
)

export const summaryOf = (name: string): string | null =>
  acts.find((act) => act.name === name)?.summary ?? null

/** One value that an act changed. */
export interface Difference {
  /** 'minimumScores.security' */
  path: string
  /** null: it was not there. */
  before: string | null
  /** null: it is not there any more. */
  after: string | null
}

/** What differs between two values of an event, and how much does not. */
export function compare(before: unknown, after: unknown): { differences: Difference[]; unchanged: number } {
  const [old, now] = [new Map(flatten(before)), new Map(flatten(after))]
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  const all = paths.map((path) => ({
    ...{ path, before: old.get(path) ?? null, after: now.get(path) ?? null },
  }))
  const differences = all.filter((each) => each.before !== each.after)
  return { differences, unchanged: all.length - differences.length }
}

/** Every value by its path; a list of plain ones is one value. */
function flatten(value: unknown, path = ''): [string, string][] {
  if (value === null || value === undefined) return path === '' ? [] : [[path, '']]
  if (typeof value !== 'object') return [[path, typeof value === 'string' ? value : JSON.stringify(value)]]
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null))
    return [[path, value.join(', ')]]
  return Object.entries(value).flatMap(([key, each]) => flatten(each, path === '' ? key : `${path}.${key}`))
}
