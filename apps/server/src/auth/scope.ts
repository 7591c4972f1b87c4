import type { Permission, Role, TokenAccess } from '@assay/contract/permissions.ts'

declare const made: unique symbol
declare const derived: unique symbol

/**
 * Whose rows a query may touch. Every store function over an account's tables takes one;
 * only this file makes them.
 */
export interface Scope {
  readonly accountUuid: string
  /** 'all', or the teams whose projects are visible. */
  readonly teams: 'all' | readonly string[]
  /** The one project that a token is for; null: any. */
  readonly project: string | null
  readonly [made]: true
}

/** Who calls, as of this request, with the reach that the call's permission has. */
export interface Caller {
  scope: Scope
  memberUuid: string
  email: string
  role: Role
  /** Held anywhere, for what the interface offers; what one of them reaches, reachOf says. */
  permissions: ReadonlySet<Permission>
  /** The scope of another permission than the call's own; null when it is not held. */
  reachOf(permission: Permission): Scope | null
  /** What the request was authenticated by. */
  by: {
    kind: 'session' | 'token'
    uuid: string
    /** When a session's member last showed who they are. */
    confirmedAt?: Date
  }
  token: TokenLimits | null
}

/** What an API token leaves of its member's permissions and reach. */
export interface TokenLimits {
  access: TokenAccess
  teamUuid: string | null
  projectUuid: string | null
  expiresAt: Date | null
}

/** By authentication, from what the database says of the member at this request. */
export const callerScope = (
  accountUuid: string,
  reach: { teams: Scope['teams']; project?: string | null },
): Scope => ({ accountUuid, teams: reach.teams, project: reach.project ?? null }) as Scope

/** For jobs and first-start work, which act for a whole account and not for a member. */
export const accountScope = (accountUuid: string): Scope => callerScope(accountUuid, { teams: 'all' })

/** The teams of the scope; none when it reaches all: ask for 'all' first. */
export const teamUuids = ({ teams }: Scope): string[] => (teams === 'all' ? [] : [...teams])

/** The only key under which an answer about an account may be cached: made here, from the whole scope. */
export type CacheKey = string & { readonly [derived]: true }

/** Equal only for callers of equal reach who ask the same. Every field of the scope counts, also one added later. */
export const cacheKey = (scope: Scope, question: object): CacheKey => {
  const teams = scope.teams === 'all' ? scope.teams : scope.teams.toSorted()
  return JSON.stringify([sorted({ ...scope, teams }), sorted(question)]) as CacheKey
}

const sorted = (fields: object) => Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
