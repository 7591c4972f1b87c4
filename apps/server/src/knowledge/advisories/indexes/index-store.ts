import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'

export async function markStale(tx: Tx, ecosystems: Iterable<string>): Promise<void> {
  await sql`
    insert into advisory_index (ecosystem, version, entries, content, is_stale)
    select ecosystem, 0, 0, '', true from unnest(${[...new Set(ecosystems)].sort()}::text[]) ecosystem
    on conflict (ecosystem) do update set is_stale = true`.execute(tx)
}

export const listStale = async (db: Database): Promise<EcosystemId[]> =>
  (
    await db
      .selectFrom('advisory_index')
      .select('ecosystem')
      .where('is_stale', '=', true)
      .orderBy('ecosystem')
      .execute()
  ).map(({ ecosystem }) => ecosystem as EcosystemId)

/** Marks indexes written in another format for recompilation. */
export async function markOtherFormatsStale(db: Database, formatVersion: number): Promise<void> {
  const format = Buffer.from(Uint32Array.of(formatVersion).buffer)
  await sql`
    update advisory_index set is_stale = true
    where version > 0 and substring(content from 5 for 4) <> ${format}`.execute(db)
}

/** Transaction-level lock: only one process compiles an index at a time. */
export const lockIndex = (tx: Tx, ecosystem: EcosystemId) =>
  tx
    .selectFrom('advisory_index')
    .select(['version', 'is_stale as isStale'])
    .where('ecosystem', '=', ecosystem)
    .forUpdate()
    .executeTakeFirst()

export const saveIndex = (
  tx: Tx,
  index: { ecosystem: EcosystemId; version: number; entries: number; content: Uint8Array },
) =>
  tx
    .updateTable('advisory_index')
    .set({
      version: index.version,
      entries: index.entries,
      content: index.content,
      // Several changes at once are not compared with what came before each.
      previous: sql<Buffer>`case when previous is null then content else '' end`,
      is_stale: false,
      compiled_at: new Date(),
    })
    .where('ecosystem', '=', index.ecosystem)
    .execute()

/** Covers only indexes that were compiled at least once. */
export async function listIndexVersions(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('advisory_index')
    .select(['ecosystem', 'version'])
    .where('version', '>', 0)
    .execute()
  return new Map(rows.map(({ ecosystem, version }) => [ecosystem, version]))
}

/** The binary protocol would be faster, but this runs once per new index. */
export const readIndexContent = async (
  db: Database,
  ecosystem: string,
  version: number,
): Promise<Uint8Array> =>
  (
    await db
      .selectFrom('advisory_index')
      .select('content')
      .where('ecosystem', '=', ecosystem)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
  ).content

/** Locks all indexes, so that none is compiled before the transaction ends. */
export const lockIndexes = (tx: Tx) =>
  tx.selectFrom('advisory_index').select('ecosystem').orderBy('ecosystem').forUpdate().execute()

/** The index of an ecosystem, and the one before; null if there is none to compare with. */
export async function findIndexes(tx: Tx, ecosystem: string) {
  const row = await tx
    .selectFrom('advisory_index')
    .select(['content', 'previous'])
    .where('ecosystem', '=', ecosystem)
    .executeTakeFirst()
  return row?.previous && row.previous.length > 0 ? { before: row.previous, after: row.content } : null
}

export const forgetPrevious = (tx: Tx) =>
  tx.updateTable('advisory_index').set({ previous: null }).where('previous', 'is not', null).execute()
