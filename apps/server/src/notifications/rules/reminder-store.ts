import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** API tokens of active accounts that expire within this many days. */
export async function listEndingTokens(db: Database, days: number) {
  return db
    .selectFrom('api_token')
    .select([
      'account_uuid as accountUuid',
      'uuid',
      'name',
      'member_uuid as memberUuid',
      'expires_at as expiresAt',
    ])
    .where('expires_at', '>', sql<Date>`now()`)
    .where('expires_at', '<', sql<Date>`now() + make_interval(days => ${days})`)
    .$narrowType<{ expiresAt: Date }>()
    .execute()
}

export async function listEndingExclusions(db: Database, days: number) {
  const rows = await db
    .selectFrom('exclusion')
    .leftJoin('advisory', (join) => join.on(sql`advisory.uuid::text`, '=', sql`target ->> 'uuid'`))
    .select([
      'account_uuid as accountUuid',
      'exclusion.uuid',
      'project_uuid as projectUuid',
      'target',
      'advisory.cve',
      'advisory.public_id as publicId',
      'description',
      'expires_at as expiresAt',
    ])
    .where('removed_at', 'is', null)
    .where('approval', '<>', 'wanted')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('expires_at', '<', sql<Date>`now() + make_interval(days => ${days})`)
    .$narrowType<{ expiresAt: Date }>()
    .execute()
  return rows.map(({ target, cve, publicId, ...row }) => ({
    ...row,
    subject: subjectOf(target as Exclusion['target'], { cve, publicId }),
  }))
}

/** 'CVE-2021-23337', 'lodash 4.17.4'. */
function subjectOf(
  target: Exclusion['target'],
  names: { cve: string | null; publicId: string | null },
): string {
  if (target.kind === 'cve') return target.cve
  if (target.kind === 'advisory') return displayId({ ...names, advisoryUuid: target.uuid })
  if (target.kind === 'finding')
    return `${displayId({ ...names, advisoryUuid: target.uuid })} (${target.name})`
  return target.version === '*' ? target.name : `${target.name} ${target.version}`
}
