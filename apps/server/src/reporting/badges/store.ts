import type { BadgeAccess } from '@assay/contract/badges.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

const settings = ['badge.access', 'badge.slug', 'badge.github'] as const

/** undefined if the project's badges are off. The caller checks access to the project. */
export const findBadge = (db: Database, scope: Scope, projectUuid: string) =>
  db
    .selectFrom('badge')
    .select([...settings])
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .executeTakeFirst()

export interface StoredBadge {
  projectUuid: string
  access: Exclude<BadgeAccess, 'off'>
  slug: string
  github: string | null
}

export const upsertBadge = (tx: Tx, scope: Scope, { projectUuid, ...badge }: StoredBadge) =>
  tx
    .insertInto('badge')
    .values({ account_uuid: scope.accountUuid, project_uuid: projectUuid, ...badge })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'project_uuid']).doUpdateSet(badge))
    .execute()

export const removeBadge = (tx: Tx, scope: Scope, projectUuid: string) =>
  tx
    .deleteFrom('badge')
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .execute()

/** Maximum number of accounts considered for one repository. */
const maxCandidates = 100

/** Badges visible to visitors of a project or repository in all active accounts, oldest first. */
export const listVisibleBadges = (
  db: Database,
  { projectUuid, github, slug }: { projectUuid?: string; github?: string; slug?: string | undefined },
) =>
  db
    .selectFrom('badge')
    .innerJoin('account', 'account.uuid', 'badge.account_uuid')
    .select(['badge.account_uuid as accountUuid', 'badge.project_uuid as projectUuid'])
    .where('account.is_active', '=', true)
    .$if(projectUuid !== undefined, (query) => query.where('badge.project_uuid', '=', projectUuid!))
    .$if(github !== undefined, (query) => query.where('badge.github', '=', github!))
    .where((eb) =>
      eb.or([
        eb('badge.access', '=', 'public'),
        ...(slug === undefined ? [] : [eb('badge.slug', '=', slug)]),
      ]),
    )
    .orderBy('badge.created_at')
    .limit(maxCandidates)
    .execute()
