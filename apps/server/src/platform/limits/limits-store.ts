import { type Limited, limits } from '@assay/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'

interface Owner {
  accountUuid: string
  /** Set for limits per project (branches, versions). */
  projectUuid?: string
}

const rowsOf: Record<Limited, (owner: Owner) => RawBuilder<unknown>> = {
  projects: ({ accountUuid }) => sql`project where account_uuid = ${accountUuid} and deleted_at is null`,
  branches: ({ accountUuid, projectUuid }) =>
    sql`branch where account_uuid = ${accountUuid} and project_uuid = ${projectUuid}`,
  versions: ({ accountUuid, projectUuid }) =>
    sql`project_version where account_uuid = ${accountUuid} and project_uuid = ${projectUuid}`,
  members: ({ accountUuid }) => sql`member where account_uuid = ${accountUuid}`,
  teams: ({ accountUuid }) => sql`team where account_uuid = ${accountUuid}`,
  tokens: ({ accountUuid }) => sql`api_token where account_uuid = ${accountUuid}`,
  tags: ({ accountUuid }) => sql`tag where account_uuid = ${accountUuid}`,
  groups: ({ accountUuid }) => sql`project_group where account_uuid = ${accountUuid}`,
  // Ended exclusions are kept for the reports that reference them.
  exclusions: ({ accountUuid }) => sql`exclusion where account_uuid = ${accountUuid} and removed_at is null`,
  acceptedGaps: ({ accountUuid }) =>
    sql`accepted_gap where account_uuid = ${accountUuid} and removed_at is null`,
  vexDocuments: ({ accountUuid }) =>
    sql`vex_document where account_uuid = ${accountUuid} and removed_at is null`,
  vexStatements: ({ accountUuid }) => sql`vex_statement where account_uuid = ${accountUuid}`,
  policies: ({ accountUuid }) => sql`policy where account_uuid = ${accountUuid} and kind = 'licenses'`,
  rules: ({ accountUuid }) => sql`policy where account_uuid = ${accountUuid} and kind = 'condition'`,
  overrides: ({ accountUuid }) => sql`component_override where account_uuid = ${accountUuid}`,
  ownAdvisories: ({ accountUuid }) => sql`own_advisory where account_uuid = ${accountUuid}`,
  trustedKeys: ({ accountUuid }) => sql`trusted_key where account_uuid = ${accountUuid}`,
  trustedRoots: ({ accountUuid }) => sql`trusted_root where account_uuid = ${accountUuid}`,
  registries: ({ accountUuid }) => sql`package_registry where account_uuid = ${accountUuid}`,
  images: ({ accountUuid }) => sql`watched_image where account_uuid = ${accountUuid}`,
  registryLogins: ({ accountUuid }) => sql`registry_login where account_uuid = ${accountUuid}`,
  properties: ({ accountUuid }) => sql`property where account_uuid = ${accountUuid}`,
  notificationChannels: ({ accountUuid }) => sql`notification_channel where account_uuid = ${accountUuid}`,
  notificationRules: ({ accountUuid }) => sql`notification_rule where account_uuid = ${accountUuid}`,
  savedViews: ({ accountUuid }) => sql`saved_view where account_uuid = ${accountUuid}`,
  reportSchedules: ({ accountUuid }) => sql`report_schedule where account_uuid = ${accountUuid}`,
  unfinishedExports: ({ accountUuid }) =>
    sql`report_export where account_uuid = ${accountUuid} and state in ('waiting', 'running')`,
}

/** Transactions are serialized only this close to a limit: fewer than this run concurrently, across all processes. */
const crowded = { part: 0.1, rows: 500 }

/**
 * Checks the limit after an insert. Near the limit, transactions are serialized so that concurrent ones cannot exceed
 * it. Throws Problem 409, which rolls back the transaction.
 */
export async function checkLimit(db: Database, owner: Owner, kind: Limited): Promise<void> {
  if (await hasRoom(db, owner, { kind, added: 0 })) return
  const whose = kind === 'branches' || kind === 'versions' ? 'A project' : 'An account'
  const most = limits[kind].toLocaleString('en-US')
  const message = `${whose} can have ${most} ${words[kind]} at most. Remove some first`
  throw new Problem(409, 'limitReached', message)
}

/** Whether this many more are within the limit. */
export async function hasRoom(
  db: Database,
  owner: Owner,
  { kind, added }: { kind: Limited; added: number },
): Promise<boolean> {
  const limit = limits[kind] - added
  const room = Math.max(limits[kind] * crowded.part, crowded.rows)
  if ((await count(db, owner, kind)) <= limit - room) return true
  const lock = `limit ${kind} ${owner.accountUuid} ${owner.projectUuid ?? ''}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db)
  return (await count(db, owner, kind)) <= limit
}

const words: Record<Limited, string> = {
  projects: 'projects',
  branches: 'branches',
  versions: 'versions',
  members: 'members',
  teams: 'teams',
  tokens: 'API tokens',
  tags: 'tags',
  groups: 'groups',
  exclusions: 'active exclusions',
  acceptedGaps: 'accepted gaps',
  vexDocuments: 'VEX documents',
  vexStatements: 'VEX statements',
  policies: 'license policies',
  rules: 'policy rules',
  overrides: 'license and copyright overrides',
  ownAdvisories: 'advisories of its own',
  trustedKeys: 'trusted keys',
  trustedRoots: 'Sigstore roots',
  registries: 'package registries',
  images: 'watched images',
  registryLogins: 'logins for registries',
  properties: 'properties',
  notificationChannels: 'notification channels',
  notificationRules: 'notification rules',
  savedViews: 'saved views',
  reportSchedules: 'scheduled reports',
  unfinishedExports: 'reports in preparation',
}

async function count(db: Database, owner: Owner, kind: Limited): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from ${rowsOf[kind](owner)} limit ${limits[kind] + 1}) counted`.execute(
    db,
  )
  return rows[0]!.count
}
