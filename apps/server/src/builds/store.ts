import type { Issue } from '@assay/engine/inventory.ts'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Scope } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'
import { projectInReach } from '../projects/store.ts'

export type BuildSource = 'upload' | 'builds' | 'rescan'
export type BuildState = 'preparing' | 'queued' | 'scanning' | 'success' | 'failed'

export interface NewBuild {
  uuid: string
  projectUuid: string
  branchUuid: string
  source: BuildSource
  state: BuildState
  createdBy: string | null
  /** When it was made, when not now. */
  at?: Date | undefined
}

export const insertBuild = (db: Tx, scope: Scope, build: NewBuild) =>
  db
    .insertInto('build')
    .values({
      account_uuid: scope.accountUuid,
      uuid: build.uuid,
      project_uuid: build.projectUuid,
      branch_uuid: build.branchUuid,
      source: build.source,
      state: build.state,
      created_by: build.createdBy,
      ...(build.at && { created_at: build.at }),
    })
    .execute()

/** With the names that the wire wants and the scan that came of it. */
export const findBuild = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('build')
    .innerJoin('branch', (join) =>
      join
        .onRef('branch.account_uuid', '=', 'build.account_uuid')
        .onRef('branch.uuid', '=', 'build.branch_uuid'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.account_uuid', '=', 'build.account_uuid')
        .onRef('project.uuid', '=', 'build.project_uuid'),
    )
    .leftJoin('scan', (join) =>
      join.onRef('scan.account_uuid', '=', 'build.account_uuid').onRef('scan.build_uuid', '=', 'build.uuid'),
    )
    .select([
      ...(['build.uuid', 'build.state', 'build.reason', 'build.issues', 'build.source'] as const),
      ...(['build.project_uuid as projectUuid', 'build.branch_uuid as branchUuid'] as const),
      ...(['branch.name as branch', 'scan.uuid as scanUuid', 'scan.issues as scanIssues'] as const),
      ...(['scan.security_score as security', 'scan.stability_score as stability'] as const),
      ...([
        'scan.licensing_score as licensing',
        'scan.outcome',
        'scan.declared_outcome as declaredOutcome',
      ] as const),
    ])
    .where('build.account_uuid', '=', scope.accountUuid)
    .where('build.uuid', '=', uuid)
    .where(projectInReach(scope))
    .executeTakeFirst()

export type BuildRow = NonNullable<Awaited<ReturnType<typeof findBuild>>>

/** For a step of the build: nobody else takes one meanwhile. */
export const lockBuild = (db: Tx, scope: Scope, uuid: string) =>
  db
    .selectFrom('build')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()

interface BuildChange {
  state: BuildState
  reason?: string
  issues?: Issue[]
  scanUuid?: string
  /** When it came to this, when not now. */
  at?: Date
}

export const updateBuild = (
  db: Database,
  scope: Scope,
  { uuid, at = new Date(), ...change }: BuildChange & { uuid: string },
) =>
  db
    .updateTable('build')
    .set({
      state: change.state,
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.issues && { issues: jsonText(change.issues) }),
      ...(change.scanUuid !== undefined && { scan_uuid: change.scanUuid }),
      ...(change.state === 'scanning' && { started_at: at }),
      ...((change.state === 'success' || change.state === 'failed') && { finished_at: at }),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('state', 'not in', ['success', 'failed'])
    .execute()

/** What a document is read by: 'auto' by its content, 'csv:<language>' the builds call's lines. */
export type DocumentFormat = 'auto' | `csv:${string}`

export interface BuildDocument {
  path: string
  format: DocumentFormat
  bytes: Uint8Array
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export interface PackedDocument extends Omit<BuildDocument, 'bytes'> {
  digest: Uint8Array
  size: number
  content: Uint8Array
}

/** Outside the transaction: hashing and compressing need no connection. */
export const packDocument = async ({ bytes, ...rest }: BuildDocument): Promise<PackedDocument> => ({
  ...rest,
  digest: createHash('sha256').update(bytes).digest(),
  size: bytes.length,
  content: await compress(bytes, fast),
})

/** Stored once per digest; a build only refers to it. */
export async function insertDocument(
  db: Tx,
  scope: Scope,
  document: PackedDocument & { buildUuid: string; position: number },
): Promise<void> {
  const { digest, size, content, buildUuid, position, path, format } = document
  await db
    .insertInto('document')
    .values({ account_uuid: scope.accountUuid, digest, size, content })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'digest']).doNothing())
    .execute()
  await db
    .insertInto('build_document')
    .values({ account_uuid: scope.accountUuid, build_uuid: buildUuid, position, path, format, digest })
    .execute()
}

export async function listDocuments(db: Database, scope: Scope, buildUuid: string): Promise<BuildDocument[]> {
  const rows = await documentRows(db, scope, buildUuid)
    .select(['path', 'format', 'content'])
    .orderBy('position')
    .execute()
  return Promise.all(
    rows.map(async ({ path, format, content }) => ({
      path,
      format: format as DocumentFormat,
      bytes: await decompress(content),
    })),
  )
}

/** What there is, without reading it; sizes in bytes. */
export const listDocumentFacts = (db: Database, scope: Scope, buildUuid: string) =>
  documentRows(db, scope, buildUuid).select(['position', 'path', 'size']).orderBy('position').execute()

/** One of them, as it was submitted. */
export async function findDocument(
  db: Database,
  scope: Scope,
  of: { buildUuid: string; position: number },
): Promise<{ path: string; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const row = await documentRows(db, scope, of.buildUuid)
    .select(['path', 'content'])
    .where('position', '=', of.position)
    .executeTakeFirst()
  return row && { path: row.path, bytes: await decompress(row.content) }
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

/** The same documents for another build: a rescan. */
export const copyDocuments = (db: Tx, scope: Scope, { from, to }: { from: string; to: string }) =>
  db
    .insertInto('build_document')
    .columns(['account_uuid', 'build_uuid', 'position', 'path', 'format', 'digest'])
    .expression((eb) =>
      eb
        .selectFrom('build_document')
        .select((select) => [
          'account_uuid',
          select.cast<string>(select.val(to), 'uuid').as('build_uuid'),
          ...(['position', 'path', 'format', 'digest'] as const),
        ])
        .where('account_uuid', '=', scope.accountUuid)
        .where('build_uuid', '=', from),
    )
    .execute()

/** The branch's newest build that became a scan. */
export const findLastScanned = (db: Database, scope: Scope, branchUuid: string) =>
  db
    .selectFrom('scan')
    .select(['build_uuid as buildUuid', 'project_uuid as projectUuid'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
