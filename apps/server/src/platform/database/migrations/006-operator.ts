import { sql, type Kysely } from 'kysely'

/** The account created at the first start is the operator, who creates, closes and removes the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table account add column is_operator boolean not null default false').execute(db)
  await sql
    .raw(
      'update account set is_operator = true where uuid = (select uuid from account order by created_at, uuid limit 1)',
    )
    .execute(db)
}
