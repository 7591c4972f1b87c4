import type { Component, ComponentLayer } from '@assay/engine/inventory.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Database, Tx } from '#platform/database/database.ts'

/** What only an SBOM says of a component: hashes, references, and where and how it was found. */
export interface SbomFields extends Pick<Component, 'hashes' | 'references' | 'sureness' | 'evidence'> {
  /** Without the digest, so that a rebuilt image has the same components. */
  layer?: Omit<ComponentLayer, 'diffId'>
  /** Packages of the pedigree, as advisories name them. */
  ancestors?: { ecosystem: string | null; packageName: string }[]
}

export interface ComponentRow {
  digest: string
  ecosystem: string | null
  packageName: string
  name: string
  version: string
  purl: string | null
  scope: string
  isDirect: boolean | null
  requiredBy: string[]
  locations: string[]
  licenses: string[]
  /** null: declared in the documents, or no licenses. */
  licenseSource: 'registry' | 'override' | null
  licenseRegistry: string | null
  licensedAt: Date | null
  /** As written in the document. */
  copyright: string | null
  violations: { policy: string; license: string }[]
  licenseWarning: string | null
  /** The source package of a distribution's package, which advisories name; null if it is the same. */
  source: { name: string; version: string } | null
  /** Of an SBOM; null for other documents. */
  sbomFields: SbomFields | null
  latestPatch: string | null
  latestMinor: string | null
  latestMajor: string | null
  hasKnownReleases: boolean
  /** null: unknown. */
  libyears: number | null
  stability: string[]
}

/** Hex digests of the branch's current components. */
export async function listComponentDigests(
  db: Database,
  scope: Scope,
  branchUuid: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ digest: string }>`
    select encode(digest, 'hex') as digest from component
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid} and ${isCurrent}`.execute(db)
  return new Set(rows.map(({ digest }) => digest))
}

export async function insertComponents(
  tx: Tx,
  scope: Scope,
  added: { branchUuid: string; number: number; rows: ComponentRow[] },
): Promise<void> {
  for (let start = 0; start < added.rows.length; start += componentsAtOnce) {
    await insertSomeComponents(tx, scope, {
      ...added,
      rows: added.rows.slice(start, start + componentsAtOnce),
    })
  }
}

const componentsAtOnce = 10_000

/** Uses one array per column, so that the statement text is the same for any number of rows. */
async function insertSomeComponents(
  tx: Tx,
  scope: Scope,
  { branchUuid, number, rows }: { branchUuid: string; number: number; rows: ComponentRow[] },
): Promise<void> {
  const column = <T>(pick: (row: ComponentRow) => T): RawBuilder<T[]> => sql`${rows.map(pick)}`
  await sql`
    insert into component (account_uuid, branch_uuid, introduced_number, digest, ecosystem, package_name, name,
      version, purl, scope, is_direct, required_by, locations, licenses, license_source, license_registry,
      licensed_at, copyright, violations, latest_patch, latest_minor, latest_major, has_known_releases, libyears,
      stability, license_warning, source_name, source_version, sbom_fields)
    select ${scope.accountUuid}::uuid, ${branchUuid}::uuid, ${number}::int, decode(digest, 'hex'), ecosystem, package_name,
      name, version, purl, scope, is_direct, required_by::text[], locations::text[], licenses::text[],
      license_source, license_registry, licensed_at, copyright, violations::jsonb, latest_patch, latest_minor,
      latest_major, has_known_releases, libyears, stability::text[], license_warning, source_name, source_version,
      sbom_fields::jsonb
    from unnest(
      ${column((row) => row.digest)}::text[], ${column((row) => row.ecosystem)}::text[],
      ${column((row) => row.packageName)}::text[], ${column((row) => row.name)}::text[],
      ${column((row) => row.version)}::text[], ${column((row) => row.purl)}::text[],
      ${column((row) => row.scope)}::text[], ${column((row) => row.isDirect)}::boolean[],
      ${column((row) => arrayLiteral(row.requiredBy))}::text[], ${column((row) => arrayLiteral(row.locations))}::text[],
      ${column((row) => arrayLiteral(row.licenses))}::text[], ${column((row) => row.licenseSource)}::text[],
      ${column((row) => row.licenseRegistry)}::text[], ${column((row) => row.licensedAt)}::timestamptz[],
      ${column((row) => row.copyright)}::text[],
      ${column((row) => JSON.stringify(row.violations))}::text[],
      ${column((row) => row.latestPatch)}::text[], ${column((row) => row.latestMinor)}::text[],
      ${column((row) => row.latestMajor)}::text[], ${column((row) => row.hasKnownReleases)}::boolean[],
      ${column((row) => row.libyears)}::real[], ${column((row) => arrayLiteral(row.stability))}::text[],
      ${column((row) => row.licenseWarning)}::text[], ${column((row) => row.source?.name ?? null)}::text[],
      ${column((row) => row.source?.version ?? null)}::text[],
      ${column((row) => row.sbomFields && JSON.stringify(row.sbomFields))}::text[]
    ) as t(digest, ecosystem, package_name, name, version, purl, scope, is_direct, required_by, locations, licenses,
      license_source, license_registry, licensed_at, copyright, violations, latest_patch, latest_minor, latest_major,
      has_known_releases, libyears, stability, license_warning, source_name, source_version, sbom_fields)`.execute(
    tx,
  )
}

/** PostgreSQL has no jagged arrays, so inner arrays are sent as text. */
const arrayLiteral = (values: string[]) =>
  `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`

export async function endComponents(
  tx: Tx,
  scope: Scope,
  ended: { branchUuid: string; number: number; digests: string[] },
): Promise<void> {
  if (ended.digests.length === 0) return
  await sql`
    update component set ended_number = ${ended.number}
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${ended.branchUuid} and ${isCurrent}
      and digest in (select decode(d, 'hex') from unnest(${ended.digests}::text[]) d)`.execute(tx)
}
