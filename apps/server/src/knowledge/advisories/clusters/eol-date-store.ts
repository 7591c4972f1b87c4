import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { ReleaseCycle, SupportedProduct } from '@assay/engine/stability/eol-dates.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

/** Replaces the end-of-life dates of products. Returns the packages that changed. */
export async function saveEolDates(
  db: Database,
  products: readonly SupportedProduct[],
): Promise<{ ecosystem: string; name: string }[]> {
  const changed: { ecosystem: string; name: string }[] = []
  for (const { title, packages, cycles } of products) {
    for (const { ecosystem, name } of packages) {
      const about = { product: title, cycles: jsonText(cycles) }
      const rows = await db
        .insertInto('support_end')
        .values({ ecosystem, package_name: name, ...about })
        .onConflict((conflict) =>
          conflict
            .columns(['ecosystem', 'package_name'])
            .doUpdateSet(about)
            .where(
              sql<boolean>`(support_end.product, support_end.cycles) is distinct from (excluded.product, excluded.cycles)`,
            ),
        )
        .returning('ecosystem')
        .execute()
      if (rows.length > 0) changed.push({ ecosystem, name })
    }
  }
  return changed
}

/** End-of-life dates of the ecosystems' packages: a few hundred in total. */
export async function listEolDates(
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
    title,
    packages: [{ ecosystem: ecosystem as EcosystemId, name }],
    cycles: cycles as ReleaseCycle[],
  }))
}
