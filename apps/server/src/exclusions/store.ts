import type { Exclusion } from '@assay/engine/scan-result.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Scope, teamUuids } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'
import type { Schema } from '../database/schema.gen.ts'
import { projectInReach } from '../projects/store.ts'

type Domain = Exclusion['domain']

export interface NewExclusion extends Exclusion {
  reason: string
  description: string
  createdBy: string
  expiresAt?: Date | null
  /** When it was made, when not now. */
  at?: Date
}

/** Those of the whole account and of the teams and projects that the scope reaches; newest first. */
export const listExclusions = (db: Database, scope: Scope, domain: Domain | undefined) =>
  db
    .selectFrom('exclusion')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where(isInForce)
    .where(isVisible(scope))
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain!))
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .execute()

export type ExclusionRow = Awaited<ReturnType<typeof listExclusions>>[number]

export const insertExclusion = (tx: Tx, scope: Scope, exclusion: NewExclusion): Promise<ExclusionRow> =>
  tx
    .insertInto('exclusion')
    .values({
      account_uuid: scope.accountUuid,
      uuid: exclusion.uuid,
      domain: exclusion.domain,
      target: jsonText(exclusion.target),
      reason: exclusion.reason,
      description: exclusion.description.replaceAll('\0', ''),
      project_uuid: exclusion.projectUuid,
      team_uuids: exclusion.projectUuid === null && scope.teams !== 'all' ? teamUuids(scope) : null,
      created_by: exclusion.createdBy,
      expires_at: exclusion.expiresAt ?? null,
      ...(exclusion.at && { created_at: exclusion.at }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** It stays, as what was once made; undefined when there is no such active one that the scope may end. */
export const endExclusion = (
  tx: Tx,
  scope: Scope,
  { uuid, domain }: { uuid: string; domain: Domain },
): Promise<ExclusionRow | undefined> =>
  tx
    .updateTable('exclusion')
    .set({ removed_at: sql<Date>`now()` })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('domain', '=', domain)
    .where('removed_at', 'is', null)
    .where(isOwn(scope))
    .returningAll()
    .executeTakeFirst()

/** What holds for a scan of the project now: the account's exclusions, its team's and its own, oldest first. */
export async function listActiveExclusions(
  db: Database,
  scope: Scope,
  projectUuid: string,
): Promise<Exclusion[]> {
  const rows = await db
    .selectFrom('exclusion')
    .select(['uuid', 'domain', 'target', 'project_uuid as projectUuid'])
    .where('account_uuid', '=', scope.accountUuid)
    .where(isInForce)
    .where((eb) => eb.or([eb('project_uuid', 'is', null), eb('project_uuid', '=', projectUuid)]))
    .where(
      sql<boolean>`(team_uuids is null or exists (
        select from project where project.account_uuid = exclusion.account_uuid
          and project.uuid = ${projectUuid} and project.team_uuid = any(team_uuids)))`,
    )
    .orderBy('created_at')
    .orderBy('uuid')
    .execute()
  return rows.map((row) => ({
    ...row,
    domain: row.domain as Domain,
    target: row.target as Exclusion['target'],
  }))
}

/** For reports; removed ones too, since an old scan still names them. */
export const describeExclusions = async (db: Database, scope: Scope, uuids: readonly string[]) =>
  uuids.length === 0
    ? []
    : db
        .selectFrom('exclusion')
        .select(['uuid', 'reason', 'description'])
        .where('account_uuid', '=', scope.accountUuid)
        .where('uuid', 'in', [...new Set(uuids)])
        .execute()

const isInForce = (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  eb.and([
    eb('removed_at', 'is', null),
    eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]),
  ])

const isVisible = (scope: Scope) => (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  eb.or([
    isOwn(scope)(eb),
    eb.and([
      eb('project_uuid', 'is', null),
      sql<boolean>`coalesce(team_uuids && ${teamUuids(scope)}::uuid[], true)`,
    ]),
  ])

/** What holds for all of the account is ended by who reaches all of it. */
const isOwn = (scope: Scope) => (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  scope.teams === 'all' && scope.project === null
    ? eb.lit(true)
    : eb.or([
        sql<boolean>`team_uuids <@ ${teamUuids(scope)}::uuid[]`,
        eb(
          'project_uuid',
          'in',
          eb
            .selectFrom('project')
            .select('project.uuid')
            .where('project.account_uuid', '=', scope.accountUuid)
            .where(projectInReach(scope)),
        ),
      ])
