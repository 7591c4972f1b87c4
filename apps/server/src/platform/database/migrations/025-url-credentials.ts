import { textWithoutCredentials, withoutCredentials } from '@assay/engine/url-credentials.ts'
import { sql, type Kysely } from 'kysely'

/** Removes user names and passwords from all stored URLs; since then, none are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await cleanProjects(db)
  for (const place of texts) await cleanTexts(db, place)
}

interface Project {
  account: string
  uuid: string
  url: string
  name: string
}

/** Two that differed only in their credentials stay separate: the later one gets a fragment. */
async function cleanProjects(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Project>`
    select account_uuid as account, uuid, url, name from project where url like '%@%' or name like '%@%'
    order by created_at, uuid`.execute(db)
  for (const { account, uuid, url, name } of rows) {
    const clean = withoutCredentials(url)
    const cleanName = withoutCredentials(name)
    if (clean === url && cleanName === name) continue
    await sql`
      update project set name = ${cleanName}, url = case
        when exists (select from project other
          where other.account_uuid = ${account} and other.url = ${clean} and other.uuid <> ${uuid})
        then ${`${clean}#${uuid.slice(0, 8)}`} else ${clean} end
      where account_uuid = ${account} and uuid = ${uuid}`.execute(db)
  }
}

const texts = [
  ['advisory_record', 'source', 'text'],
  ['advisory_sync', 'source', 'text'],
  ['advisory_sync', 'reason', 'text'],
  ['advisory_sync', 'progress', 'jsonb'],
  ['sign_on_provider', 'settings', 'jsonb'],
  ['build', 'reason', 'text'],
  ['build', 'issues', 'jsonb'],
  ['scan', 'issues', 'jsonb'],
  ['audit_event', 'before', 'jsonb'],
  ['audit_event', 'after', 'jsonb'],
] as const

/** By distinct value, of which there are few: a source occurs in thousands of records. */
async function cleanTexts(db: Kysely<unknown>, [table, column, type]: (typeof texts)[number]): Promise<void> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    select distinct ${name}::text as value from ${sql.table(table)} where ${name}::text like '%:%@%'`.execute(
    db,
  )
  for (const { value } of rows) {
    const clean = textWithoutCredentials(value)
    if (clean === value) continue
    await sql`
      update ${sql.table(table)} set ${name} = ${clean}::text::${sql.raw(type)}
      where ${name}::text = ${value}`.execute(db)
  }
}
