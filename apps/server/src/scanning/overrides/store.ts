import { overrideOf } from '@assay/engine/licenses/override-of.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { LicenseOverride } from '@assay/engine/licenses/choose-licenses.ts'
import { type Selectable, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import type { PackageVersion } from './read-package.ts'

export type OverrideKind = 'license' | 'copyright'
export type OverrideRow = Selectable<Schema['component_override']>

export interface OverrideOf extends PackageVersion {
  kind: OverrideKind
}

/** By name and version. */
export const overridePages = (db: Database, scope: Scope, kind: OverrideKind) =>
  readPages((after: OverrideRow | undefined) =>
    readPage<OverrideRow>(db, {
      query: overridesOf(db, scope, kind)
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(package_name, ecosystem, version)
              > (${after!.package_name}, ${after!.ecosystem}, ${after!.version})`,
          ),
        )
        .orderBy('package_name')
        .orderBy('ecosystem')
        .orderBy('version')
        .limit(maxPageRows),
      order: sql`package_name, ecosystem, version`,
    }),
  )

/** All overrides that apply to scans of the account. */
export async function listLicenseOverrides(db: Database, scope: Scope): Promise<LicenseOverride[]> {
  return (await overridesOf(db, scope, 'license').execute()).map(licenseOverride)
}

/** The overrides that apply to one package. */
export const licenseOverridesOf = async (
  db: Database,
  scope: Scope,
  of: PackageVersion,
): Promise<LicenseOverride[]> =>
  (await listOverridesOf(db, scope, { ...of, kind: 'license' })).map(licenseOverride)

/** The override of the version, otherwise that of all versions; undefined if neither exists. */
export async function copyrightOverrideOf(
  db: Database,
  scope: Scope,
  of: PackageVersion,
): Promise<OverrideRow | undefined> {
  return overrideOf(await listOverridesOf(db, scope, { ...of, kind: 'copyright' }), of)
}

const licenseOverride = (row: OverrideRow): LicenseOverride => ({
  ecosystem: row.ecosystem as EcosystemId,
  packageName: row.package_name,
  version: row.version,
  license: row.content,
  at: row.created_at.getTime(),
})

/** The overrides of a package, of any version. */
const listOverridesOf = (
  db: Database,
  scope: Scope,
  { kind, ecosystem, name }: Omit<OverrideOf, 'version'>,
): Promise<OverrideRow[]> =>
  overridesOf(db, scope, kind)
    .where('ecosystem', '=', ecosystem.id)
    .where('package_name', '=', ecosystem.normalizeName(name))
    .execute()

interface NewOverride extends OverrideOf {
  content: string
  createdBy: string
}

/** Replaces an earlier override. */
export async function upsertOverride(tx: Tx, scope: Scope, override: NewOverride): Promise<OverrideRow> {
  const { kind, ecosystem, name, version, content, createdBy } = override
  const row = await tx
    .insertInto('component_override')
    .values({
      account_uuid: scope.accountUuid,
      kind,
      ecosystem: ecosystem.id,
      package_name: ecosystem.normalizeName(name),
      version,
      name,
      content,
      created_by: createdBy,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_uuid', 'kind', 'package_name', 'ecosystem', 'version'])
        .doUpdateSet({ name, content, created_by: createdBy, created_at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await checkLimit(tx, scope, 'overrides')
  return row
}

/** The override of exactly this version, locked until the transaction ends. */
export const lockOverride = (tx: Tx, scope: Scope, of: OverrideOf): Promise<OverrideRow | undefined> =>
  overridesOf(tx, scope, of.kind)
    .where('ecosystem', '=', of.ecosystem.id)
    .where('package_name', '=', of.ecosystem.normalizeName(of.name))
    .where('version', '=', of.version)
    .forUpdate()
    .executeTakeFirst()

/** undefined if there was none. */
export const deleteOverride = (tx: Tx, scope: Scope, of: OverrideOf): Promise<OverrideRow | undefined> =>
  tx
    .deleteFrom('component_override')
    .where('account_uuid', '=', scope.accountUuid)
    .where('kind', '=', of.kind)
    .where('ecosystem', '=', of.ecosystem.id)
    .where('package_name', '=', of.ecosystem.normalizeName(of.name))
    .where('version', '=', of.version)
    .returningAll()
    .executeTakeFirst()

const overridesOf = (db: Database, scope: Scope, kind: OverrideKind) =>
  db
    .selectFrom('component_override')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('kind', '=', kind)
