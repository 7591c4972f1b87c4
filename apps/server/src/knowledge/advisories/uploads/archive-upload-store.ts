import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '#platform/database/database.ts'

// Archives are uploaded in pieces, one archive at a time.

export interface ArchiveUpload {
  uuid: string
  /** SHA-256 of the whole file, in hex. */
  digest: string
  name: string
  /** Bytes of the whole file. */
  size: number
  /** Number of consecutive pieces received, counted from the first. */
  received: number
}

/** An upload without progress for this long is discarded in favor of a new one. */
const idleMinutes = 10

/** The upload in progress for this digest. */
export async function findArchive(db: Database, digest: string): Promise<ArchiveUpload | undefined> {
  const { rows } = await sql<ArchiveUpload>`
    select uuid, digest, name, size::float8 as size,
      (select count(*)::int from advisory_upload_chunk where upload_uuid = uuid) as received
    from advisory_upload where digest = ${digest} and sync_uuid is null`.execute(db)
  return rows[0]
}

/** Starts an upload. Does nothing if one for this digest already exists. */
export async function insertArchive(
  tx: Tx,
  { digest, name, size }: Pick<ArchiveUpload, 'digest' | 'name' | 'size'>,
): Promise<void> {
  await sql`
    insert into advisory_upload (uuid, digest, name, size)
    values (${randomUUID()}, ${digest}, ${name}, ${size})
    on conflict (digest) where sync_uuid is null do nothing`.execute(tx)
}

/** Uploads in progress for other digests, and abandoned ones. */
export async function listOtherArchives(
  db: Database,
  digest: string,
): Promise<{ uuid: string; isIdle: boolean }[]> {
  const { rows } = await sql<{ uuid: string; isIdle: boolean }>`
    select uuid, received_at < now() - make_interval(mins => ${idleMinutes}) as "isIdle"
    from advisory_upload where digest is not null and digest <> ${digest} and sync_uuid is null`.execute(db)
  return rows
}

/** Stores a piece unless it was already received. */
export async function addPiece(
  db: Database,
  { uploadUuid, number, content }: { uploadUuid: string; number: number; content: Uint8Array },
): Promise<void> {
  await sql`
    with noted as (update advisory_upload set received_at = now() where uuid = ${uploadUuid} returning uuid)
    insert into advisory_upload_chunk (upload_uuid, number, content)
    select uuid, ${number}::int, ${content}::bytea from noted on conflict do nothing`.execute(db)
}
