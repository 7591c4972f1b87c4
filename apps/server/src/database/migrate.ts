import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as foundation from './migrations/001-foundation.ts'
import * as vulnerabilityPages from './migrations/002-vulnerability-pages.ts'
import * as exploitSignals from './migrations/003-exploit-signals.ts'
import * as members from './migrations/004-members.ts'
import * as secondFactors from './migrations/005-second-factors.ts'
import * as operator from './migrations/006-operator.ts'
import * as passkeys from './migrations/007-passkeys.ts'
import * as externalLogins from './migrations/008-external-logins.ts'
import * as licensePolicies from './migrations/009-license-policies.ts'
import * as stability from './migrations/010-stability.ts'
import * as provisioning from './migrations/011-provisioning.ts'
import * as accountSettings from './migrations/012-account-settings.ts'
import * as registrations from './migrations/013-registrations.ts'
import * as features from './migrations/014-features.ts'
import * as freshLogins from './migrations/015-fresh-logins.ts'
import * as signOn from './migrations/016-sign-on.ts'
import * as rulesOfTeams from './migrations/017-rules-of-teams.ts'
import * as notices from './migrations/018-notices.ts'
import * as idleSessions from './migrations/019-idle-sessions.ts'

/** In order, forward only; a migration that has shipped is never edited. */
const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-vulnerability-pages': vulnerabilityPages,
  '003-exploit-signals': exploitSignals,
  '004-members': members,
  '005-second-factors': secondFactors,
  '006-operator': operator,
  '007-passkeys': passkeys,
  '008-external-logins': externalLogins,
  '009-license-policies': licensePolicies,
  '010-stability': stability,
  '011-provisioning': provisioning,
  '012-account-settings': accountSettings,
  '013-registrations': registrations,
  '014-features': features,
  '015-fresh-logins': freshLogins,
  '016-sign-on': signOn,
  '017-rules-of-teams': rulesOfTeams,
  '018-notices': notices,
  '019-idle-sessions': idleSessions,
}

/** Brings the schema up to date; several processes may call it at once, one of them does it. */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const { error, results = [] } = await migrator(db).migrateToLatest()
  if (error !== undefined) throw new Error('The database could not be migrated', { cause: error })
  return results.map(({ migrationName }) => migrationName)
}

/** Whether the schema is the one that this process was built for. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const all = await migrator(db).getMigrations()
  return all.every(({ executedAt }) => executedAt !== undefined)
}

const migrator = <T>(db: Kysely<T>) =>
  new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
