import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { ReleaseCycle, SupportedProduct } from '@assay/engine/stability/support-ends.ts'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'

/** Takes what products say of their packages in place of what was known of them. */
export async function saveSupportEnds(db: Database, products: readonly SupportedProduct[]): Promise<void> {
  for (const { title, packages, cycles } of products) {
    for (const { ecosystem, name } of packages) {
      const about = { product: title, cycles: jsonText(cycles) }
      await db
        .insertInto('support_end')
        .values({ ecosystem, package_name: name, ...about })
        .onConflict((conflict) => conflict.columns(['ecosystem', 'package_name']).doUpdateSet(about))
        .execute()
    }
  }
}

/** What is known of the ecosystems' packages: some hundred of all. */
export async function listSupportEnds(
  db: Database,
  ecosystems: readonly (EcosystemId | null)[],
): Promise<SupportedProduct[]> {
  const ids = [...new Set(ecosystems)].filter((id) => id !== null)
  const rows = await db
    .selectFrom('support_end')
    .selectAll()
    .where('ecosystem', '=', sql<string>`any(${ids})`)
    .execute()
  return rows.map(({ ecosystem, package_name: name, product: title, cycles }) => ({
    ...{ title, packages: [{ ecosystem: ecosystem as EcosystemId, name }] },
    cycles: cycles as ReleaseCycle[],
  }))
}
