import { sql } from 'kysely'
import type { TestMember, TestServer } from './test-server.ts'

const rows = 150
const charactersOfEach = 100_000

/** For the list of teams and the audit log: more than the socket buffers hold. */
export const minLongResponseBytes = rows * charactersOfEach

/** Fills the account's teams and audit log. Each event is different. */
export async function fillLongResponses(
  { db }: TestServer,
  { accountUuid }: Pick<TestMember, 'accountUuid'>,
): Promise<void> {
  await sql`
    insert into team (account_uuid, uuid, name, description)
    select ${accountUuid}, gen_random_uuid(), 'team ' || number, repeat('x', ${charactersOfEach}::int)
    from generate_series(1, ${rows}::int) number`.execute(db)
  await sql`
    insert into audit_event (account_uuid, member_email, credential, address, agent, action, target, after)
    select ${accountUuid}, '', '', '', '', 'teams.update', '{}',
      to_jsonb('event ' || number || repeat('x', ${charactersOfEach}::int))
    from generate_series(1, ${rows}::int) number`.execute(db)
}
