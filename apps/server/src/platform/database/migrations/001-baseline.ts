import { sql, type Kysely } from 'kysely'
import { accounts } from './baseline/accounts.ts'
import { advisories } from './baseline/advisories.ts'
import { assistant } from './baseline/assistant.ts'
import { identity } from './baseline/identity.ts'
import { integrations } from './baseline/integrations.ts'
import { notifications } from './baseline/notifications.ts'
import { operations } from './baseline/operations.ts'
import { projects } from './baseline/projects.ts'
import { releases } from './baseline/releases.ts'
import { reports } from './baseline/reports.ts'
import { rules } from './baseline/rules.ts'
import { scans } from './baseline/scans.ts'

/**
 * The schema of the first release, by area; each refers only to those before it. Account first in every key of an
 * account's tables, so that they can be distributed by account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const area of areas) await sql.raw(area).execute(db)
}

const areas = [
  accounts,
  identity,
  projects,
  scans,
  rules,
  advisories,
  releases,
  reports,
  notifications,
  integrations,
  assistant,
  operations,
]
