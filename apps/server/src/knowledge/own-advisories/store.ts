import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

/** An OSV document: https://ossf.github.io/osv-schema/ */
export type OsvDocument = Readonly<Record<string, unknown>> & { id: string }

export interface OwnAdvisoryRow {
  uuid: string
  id: string
  version: number
  document: OsvDocument
  withdrawnAt: Date | null
  createdAt: Date
  changedAt: Date
}

type StoredRow = Omit<OwnAdvisoryRow, 'document'> & { document: string }

const advisoriesOf = (db: Database, { accountUuid }: Pick<Scope, 'accountUuid'>) =>
  db
    .selectFrom('own_advisory')
    .select(['uuid', 'id', 'version', 'document'])
    .select(['withdrawn_at as withdrawnAt', 'created_at as createdAt', 'changed_at as changedAt'])
    .where('account_uuid', '=', accountUuid)

const parsed = ({ document, ...row }: StoredRow): OwnAdvisoryRow => ({
  ...row,
  document: JSON.parse(document) as OsvDocument,
})

/** By id. */
export async function* ownAdvisoryPages(db: Database, scope: Scope): AsyncGenerator<OwnAdvisoryRow[]> {
  const pages = readPages((after: StoredRow | undefined) =>
    readPage<StoredRow>(db, {
      query: advisoriesOf(db, scope)
        .$if(after !== undefined, (query) => query.where('id', '>', after!.id))
        .orderBy('id')
        .limit(maxPageRows),
      order: sql`id`,
    }),
  )
  for await (const rows of pages) yield rows.map(parsed)
}

/** All of the account, by id. */
export const listOwnAdvisories = async (db: Database, scope: Pick<Scope, 'accountUuid'>) =>
  (await advisoriesOf(db, scope).orderBy('id').execute()).map(parsed)

/**
 * Changes with each of the account's advisories; null without any. Names the transaction by its time as well, since one
 * that is rolled back may have read what it had written.
 */
export async function stateOf(
  db: Database,
  { accountUuid }: Pick<Scope, 'accountUuid'>,
): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select sum(version) || ' ' || max(changed_at) as state from own_advisory
    where account_uuid = ${accountUuid}`.execute(db)
  return rows[0]!.state
}

export async function findOwnAdvisory(
  db: Database,
  scope: Scope,
  uuid: string,
): Promise<OwnAdvisoryRow | undefined> {
  const row = await advisoriesOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()
  return row && parsed(row)
}

/** Locked until the transaction ends. */
export async function lockOwnAdvisory(
  tx: Tx,
  scope: Scope,
  by: { uuid: string } | { id: string },
): Promise<OwnAdvisoryRow | undefined> {
  const row = await advisoriesOf(tx, scope)
    .$if('uuid' in by, (query) => query.where('uuid', '=', 'uuid' in by ? by.uuid : ''))
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .forUpdate()
    .executeTakeFirst()
  return row && parsed(row)
}

export interface SavedVersion extends Pick<OwnAdvisoryRow, 'uuid' | 'document' | 'version'> {
  withdrawnAt: Date | null
  memberUuid: string
}

/** Stores an advisory as the given version, and keeps those before. Throws Problem 409 beyond the account's limit. */
export async function saveVersion(tx: Tx, scope: Scope, saved: SavedVersion): Promise<OwnAdvisoryRow> {
  const { uuid, document, version, withdrawnAt, memberUuid } = saved
  const { accountUuid } = scope
  const content = { version, document: jsonText(document), withdrawn_at: withdrawnAt }
  await tx
    .insertInto('own_advisory')
    .values({ account_uuid: accountUuid, uuid, id: document.id, ...content })
    .onConflict((conflict) =>
      conflict.columns(['account_uuid', 'uuid']).doUpdateSet({ ...content, changed_at: sql<Date>`now()` }),
    )
    .execute()
  await tx
    .insertInto('own_advisory_version')
    .values({
      account_uuid: accountUuid,
      advisory_uuid: uuid,
      version,
      document: content.document,
      member_uuid: memberUuid,
    })
    .execute()
  await checkLimit(tx, scope, 'ownAdvisories')
  return (await findOwnAdvisory(tx, scope, uuid))!
}

export interface VersionRow {
  version: number
  at: Date
  memberUuid: string | null
  document: string
}

/** Newest first. */
export const versionPages = (db: Database, scope: Scope, uuid: string) =>
  readPages((after: VersionRow | undefined) =>
    readPage<VersionRow>(db, {
      query: db
        .selectFrom('own_advisory_version')
        .select(['version', 'at', 'member_uuid as memberUuid', 'document'])
        .where('account_uuid', '=', scope.accountUuid)
        .where('advisory_uuid', '=', uuid)
        .$if(after !== undefined, (query) => query.where('version', '<', after!.version))
        .orderBy('version', 'desc')
        .limit(maxPageRows),
      order: sql`version desc`,
    }),
  )

/** Documents of some versions of an advisory. */
export async function findVersions(
  db: Database,
  { accountUuid }: Pick<Scope, 'accountUuid'>,
  { uuid, versions }: { uuid: string; versions: readonly number[] },
): Promise<OsvDocument[]> {
  const rows = await db
    .selectFrom('own_advisory_version')
    .select('document')
    .where('account_uuid', '=', accountUuid)
    .where('advisory_uuid', '=', uuid)
    .where('version', 'in', versions)
    .execute()
  return rows.map(({ document }) => JSON.parse(document) as OsvDocument)
}
