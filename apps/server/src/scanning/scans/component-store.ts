import type { Component, ComponentLayer } from '@assay/engine/inventory.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Database, Tx } from '#platform/database/database.ts'

// What is known of a component is stored once for all branches (component_content), and with each branch only where it
// has it (component_use). All other folders read the view `component`.

/** What only an SBOM says of a component: hashes, references, and where and how it was found. */
export interface SbomFields extends Pick<Component, 'hashes' | 'references' | 'sureness' | 'evidence'> {
  /** Without the digest, so that a rebuilt image has the same components. */
  layer?: Omit<ComponentLayer, 'diffId'>
  /** Packages of the pedigree, as advisories name them. */
  ancestors?: { ecosystem: string | null; packageName: string }[]
}

export interface ComponentRow extends ComponentContent {
  /** Of the whole row, in hex. */
  digest: string
  scope: string
  isDirect: boolean | null
  requiredBy: string[]
  locations: string[]
}

/** Before it is stored. */
export type DigestedRow = Omit<ComponentRow, 'content'>

/** The part that does not depend on the branch. */
export interface ComponentContent {
  /** Its digest in hex. */
  content: string
  ecosystem: string | null
  packageName: string
  name: string
  version: string
  purl: string | null
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
    select encode(digest, 'hex') as digest from component_use component
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid} and ${isCurrent}`.execute(db)
  return new Set(rows.map(({ digest }) => digest))
}

/** Rows per statement. */
const rowsAtOnce = 10_000

/**
 * Stores what is not stored yet. Returns the digests of that. Until the transaction ends, no content is removed: the
 * caller may use all of them.
 */
export async function shareContents(
  tx: Tx,
  scope: Scope,
  rows: readonly ComponentContent[],
): Promise<string[]> {
  if (rows.length === 0) return []
  // In one order, so that concurrent scans of equal components wait for each other instead of deadlocking.
  const byDigest = new Map(rows.map((row) => [row.content, row]))
  const digests = [...byDigest.keys()].sort()
  // The trigger of component_use has the exclusive lock of the same name.
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${`components ${scope.accountUuid}`}, 0))`.execute(
    tx,
  )
  const unknown = await listUnknown(tx, scope, digests)
  for (let start = 0; start < unknown.length; start += rowsAtOnce) {
    const some = unknown.slice(start, start + rowsAtOnce)
    await insertContents(
      tx,
      scope,
      some.map((digest) => byDigest.get(digest)!),
    )
  }
  return unknown
}

async function listUnknown(tx: Tx, scope: Scope, digests: readonly string[]): Promise<string[]> {
  // A scalar subquery is always a lookup in the primary key.
  const { rows } = await sql<{ digest: string }>`
    select digest from unnest(${digests}::text[]) with ordinality given (digest, position)
    where (select true from component_content known
      where known.account_uuid = ${scope.accountUuid} and known.digest = decode(given.digest, 'hex')) is null
    order by position`.execute(tx)
  return rows.map(({ digest }) => digest)
}

/** Uses one array per column, so that the statement text is the same for any number of rows. */
const columnsOf =
  <Row>(rows: readonly Row[]) =>
  <T>(pick: (row: Row) => T): RawBuilder<T[]> =>
    sql`${rows.map(pick)}`

async function insertContents(tx: Tx, scope: Scope, rows: readonly ComponentContent[]): Promise<void> {
  const column = columnsOf(rows)
  await sql`
    insert into component_content (account_uuid, digest, ecosystem, package_name, name, version, purl, licenses,
      license_source, license_registry, licensed_at, copyright, violations, latest_patch, latest_minor, latest_major,
      has_known_releases, libyears, stability, license_warning, source_name, source_version, sbom_fields)
    select ${scope.accountUuid}::uuid, decode(digest, 'hex'), ecosystem, package_name, name, version, purl,
      licenses::text[], license_source, license_registry, licensed_at, copyright, violations::jsonb, latest_patch,
      latest_minor, latest_major, has_known_releases, libyears, stability::text[], license_warning, source_name,
      source_version, sbom_fields::jsonb
    from unnest(
      ${column((row) => row.content)}::text[], ${column((row) => row.ecosystem)}::text[],
      ${column((row) => row.packageName)}::text[], ${column((row) => row.name)}::text[],
      ${column((row) => row.version)}::text[], ${column((row) => row.purl)}::text[],
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
    ) as t(digest, ecosystem, package_name, name, version, purl, licenses, license_source, license_registry,
      licensed_at, copyright, violations, latest_patch, latest_minor, latest_major, has_known_releases, libyears,
      stability, license_warning, source_name, source_version, sbom_fields)
    on conflict do nothing`.execute(tx)
}

/** Of one branch. The contents are stored already. */
export async function insertUses(
  tx: Tx,
  scope: Scope,
  { branchUuid, number, rows }: { branchUuid: string; number: number; rows: readonly ComponentRow[] },
): Promise<void> {
  // Not sorted: in the order of the primary key, each page of its index is split in halves and stays half empty.
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const column = columnsOf(rows.slice(start, start + rowsAtOnce))
    await sql`
      insert into component_use (account_uuid, branch_uuid, introduced_number, digest, content, scope, is_direct,
        required_by, locations)
      select ${scope.accountUuid}::uuid, ${branchUuid}::uuid, ${number}::int, decode(digest, 'hex'),
        decode(content, 'hex'), scope, is_direct, required_by::text[], locations::text[]
      from unnest(
        ${column((row) => row.digest)}::text[], ${column((row) => row.content)}::text[],
        ${column((row) => row.scope)}::text[], ${column((row) => row.isDirect)}::boolean[],
        ${column((row) => arrayLiteral(row.requiredBy))}::text[], ${column((row) => arrayLiteral(row.locations))}::text[]
      ) as t(digest, content, scope, is_direct, required_by, locations)`.execute(tx)
  }
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
    update component_use component set ended_number = ${ended.number}
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${ended.branchUuid} and ${isCurrent}
      and digest in (select decode(d, 'hex') from unnest(${ended.digests}::text[]) d)`.execute(tx)
}

/** Of current components of which nothing else changed. */
export async function updateRequirers(
  tx: Tx,
  scope: Scope,
  { branchUuid, rows }: { branchUuid: string; rows: readonly Pick<ComponentRow, 'digest' | 'requiredBy'>[] },
): Promise<void> {
  if (rows.length === 0) return
  const column = columnsOf(rows)
  await sql`
    update component_use component set required_by = given.required_by::text[]
    from unnest(${column((row) => row.digest)}::text[], ${column((row) => arrayLiteral(row.requiredBy))}::text[])
      given(digest, required_by)
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid} and ${isCurrent}
      and component.digest = decode(given.digest, 'hex')`.execute(tx)
}
