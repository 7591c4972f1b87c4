import { sql, type Kysely } from 'kysely'

/**
 * Team names are unique within an account, ignoring case: single sign-on and directories find teams by name. Of
 * teams with the same name, a provisioned group keeps it, otherwise the oldest; the start of their uuid is appended
 * to the others, so that people can tell them apart and rename them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `update team set name = left(name, 180) || ' (' || left(team.uuid::text, 8) || ')'
    from (
      select account_uuid, uuid, row_number() over (
        partition by account_uuid, lower(name) order by is_provisioned desc, created_at, uuid) as place
      from team) ranked
    where ranked.account_uuid = team.account_uuid and ranked.uuid = team.uuid and place > 1`,
  `drop index if exists team_provisioned_name`,
  `create unique index if not exists team_name on team (account_uuid, lower(name))`,
]
