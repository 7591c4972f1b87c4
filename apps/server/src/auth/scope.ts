import type { Permission, Role } from '@assay/contract/permissions.ts'

declare const made: unique symbol

/**
 * Whose rows a query may touch. Every store function over an account's tables takes one;
 * only this file makes them.
 */
export interface Scope {
  readonly accountUuid: string
  /** 'all', or the teams whose projects are visible. */
  readonly teams: 'all' | readonly string[]
  readonly [made]: true
}

/** Who calls, as of this request. */
export interface Caller {
  scope: Scope
  memberUuid: string
  role: Role
  permissions: ReadonlySet<Permission>
  /** What the request was authenticated by. */
  by: { kind: 'session' | 'token'; uuid: string }
}

/** By authentication, from what the database says of the member at this request. */
export const callerScope = (accountUuid: string, teams: Scope['teams']): Scope =>
  ({ accountUuid, teams }) as Scope

/** For jobs and first-start work, which act for a whole account and not for a member. */
export const accountScope = (accountUuid: string): Scope => ({ accountUuid, teams: 'all' }) as Scope

/** The teams of the scope; none when it reaches all: ask for 'all' first. */
export const teamUuids = ({ teams }: Scope): string[] => (teams === 'all' ? [] : [...teams])
