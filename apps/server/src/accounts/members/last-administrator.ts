import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { lockAdministrators } from './store.ts'

/** Throws 409 if the account would have no administrator without this member. */
export async function ensureNotLastAdmin(db: Tx, scope: Scope, memberUuid: string): Promise<void> {
  if (await isLastAdministrator(db, scope, memberUuid)) {
    throw new Problem(
      409,
      'lastAdministrator',
      'The last administrator of an account cannot be removed or demoted',
    )
  }
}

export async function isLastAdministrator(db: Tx, scope: Scope, memberUuid: string): Promise<boolean> {
  const administrators = await lockAdministrators(db, scope)
  return administrators.length === 1 && administrators[0] === memberUuid
}
