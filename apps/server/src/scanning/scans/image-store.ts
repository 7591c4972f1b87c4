import type { InventoryImage } from '@assay/engine/inventory.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

/** What is known of the image that was scanned. */
export async function insertImage(
  tx: Tx,
  { accountUuid }: Scope,
  { scanUuid, branchUuid, image }: { scanUuid: string; branchUuid: string; image: InventoryImage },
): Promise<void> {
  await sql`
    insert into scan_image (account_uuid, scan_uuid, branch_uuid, image)
    values (${accountUuid}, ${scanUuid}, ${branchUuid}, ${jsonText(image)}::jsonb)`.execute(tx)
}

/** By scan. */
export async function listImages(
  tx: Tx,
  { accountUuid }: Scope,
  scanUuids: readonly string[],
): Promise<Map<string, unknown>> {
  if (scanUuids.length === 0) return new Map()
  const { rows } = await sql<{ uuid: string; image: unknown }>`
    select scan.uuid, image from scan
    join scan_image on scan_image.account_uuid = scan.account_uuid
      and scan_image.scan_uuid = coalesce(scan.content_uuid, scan.uuid)
    where scan.account_uuid = ${accountUuid} and scan.uuid = any(${[...scanUuids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ uuid, image }) => [uuid, image]))
}
