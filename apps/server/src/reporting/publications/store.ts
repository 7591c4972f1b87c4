import type { PublishedKind } from '@assay/contract/publications.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

export interface PublishedRow {
  kind: PublishedKind
  collection: number
  uuid: string
  sourceDigest: Uint8Array
  /** null: no longer published. */
  digest: Uint8Array | null
  publishedAt: Date
}

const columns = sql`
  kind, collection, uuid, source_digest as "sourceDigest", digest, published_at as "publishedAt"`

/** Of a version, by collection. */
export const listPublished = async (
  db: Database,
  { accountUuid }: Pick<Scope, 'accountUuid'>,
  versionUuid: string,
): Promise<PublishedRow[]> =>
  (
    await sql<PublishedRow>`
      select ${columns} from published_document
      where account_uuid = ${accountUuid} and version_uuid = ${versionUuid} order by collection, kind`.execute(
      db,
    )
  ).rows

/** Others that publish the version wait. false if there is none. */
export const lockVersion = async (tx: Tx, { accountUuid }: Scope, uuid: string): Promise<boolean> =>
  (
    await sql`
      select 1 from project_version where account_uuid = ${accountUuid} and uuid = ${uuid}
      for no key update`.execute(tx)
  ).rows.length > 0

export interface NewDocument extends PublishedRow {
  content: Uint8Array | null
}

export const insertDocument = (
  tx: Tx,
  { accountUuid }: Scope,
  { versionUuid, ...document }: NewDocument & { versionUuid: string },
) =>
  tx
    .insertInto('published_document')
    .values({
      account_uuid: accountUuid,
      version_uuid: versionUuid,
      kind: document.kind,
      collection: document.collection,
      uuid: document.uuid,
      source_digest: Buffer.from(document.sourceDigest),
      digest: document.digest && Buffer.from(document.digest),
      content: document.content && Buffer.from(document.content),
      published_at: document.publishedAt,
    })
    .execute()

export const deletePublished = (tx: Tx, { accountUuid }: Scope, versionUuid: string) =>
  tx
    .deleteFrom('published_document')
    .where('account_uuid', '=', accountUuid)
    .where('version_uuid', '=', versionUuid)
    .execute()

/** The branch's last scan, if it lists the same packages as the given one. */
export async function findLaterScan(
  db: Database,
  { accountUuid }: Scope,
  { branchUuid, number }: { branchUuid: string; number: number },
): Promise<string | null> {
  const packagesAt = (at: ReturnType<typeof sql>) => sql`
    select ecosystem, name, version from component
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}
      and introduced_number <= ${at} and (ended_number is null or ended_number > ${at})`
  const [one, other] = [packagesAt(sql`${number}`), packagesAt(sql`last.number`)]
  const { rows } = await sql<{ uuid: string }>`
    with last as (
      select uuid, number from scan where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}
      order by number desc limit 1)
    select uuid from last
    where not exists ((${one}) except (${other})) and not exists ((${other}) except (${one}))`.execute(db)
  return rows[0]?.uuid ?? null
}

export interface PublishedVersion {
  accountUuid: string
  uuid: string
  name: string
  projectUuid: string
  projectName: string
  /** YYYY-MM-DD. */
  releasedAt: string
  supportedUntil: string | null
  createdAt: Date
}

/** What is public: versions of active accounts with a document. Whoever knows the uuid may read. */
const publishedVersions = sql<PublishedVersion>`
  select version.account_uuid as "accountUuid", version.uuid, version.name, project.uuid as "projectUuid",
    project.name as "projectName", version.released_at::text as "releasedAt",
    version.supported_until::text as "supportedUntil", version.created_at as "createdAt"
  from project_version version
  join project on project.account_uuid = version.account_uuid and project.uuid = version.project_uuid
  join account on account.uuid = version.account_uuid and account.is_active
  where exists (
    select from published_document document
    where document.account_uuid = version.account_uuid and document.version_uuid = version.uuid)`

export const findPublishedVersion = async (
  db: Database,
  uuid: string,
): Promise<PublishedVersion | undefined> =>
  (
    await sql<PublishedVersion>`
      ${publishedVersions} and version.uuid = ${uuid}
        and version.account_uuid = (
          select account_uuid from published_document where version_uuid = ${uuid} limit 1)`.execute(db)
  ).rows[0]

/** Newest first. */
export const listPublishedVersions = async (db: Database, projectUuid: string): Promise<PublishedVersion[]> =>
  (
    await sql<PublishedVersion>`
      ${publishedVersions} and project.uuid = ${projectUuid}
      order by version.released_at desc, version.created_at desc, version.uuid`.execute(db)
  ).rows

/** The version of which a document is. */
export const findVersionOfDocument = async (db: Database, uuid: string): Promise<string | null> =>
  (
    await sql<{ uuid: string }>`
      select version_uuid as uuid from published_document where uuid = ${uuid} limit 1`.execute(db)
  ).rows[0]?.uuid ?? null

/** Compressed. */
export const findPublishedContent = async (
  db: Database,
  {
    accountUuid,
    versionUuid,
    kind,
    collection,
  }: {
    accountUuid: string
    versionUuid: string
    kind: PublishedKind
    collection: number
  },
): Promise<Uint8Array | null> =>
  (
    await db
      .selectFrom('published_document')
      .select('content')
      .where('account_uuid', '=', accountUuid)
      .where('version_uuid', '=', versionUuid)
      .where('kind', '=', kind)
      .where('collection', '=', collection)
      .executeTakeFirst()
  )?.content ?? null
