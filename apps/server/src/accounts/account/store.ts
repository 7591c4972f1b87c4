import type { SetupStep } from '@assay/contract/accounts.ts'
import type { FeatureName } from '@assay/contract/features.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { allowLongStatements, type Database, type Tx } from '#platform/database/database.ts'
import { insertRevision } from '#projects/revision-store.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'

export const findAccount = (db: Database, scope: Scope) =>
  db.selectFrom('account').selectAll().where('uuid', '=', scope.accountUuid).executeTakeFirst()

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Whether the installation has an account yet. */
export const hasAccount = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('account').select('uuid').limit(1).executeTakeFirst()) !== undefined

/** Advisory lock number, unique within the database. */
const firstStartLock = 7_002

/** Serializes concurrent first starts on an empty database. */
export const lockFirstStart = async (db: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${firstStartLock})`.execute(db)
}

/** All features that need no integration. */
const newAccountFeatures: FeatureName[] = ['teams', 'sso', 'scim', 'datadog', 'jira']

export interface NewAccount {
  uuid: string
  name: string
  email: string
  isOperator?: boolean
}

export const insertAccount = async (
  db: Database,
  { isOperator: is_operator = false, ...account }: NewAccount,
) => {
  await db
    .insertInto('account')
    .values({ ...account, is_operator, features: newAccountFeatures })
    .execute()
  await insertRevision(db, account.uuid)
}

export interface ConfigurationChange {
  securityScoring?: string
  coolDownDays?: number
  vexEffect?: string
  coverageStrictness?: string
  requiresMfa?: boolean
  fixTargets?: object
  exploitedFixDays?: number | null
  requiresApproval?: boolean
  repositoryMayLoosen?: boolean
}

export const updateConfiguration = (db: Database, scope: Scope, change: ConfigurationChange) =>
  db
    .updateTable('account')
    .set({
      // A change without differences counts as well.
      uuid: scope.accountUuid,
      ...(change.securityScoring !== undefined && { security_scoring: change.securityScoring }),
      ...(change.coolDownDays !== undefined && { cool_down_days: change.coolDownDays }),
      ...(change.vexEffect !== undefined && { vex_effect: change.vexEffect }),
      ...(change.coverageStrictness !== undefined && { coverage_strictness: change.coverageStrictness }),
      ...(change.fixTargets && { fix_targets: JSON.stringify(change.fixTargets) }),
      ...(change.exploitedFixDays !== undefined && { exploited_fix_days: change.exploitedFixDays }),
      ...(change.requiresApproval !== undefined && { requires_approval: change.requiresApproval }),
      ...(change.repositoryMayLoosen !== undefined && {
        repository_may_loosen: change.repositoryMayLoosen,
      }),
      ...(change.requiresMfa !== undefined && { requires_mfa: change.requiresMfa }),
    })
    .where('uuid', '=', scope.accountUuid)
    .execute()

export const isOperator = async (db: Database, scope: Scope): Promise<boolean> =>
  (await findAccount(db, scope))?.is_operator ?? false

/** Every account of the installation, for its operator only. */
export const accountPages = (db: Database) =>
  readPages((after: AccountRow | undefined) =>
    readPage<AccountRow>(db, {
      query: db
        .selectFrom('account')
        .selectAll()
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(name, uuid) > (${after!.name}, ${after!.uuid}::uuid)`),
        )
        .orderBy('name')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`name, uuid`,
    }),
  )

/** The account that an address logs in to. */
export const findAccountOfEmail = (db: Database, email: string) =>
  db
    .selectFrom('login')
    .innerJoin('account', 'account.uuid', 'login.account_uuid')
    .selectAll('account')
    .where('login.email', '=', email.toLowerCase())
    .executeTakeFirst()

export interface AccountChange {
  name?: string | undefined
  email?: string | undefined
  plan?: string | undefined
  features?: string[] | undefined
  isActive?: boolean | undefined
}

export const updateAccount = (db: Database, scope: Scope, change: AccountChange) =>
  db
    .updateTable('account')
    .set({
      uuid: scope.accountUuid,
      ...(change.name !== undefined && { name: change.name }),
      ...(change.email !== undefined && { email: change.email }),
      ...(change.plan !== undefined && { plan: change.plan }),
      ...(change.features !== undefined && { features: change.features }),
      ...(change.isActive !== undefined && { is_active: change.isActive }),
    })
    .where('uuid', '=', scope.accountUuid)
    .execute()

/** Deletes the account with all of its data, which may take minutes. */
export async function deleteAccount(tx: Tx, scope: Scope): Promise<void> {
  await allowLongStatements(tx)
  // The cascade deletes documents before the builds that reference them.
  await sql`set constraints all deferred`.execute(tx)
  await tx.deleteFrom('account').where('uuid', '=', scope.accountUuid).execute()
}

/** Of one account or all. */
export async function countResources(db: Database, scope: Scope, { isOfAll }: { isOfAll: boolean }) {
  const { rows } = await sql<{
    accounts: number
    members: number
    teams: number
    projects: number
    scans: number
  }>`
    with counted as (
      select uuid from account
      where uuid = ${scope.accountUuid}
        or ${isOfAll})
    select (select count(*) from counted) as accounts,
      (select count(*) from member where account_uuid in (select uuid from counted)) as members,
      (select count(*) from team where account_uuid in (select uuid from counted)) as teams,
      (select count(*) from project where account_uuid in (select uuid from counted)
        and deleted_at is null and archived_at is null) as projects,
      (select coalesce(sum(last_number), 0)::int from branch
        where account_uuid in (select uuid from counted)) as scans`.execute(db)
  return rows[0]!
}

/** Which steps of setting up are done, the same for every member of the account. */
export async function readSetup(
  db: Database,
  { accountUuid }: Pick<Scope, 'accountUuid'>,
): Promise<Record<SetupStep, boolean>> {
  const ofAccount = sql`account_uuid = ${accountUuid}`
  const { rows } = await sql<Record<SetupStep, boolean>>`
    select exists (select from advisory_feed where full_at is not null) as advisories,
      exists (select from project where ${ofAccount} and deleted_at is null) as project,
      exists (select from api_token where ${ofAccount}) as token,
      exists (select from team where ${ofAccount}) as team,
      exists (select from notification_channel where ${ofAccount} and is_active) as notifications,
      exists (select from sign_on_provider where ${ofAccount} and is_active) as "signOn"`.execute(db)
  return rows[0]!
}
