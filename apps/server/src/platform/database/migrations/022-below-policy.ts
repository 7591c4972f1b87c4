import { type Kysely, sql } from 'kysely'

/** The packed history of branches says which scans are below policy: bit 20 of the marks, the last integer of a point. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with failed as (
      select distinct account_uuid, branch_uuid,
        int4send((scanned_at at time zone 'UTC')::date - date '1970-01-01')
          || int4send((extract(epoch from (scanned_at at time zone 'UTC')::time) * 1000)::int) as at
      from scan where coalesce(declared_outcome, outcome) = 'FAIL'),
    marked as (
      select series.account_uuid, series.branch_uuid, chunk, string_agg(
        case when failed.at is null then point else set_bit(point, 29 * 8 + 4, 1) end, ''::bytea order by place) as points
      from branch_series series
      cross join lateral (
        select place, substring(points from 32 * place + 1 for 32) as point
        from generate_series(0, length(points) / 32 - 1) place) split
      left join failed on failed.account_uuid = series.account_uuid and failed.branch_uuid = series.branch_uuid
        and failed.at = substring(point from 1 for 8)
      group by series.account_uuid, series.branch_uuid, chunk having bool_or(failed.at is not null))
    update branch_series set points = marked.points from marked
    where branch_series.account_uuid = marked.account_uuid and branch_series.branch_uuid = marked.branch_uuid
      and branch_series.chunk = marked.chunk`.execute(db)
}
