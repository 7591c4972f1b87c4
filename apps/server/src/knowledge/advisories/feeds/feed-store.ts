import { sql } from 'kysely'
import { writeEvents } from '#platform/outbox/store.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import { allowLongStatements, type Database, type Tx } from '#platform/database/database.ts'

export interface FeedState {
  id: string
  /** The address or folder that was read; null if none. */
  source: string | null
  fullAt: Date | null
  checkedAt: Date | null
  /** Records modified up to this time have been read. */
  modifiedTo: Date | null
  etag: string | null
  error: string | null
  failures: number
  nextAt: Date
}

/** Adds feeds, due immediately. */
export async function addFeeds(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    insert into advisory_feed (id) select * from unnest(${[...ids].sort()}::text[]) on conflict do nothing`.execute(
    db,
  )
}

export const listFeeds = (db: Database): Promise<FeedState[]> => selectFeeds(db).orderBy('id').execute()

/** Ecosystems in use of which nothing was read so far, and no attempt failed. */
export const listUnread = async (db: Database): Promise<string[]> =>
  (
    await db
      .selectFrom('advisory_feed')
      .select('id')
      .where('checked_at', 'is', null)
      .where('error', 'is', null)
      .where('next_at', '<=', sql<Date>`now()`)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

export const findFeed = (db: Database, id: string): Promise<FeedState | undefined> =>
  selectFeeds(db).where('id', '=', id).executeTakeFirst()

const selectFeeds = (db: Database) =>
  db
    .selectFrom('advisory_feed')
    .select(['id', 'source', 'error', 'failures', 'etag'])
    .select([
      'full_at as fullAt',
      'checked_at as checkedAt',
      'modified_to as modifiedTo',
      'next_at as nextAt',
    ])

export interface FeedRead {
  source: string
  /** When the read started. */
  at: Date
  isFull: boolean
  modifiedTo: Date | null
  etag: string | null
  nextAt: Date
}

export async function saveRead(db: Database, id: string, read: FeedRead): Promise<void> {
  await sql`
    update advisory_feed set source = ${read.source}, checked_at = ${read.at},
      full_at = case when ${read.isFull} then ${read.at} else full_at end,
      modified_to = ${read.modifiedTo}, etag = ${read.etag}, error = null, failures = 0, next_at = ${read.nextAt}
    where id = ${id}`.execute(db)
}

/** Number of consecutive failures after which administrators are notified. */
const failuresBeforeEvent = 3

export const saveFailure = (
  db: Database,
  id: string,
  { error, nextAt }: { error: string; nextAt: Date },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const reason = error.slice(0, 1000)
    const { rows } = await sql<{ failures: number }>`
      update advisory_feed set error = ${reason}, failures = failures + 1, next_at = ${nextAt}
      where id = ${id} returning failures`.execute(tx)
    if (rows[0]?.failures !== failuresBeforeEvent) return
    await writeEvents(tx, null, [{ type: 'source.failing', payload: { source: id, reason } }])
  })

/** Ecosystems of the branch's components that have no feed yet. */
export async function listNewEcosystems(
  tx: Tx,
  { accountUuid, branchUuid }: { accountUuid: string; branchUuid: string },
): Promise<string[]> {
  const { rows } = await sql<{ ecosystem: string }>`
    select distinct ecosystem from component_of_branch component
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and ${isCurrent}
      and ecosystem is not null and not exists (select from advisory_feed where id = ecosystem)`.execute(tx)
  return rows.map(({ ecosystem }) => ecosystem)
}

/** Removes the feed of an ecosystem that no component uses any more. Returns whether it was removed. */
export const removeIfUnused = (db: Database, ecosystem: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await allowLongStatements(tx)
    const { rows } = await sql`
      delete from advisory_feed where id = ${ecosystem}
        and not exists (select from component where component.ecosystem = ${ecosystem} and ended_number is null)
      returning id`.execute(tx)
    return rows.length > 0
  })

/** The subset of records whose stored modification time is the same, to the second. */
export async function listCurrent(
  db: Database,
  listed: readonly { id: string; at: number }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select advisory_record.id from unnest(
      ${listed.map(({ id }) => id)}::text[], ${listed.map(({ at }) => new Date(at).toISOString())}::timestamptz[]
    ) as listed (id, at)
    join advisory_record on advisory_record.id = listed.id
      and date_trunc('second', modified_at) = date_trunc('second', listed.at)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
