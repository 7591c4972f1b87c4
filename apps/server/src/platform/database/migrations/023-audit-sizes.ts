import { sql, type Kysely } from 'kysely'

/** Size of an event, so that pages are bounded without reading them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table audit_event add column bytes bigint not null generated always as (
        octet_length(target::text)::bigint + coalesce(octet_length(before::text), 0)
          + coalesce(octet_length(after::text), 0)
      ) stored`,
    )
    .execute(db)
}
