import { innerMark } from '@assay/engine/documents/inner-documents.ts'
import { resolutionSuffix } from '@assay/engine/documents/lockfiles/resolved/resolution-name.ts'
import { receiveFile } from '#platform/uploads/receive-file.ts'
import { type RawBuilder, sql } from 'kysely'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { iterateWaitingLonger } from '#platform/database/wait-longer.ts'
import { countStored } from '#platform/limits/quota-store.ts'
import { maxBytesInMemory, removeSpooled } from '#platform/uploads/spool.ts'
import { maxPieceBytes, type PackedDocument, type PackedFile } from './pack-document.ts'
import type { DocumentFormat, BuildDocument } from './build-document.ts'
import type { DocumentHead } from './document-heads.ts'
import { unpackContent } from './unpack-content.ts'

/** Stored once per digest and referenced by builds. */
export async function insertDocument(
  db: Tx,
  scope: Scope,
  document: PackedDocument & { buildUuid: string; position: number },
): Promise<void> {
  const { digest, size, content } = document
  if (content instanceof Uint8Array)
    await insertContent(
      db,
      scope,
      sql`values (${scope.accountUuid}::uuid, ${digest}::bytea, ${size}::integer, ${content}::bytea)`,
    )
  else await insertInPieces(db, scope, { digest, size, content })
  if (!(await referTo(db, scope, document))) return insertDocument(db, scope, document)
}

const insertContent = (db: Tx, scope: Scope, rows: RawBuilder<unknown>) =>
  sql`
    with added as (
      insert into document (account_uuid, digest, size, content) ${rows}
      on conflict (account_uuid, digest) do nothing returning pg_column_size(content) as bytes)
    ${countStored(scope)}`.execute(db)

/** Whether the document exists. Locks it until the transaction ends, since its project may be deleted concurrently. */
async function referTo(
  db: Tx,
  { accountUuid }: Scope,
  { digest, buildUuid, position, path, format }: PackedDocument & { buildUuid: string; position: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into build_document (account_uuid, build_uuid, position, path, format, digest)
    select account_uuid, ${buildUuid}::uuid, ${position}::integer, ${path}::text, ${format}::text, digest from document
    where account_uuid = ${accountUuid} and digest = ${digest} for key share`.execute(db)
  return numAffectedRows > 0n
}

/** Statements are copied in memory several times, so large content is sent in pieces. */
async function insertInPieces(
  db: Tx,
  scope: Scope,
  { digest, size, content }: { digest: Uint8Array; size: number; content: PackedFile },
): Promise<void> {
  const existing = await db
    .selectFrom('document')
    .select('size')
    .where('account_uuid', '=', scope.accountUuid)
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (existing) return
  await sql`create temporary table if not exists document_piece (position integer, content bytea) on commit drop`.execute(
    db,
  )
  await sql`delete from document_piece`.execute(db)
  let position = 0
  for await (const piece of createReadStream(content.path, { highWaterMark: maxPieceBytes }))
    await sql`insert into document_piece values (${position++}, ${piece as Buffer})`.execute(db)
  await insertContent(
    db,
    scope,
    sql`select ${scope.accountUuid}::uuid, ${digest}::bytea, ${size}::integer,
      string_agg(content, ''::bytea order by position) from document_piece`,
  )
}

/** The documents of a build without their content. Sizes in bytes. */
export async function listDocumentHeads(db: Database, scope: Scope, buildUuid: string) {
  const rows = await documentRows(db, scope, buildUuid)
    .select(['position', 'path', 'format', 'size', 'document.digest'])
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, format: row.format as DocumentFormat }))
}

/** The same of several builds, by build. */
export async function listDocumentHeadsOf(db: Database, scope: Scope, buildUuids: readonly string[]) {
  const { rows } = await sql<DocumentPlace & { buildUuid: string }>`
    select build_uuid as "buildUuid", position, path, format, size, document.digest
    from build_document
    join document on document.account_uuid = build_document.account_uuid and document.digest = build_document.digest
    where build_document.account_uuid = ${scope.accountUuid} and build_uuid = any(${[...buildUuids]}::uuid[])
    order by build_uuid, position`.execute(db)
  return Map.groupBy(rows, ({ buildUuid }) => buildUuid)
}

/** With its position in the build. */
export type DocumentPlace = DocumentHead & { position: number }

/** The content of a build's documents. Beyond a total size, they are in files, which the caller removes. */
export async function loadDocuments(db: Database, scope: Scope, buildUuid: string): Promise<BuildDocument[]> {
  return loadListed(db, scope, { buildUuid, heads: await listDocumentHeads(db, scope, buildUuid) })
}

/** The same of documents that are listed already. */
export async function loadListed(
  db: Database,
  scope: Scope,
  { buildUuid, heads }: { buildUuid: string; heads: readonly DocumentPlace[] },
): Promise<BuildDocument[]> {
  const documents: BuildDocument[] = []
  let room = maxBytesInMemory
  try {
    for (const { position, path, format, size } of heads) {
      const of = { buildUuid, position }
      const file =
        size <= room
          ? { bytes: (await findDocument(db, scope, of))!.bytes }
          : await receiveFile(streamDocument(db, scope, of), 0)
      documents.push({ path, format, ...file })
      room -= size
    }
  } catch (error) {
    await removeFiles(documents)
    throw error
  }
  return documents
}

/** Removes the files of loaded documents. */
export async function removeFiles(documents: readonly BuildDocument[]): Promise<void> {
  for (const { spooled } of documents) if (spooled) await removeSpooled(spooled.path)
}

interface DocumentOf {
  buildUuid: string
  position: number
}

/** The original bytes, in pieces. */
export const streamDocument = (db: Database, scope: Scope, of: DocumentOf): Readable =>
  Readable.from(originalPieces(db, scope, of), { objectMode: false })

async function* originalPieces(db: Database, scope: Scope, of: DocumentOf): AsyncGenerator<Uint8Array> {
  const { base } = await documentRows(db, scope, of.buildUuid)
    .select('document.base_digest as base')
    .where('position', '=', of.position)
    .executeTakeFirstOrThrow()
  if (base) yield (await findDocument(db, scope, of))!.bytes
  else yield* streamWhole(db, scope, of)
}

function streamWhole(db: Database, scope: Scope, of: DocumentOf): Readable {
  const pieces = async function* () {
    for (let start = 1; ; start += maxPieceBytes) {
      const row = await documentRows(db, scope, of.buildUuid)
        .select(sql<Buffer>`substring(document.content from ${start} for ${maxPieceBytes})`.as('piece'))
        .where('position', '=', of.position)
        .where('document.base_digest', 'is', null)
        .executeTakeFirstOrThrow()
      if (row.piece.length > 0) yield row.piece
      if (row.piece.length < maxPieceBytes) return
    }
  }
  const compressed = Readable.from(iterateWaitingLonger(pieces()), { objectMode: false })
  return compressed.pipe(decompressing(compressed))
}

/** Propagates errors of the source to the reader. */
function decompressing(source: Readable) {
  const stream = createZstdDecompress()
  source.on('error', (error) => stream.destroy(error))
  return stream
}

/** One document with its original content. */
export async function findDocument(
  db: Database,
  scope: Scope,
  of: DocumentOf,
): Promise<{ path: string; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const row = await documentRows(db, scope, of.buildUuid)
    .leftJoin('document as base', (join) =>
      join
        .onRef('base.account_uuid', '=', 'document.account_uuid')
        .onRef('base.digest', '=', 'document.base_digest'),
    )
    .select(['path', 'document.digest', 'document.size', 'document.content', 'base.content as base'])
    .where('position', '=', of.position)
    .executeTakeFirst()
  return row && { path: row.path, bytes: await unpackContent(row) }
}

const documentRows = (db: Database, scope: Scope, buildUuid: string) =>
  db
    .selectFrom('build_document')
    .innerJoin('document', (join) =>
      join
        .onRef('document.account_uuid', '=', 'build_document.account_uuid')
        .onRef('document.digest', '=', 'build_document.digest'),
    )
    .where('build_document.account_uuid', '=', scope.accountUuid)
    .where('build_uuid', '=', buildUuid)

export const countDocuments = async (db: Database, scope: Scope, buildUuid: string): Promise<number> =>
  (
    await db
      .selectFrom('build_document')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_uuid', '=', scope.accountUuid)
      .where('build_uuid', '=', buildUuid)
      .executeTakeFirstOrThrow()
  ).count

/** Attaches the same documents to other builds: rescans. */
export const copyDocuments = (
  db: Tx,
  { accountUuid }: Scope,
  copies: readonly { from: string; to: string }[],
) =>
  sql`
    insert into build_document (account_uuid, build_uuid, position, path, format, digest)
    select account_uuid, copied.target, position, path, format, digest
    from unnest(${copies.map(({ from }) => from)}::uuid[], ${copies.map(({ to }) => to)}::uuid[]) copied(source, target)
    join build_document on account_uuid = ${accountUuid} and build_uuid = copied.source`.execute(db)

/**
 * Adds the documents of the branch's newest other build that have other paths, so that a document replaces only itself
 * what it came to and what was in it.
 * Others that do the same wait until the transaction ends.
 */
export async function keepOtherDocuments(
  tx: Tx,
  { accountUuid }: Scope,
  { buildUuid, branchUuid }: { buildUuid: string; branchUuid: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${branchUuid}`}, 0))`.execute(tx)
  await sql`
    insert into build_document (account_uuid, build_uuid, path, format, digest, position)
    select account_uuid, ${buildUuid}::uuid, path, format, digest,
      row_number() over (order by position) + (
        select max(own.position) from build_document own
        where own.account_uuid = ${accountUuid} and own.build_uuid = ${buildUuid})
    from build_document
    where account_uuid = ${accountUuid} and build_uuid = (
        select uuid from build
        where build.account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and uuid <> ${buildUuid}
          and state <> 'failed' and exists (
            select from build_document stored
            where stored.account_uuid = build.account_uuid and stored.build_uuid = build.uuid)
        order by created_at desc limit 1)
      and path not in (
        select unnest(array[path, path || ${resolutionSuffix}]) from build_document own
        where own.account_uuid = ${accountUuid} and own.build_uuid = ${buildUuid})
      and not exists (
        select from build_document own
        where own.account_uuid = ${accountUuid} and own.build_uuid = ${buildUuid}
          and starts_with(build_document.path, own.path || ${innerMark}))`.execute(tx)
}
