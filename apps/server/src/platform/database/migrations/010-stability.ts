import { sql, type Kysely } from 'kysely'

/** Why a component is unstable apart from its age, and end-of-support dates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table component add column stability text[] not null default '{}'`,
  `create table support_end (
    ecosystem text not null,
    package_name text not null,
    product text not null,
    cycles jsonb not null,
    primary key (ecosystem, package_name)
  )`,
]
