import type { Permission, Role, TokenAccess } from '@assay/contract/permissions.ts'

declare const made: unique symbol
declare const derived: unique symbol

/** The rows a query may access. Required by every store function for account tables, and only created in this file. */
export interface Scope {
  readonly accountUuid: string
  /** 'all', or the teams whose projects are visible. */
  readonly teams: 'all' | readonly string[]
  /** Groups whose projects are visible in addition to those of the teams, which only read them. */
  readonly groups: readonly string[]
  /** The project a token is limited to; null for any. */
  readonly project: string | null
  readonly [made]: true
}

/** The caller of a request, with the scope in which it has the endpoint's permission. */
export interface Caller {
  scope: Scope
  memberUuid: string
  email: string
  role: Role
  /** Held in any scope, for the web app; scopeOf returns the scope of one of them. */
  permissions: ReadonlySet<Permission>
  /** The scope of another permission; null without it. */
  scopeFor(permission: Permission): Scope | null
  /** The credential of the request. */
  by: {
    kind: 'session' | 'token'
    uuid: string
    /** When the session's member last authenticated. */
    confirmedAt?: Date
  }
  token: TokenLimits | null
}

/** How an API token restricts its member's permissions and scope. */
export interface TokenLimits {
  access: TokenAccess
  teamUuid: string | null
  projectUuid: string | null
  expiresAt: Date | null
  /** Groups that the team of `teamUuid` sees. */
  groupUuids?: readonly string[]
}

/** Created by authentication from the member's current data. */
export const callerScope = (accountUuid: string, { teams, groups = [], project = null }: Visibility): Scope =>
  ({ accountUuid, teams, groups: teams === 'all' ? [] : groups, project }) as Scope

interface Visibility {
  teams: Scope['teams']
  groups?: Scope['groups']
  project?: string | null
}

/** For jobs and first-start work, which act for a whole account instead of a member. */
export const accountScope = (accountUuid: string): Scope => callerScope(accountUuid, { teams: 'all' })

/** The teams of the scope; empty if it covers all, so check for 'all' first. */
export const teamUuids = ({ teams }: Scope): string[] => (teams === 'all' ? [] : [...teams])

/** Cache key for responses about an account, derived from the whole scope. */
export type CacheKey = string & { readonly [derived]: true }

/** Equal only for callers with equal scope and equal requests. Includes every field of the scope, also future ones. */
export const cacheKey = (scope: Scope, question: object): CacheKey => {
  const teams = scope.teams === 'all' ? scope.teams : scope.teams.toSorted()
  const groups = scope.groups.toSorted()
  return JSON.stringify([sorted({ ...scope, teams, groups }), sorted(question)]) as CacheKey
}

const sorted = (fields: object) => Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
