import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { KnownBase } from './fetch-image.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

/** A newer base image, and what it would change. Times in epoch ms. */
export interface NewerBase {
  /** The base image that it is newer than: its name, as the image's labels have it, and its digest. */
  of: string
  than: string
  /** Of the same repository; equal to the one in use if it was built again. */
  tag: string
  digest: string
  createdAt: number | null
  /** Findings of the base image that it would end, and those that it would add; null if its packages or their advisories are not known. */
  changes: { fixed: number; added: number } | null
}

/** The base image of the last scan of a watched image. */
export interface ScannedBase {
  branchUuid: string
  name: string
  digest: string
  platform: string
}

export async function findScannedBase(
  db: Database,
  { accountUuid }: Scope,
  { projectUuid, tag }: { projectUuid: string; tag: string },
): Promise<ScannedBase | null> {
  const { rows } = await sql<ScannedBase>`
    select branch.uuid as "branchUuid", image -> 'base' ->> 'name' as name, image -> 'base' ->> 'digest' as digest,
      image ->> 'platform' as platform
    from branch
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    join scan_image on scan_image.account_uuid = scan.account_uuid
      and scan_image.scan_uuid = coalesce(scan.content_uuid, scan.uuid)
    where branch.account_uuid = ${accountUuid} and branch.project_uuid = ${projectUuid} and branch.name = ${tag}
      and image -> 'base' ->> 'name' is not null`.execute(db)
  return rows[0] ?? null
}

/**
 * Of the scanned images that an image begins with, the one with the most layers. Only those that whoever sees the
 * image's project sees, too. null if there is none.
 */
export async function findKnownBase(
  db: Database,
  { accountUuid }: Scope,
  { projectUuid, diffIds }: { projectUuid: string; diffIds: readonly string[] },
): Promise<KnownBase | null> {
  const { rows } = await sql<KnownBase>`
    select substr(project.url, 8) || ':' || branch.name as name, image ->> 'digest' as digest,
      (image ->> 'createdAt')::float8 as "createdAt", ids as "diffIds"
    from project own
    join project on project.account_uuid = own.account_uuid and project.uuid <> own.uuid
      and project.url like 'docker:%' and project.deleted_at is null
      and (own.team_uuid is null or project.team_uuid = own.team_uuid) and project.group_uuids @> own.group_uuids
    join branch on branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    join scan_image on scan_image.account_uuid = scan.account_uuid
      and scan_image.scan_uuid = coalesce(scan.content_uuid, scan.uuid)
    cross join lateral (
      select array_agg(layer ->> 'diffId' order by position) as ids
      from jsonb_array_elements(image -> 'layers') with ordinality listed (layer, position)) layers
    where own.account_uuid = ${accountUuid} and own.uuid = ${projectUuid}
      and image -> 'layers' -> 0 ->> 'diffId' = ${diffIds[0] ?? ''}
      and ids = (${[...diffIds]}::text[])[1:cardinality(ids)] and cardinality(ids) < ${diffIds.length}::int
    order by cardinality(ids) desc, scan.scanned_at desc
    limit 1`.execute(db)
  return rows[0] ?? null
}

/** The watched images that a branch is of. */
export async function listImagesOf(
  tx: Tx,
  accountUuid: string,
  branchUuid: string,
): Promise<{ uuid: string }[]> {
  const { rows } = await sql<{ uuid: string }>`
    select watched_image.uuid from branch
    join watched_image on watched_image.account_uuid = branch.account_uuid
      and watched_image.project_uuid = branch.project_uuid and watched_image.tag = branch.name
    where branch.account_uuid = ${accountUuid} and branch.uuid = ${branchUuid}`.execute(tx)
  return rows
}

export async function findNewerBase(db: Database, { accountUuid }: Scope, uuid: string) {
  const row = await db
    .selectFrom('watched_image')
    .select('newer_base')
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return (row?.newer_base ?? null) as NewerBase | null
}

/** What is no longer the newest base of any image is forgotten. */
export async function saveNewerBase(
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, newer }: { uuid: string; newer: NewerBase | null },
): Promise<void> {
  await tx
    .updateTable('watched_image')
    .set({ newer_base: newer && jsonText(newer) })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()
  await sql`
    delete from base_image where account_uuid = ${accountUuid} and digest not in (
      select newer_base ->> 'digest' from watched_image
      where account_uuid = ${accountUuid} and newer_base is not null)`.execute(tx)
}

interface BaseImage {
  digest: string
  platform: string
}

/** What a base image contains, as it was read before; undefined if it was not. */
export const findBaseInventory = async (
  db: Database,
  { accountUuid }: Scope,
  { digest, platform }: BaseImage,
) =>
  db
    .selectFrom('base_image')
    .select('inventory')
    .where('account_uuid', '=', accountUuid)
    .where('digest', '=', digest)
    .where('platform', '=', platform)
    .executeTakeFirst()

export const saveBaseInventory = (
  db: Database,
  { accountUuid }: Scope,
  { inventory, ...image }: BaseImage & { inventory: Uint8Array | null },
) =>
  db
    .insertInto('base_image')
    .values({ account_uuid: accountUuid, ...image, inventory })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** An open finding, with whether the package is in the base image alone; null if it is not known where it is. */
export interface OpenInImage {
  ecosystem: string
  packageName: string
  advisoryUuid: string
  isOfBase: boolean
}

export async function listOpenInImage(
  db: Database,
  { accountUuid }: Scope,
  branchUuid: string,
): Promise<OpenInImage[]> {
  const { rows } = await sql<OpenInImage>`
    select ecosystem, package_name as "packageName", advisory_uuid as "advisoryUuid", coalesce((
      select bool_and(coalesce((sbom_fields -> 'layer' ->> 'isBase')::boolean, false)) from component_of_branch component
      where component.account_uuid = finding.account_uuid and component.branch_uuid = finding.branch_uuid
        and component.ecosystem = finding.ecosystem and component.package_name = finding.package_name
        and component.ended_number is null), false) as "isOfBase"
    from finding
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and ended_number is null`.execute(db)
  return rows
}

/** Packages that own layers have, which therefore stay whatever the base image, by packageKey. */
export async function listOwnPackages(
  db: Database,
  { accountUuid }: Scope,
  branchUuid: string,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct concat_ws(chr(10), ecosystem, package_name) as key from component_of_branch component
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and ended_number is null
      and ecosystem is not null and (sbom_fields -> 'layer' ->> 'isBase')::boolean is not true`.execute(db)
  return rows.map(({ key }) => key)
}
