import type { InventoryImage } from '@assay/engine/inventory.ts'
import type { ScanImage } from '@assay/contract/scan-image.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { NewerBase } from '#scanning/images/newer-base-store.ts'
import { wireNewerBase } from '#scanning/images/wire-newer-base.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'

/** What is known of a scanned image; null if none was scanned. */
export async function findScanImage(
  db: Database,
  { accountUuid }: Scope,
  { uuid, branch_uuid: branchUuid, number, content_uuid: contentUuid }: ScanRow,
): Promise<ScanImage | null> {
  const { rows } = await sql<{ image: InventoryImage }>`
    select image from scan_image where account_uuid = ${accountUuid} and scan_uuid = ${contentUuid ?? uuid}`.execute(
    db,
  )
  const [found] = rows
  if (!found) return null
  const counts = await countByLayer(db, accountUuid, { branchUuid, number })
  const layers = found.image.layers.map((layer, index) => ({
    ...layer,
    ...(counts.get(index) ?? { components: 0, vulnerable: 0 }),
  }))
  const { base } = found.image
  const newer = base && (await findNewerBase(db, accountUuid, { branchUuid, digest: base.digest }))
  return { ...found.image, layers, base: base && { ...base, newer } }
}

/** What the last check of a watched image found. */
async function findNewerBase(
  db: Database,
  accountUuid: string,
  { branchUuid, digest }: { branchUuid: string; digest: string },
) {
  const { rows } = await sql<{ newer: NewerBase }>`
    select newer_base as newer from branch
    join watched_image on watched_image.account_uuid = branch.account_uuid
      and watched_image.project_uuid = branch.project_uuid and watched_image.tag = branch.name
    where branch.account_uuid = ${accountUuid} and branch.uuid = ${branchUuid}
      and newer_base ->> 'than' = ${digest}
    limit 1`.execute(db)
  return rows[0] ? wireNewerBase(rows[0].newer) : null
}

async function countByLayer(
  db: Database,
  accountUuid: string,
  { branchUuid, number }: { branchUuid: string; number: number },
): Promise<Map<number, { components: number; vulnerable: number }>> {
  const { rows } = await sql<{ layer: number; components: number; vulnerable: number }>`
    with found as (
      select distinct ecosystem, package_name from finding
      where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}
        and introduced_number <= ${number} and (ended_number is null or ended_number > ${number}))
    select (sbom_fields -> 'layer' ->> 'index')::int as layer, count(*)::int as components,
      count(found.package_name)::int as vulnerable
    from component_of_branch component left join found using (ecosystem, package_name)
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}
      and introduced_number <= ${number} and (ended_number is null or ended_number > ${number})
      and sbom_fields -> 'layer' is not null
    group by 1`.execute(db)
  return new Map(rows.map(({ layer, ...counts }) => [layer, counts]))
}
