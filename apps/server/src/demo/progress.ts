import { DemoProgress } from '@assay/contract/demo.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { findProperty, upsertProperty } from '#accounts/properties/store.ts'

/** Stored as an account property: each account has at most one demo. */
const keyOf = ({ accountUuid }: Scope) => ({ ownerUuid: accountUuid, name: 'demo' })

export async function readProgress(db: Database, scope: Scope): Promise<DemoProgress> {
  const stored = DemoProgress.safeParse(await findProperty(db, scope, keyOf(scope)))
  return stored.success ? stored.data : { state: 'none', done: 0, all: 0 }
}

export const writeProgress = (db: Database, scope: Scope, value: DemoProgress): Promise<void> =>
  upsertProperty(db, scope, { ...keyOf(scope), value, setBy: null })
