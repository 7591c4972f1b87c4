import type { InventoryImage } from '@assay/engine/inventory.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/** What is known of the image that was scanned. */
export async function insertImage(
  tx: Tx,
  { accountUuid }: Scope,
  { scanUuid, branchUuid, image }: { scanUuid: string; branchUuid: string; image: InventoryImage },
): Promise<void> {
  const json = JSON.stringify(image).replaceAll(String.raw`\u0000`, String.raw`\ufffd`)
  await sql`
    insert into scan_image (account_uuid, scan_uuid, branch_uuid, image)
    values (${accountUuid}, ${scanUuid}, ${branchUuid}, ${json}::jsonb)`.execute(tx)
}
