import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { readPage, readPages } from '#platform/database/read-pages.ts'
import type { PersonalRows } from './personal-rows.ts'

export interface Person {
  memberUuid: string
  email: string
}

interface PersonalRow {
  section: string
  row: Record<string, unknown>
}

/** In pages; by their place in the table, as not each of these tables has an id. */
export const personalPages = (
  db: Database,
  { accountUuid }: Scope,
  {
    person: { memberUuid, email },
    of: { section, table, of, byAddress, columns },
  }: { person: Person; of: PersonalRows },
) =>
  readPages((after: (PersonalRow & { place: string }) | undefined) =>
    readPage<PersonalRow & { place: string }>(db, {
      query: sql`(
        select ${section}::text as section, ctid::text as place, jsonb_build_object(${sql.join(
          columns.flatMap((column) => [sql.lit(column), sql.ref(column)]),
        )}) as row
        from ${sql.table(table)}
        where account_uuid = ${accountUuid} and ${sql.ref(of)} = ${byAddress ? email : memberUuid}
          and ctid > ${after?.place ?? '(0,0)'}::tid
        order by ctid limit 500)`,
      order: sql`place::tid`,
      limit: 500,
    }),
  )

interface ErasureRow {
  memberUuid: string
  requestedAt: Date
  completedAt: Date | null
}

const erasure = sql`member_uuid as "memberUuid", requested_at as "requestedAt", completed_at as "completedAt"`

/** The same person again, such as after an older backup was restored, is erased again. */
export async function insertErasure(
  tx: Tx,
  { accountUuid }: Scope,
  { memberUuid, email, name }: Person & { name: string },
): Promise<ErasureRow> {
  const { rows } = await sql<ErasureRow>`
    insert into erased_member (account_uuid, member_uuid, email, name)
    values (${accountUuid}, ${memberUuid}, ${email}, ${name})
    on conflict (account_uuid, member_uuid) do update
      set requested_at = now(), completed_at = null, email = excluded.email, name = excluded.name
    returning ${erasure}`.execute(tx)
  return rows[0]!
}

export async function findErasure(
  db: Database,
  { accountUuid }: Scope,
  memberUuid: string,
): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    select ${erasure} from erased_member
    where account_uuid = ${accountUuid} and member_uuid = ${memberUuid}`.execute(db)
  return rows[0]
}

/** Newest first. */
export async function listErasures(db: Database, { accountUuid }: Scope): Promise<ErasureRow[]> {
  const { rows } = await sql<ErasureRow>`
    select ${erasure} from erased_member where account_uuid = ${accountUuid}
    order by requested_at desc, member_uuid limit 10000`.execute(db)
  return rows
}

/** Of all accounts. */
export async function listErasedIds(db: Database): Promise<{ accountUuid: string; memberUuid: string }[]> {
  const { rows } = await sql<{ accountUuid: string; memberUuid: string }>`
    select account_uuid as "accountUuid", member_uuid as "memberUuid" from erased_member`.execute(db)
  return rows
}

/** The name and address of an erasure that is not complete; locked. */
export async function lockPending(
  tx: Tx,
  { accountUuid }: Scope,
  memberUuid: string,
): Promise<(Person & { name: string }) | undefined> {
  const { rows } = await sql<Person & { name: string }>`
    select member_uuid as "memberUuid", email, name from erased_member
    where account_uuid = ${accountUuid} and member_uuid = ${memberUuid} and completed_at is null for update`.execute(
    tx,
  )
  return rows[0]
}

/** Forgets the name and address. */
export const completeErasure = (tx: Tx, { accountUuid }: Scope, memberUuid: string) =>
  sql`
    update erased_member set completed_at = now(), email = null, name = null
    where account_uuid = ${accountUuid} and member_uuid = ${memberUuid}`.execute(tx)
