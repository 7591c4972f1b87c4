import type {
  AffectedVersion,
  EndedFinding,
  FoundFinding,
  OpenFinding,
} from '@assay/engine/lifetimes/finding.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'

/** One affected version in a finding's history, with the numbers of the scans that saw it first and no more. */
export interface VersionSpan extends AffectedVersion {
  from: number
  to: number | null
}

export interface KnownFinding extends OpenFinding {
  spans: VersionSpan[]
  facts: string
}

export interface LockedBranch {
  uuid: string
  projectUuid: string
  lastNumber: number
  /** Epoch ms. */
  lastScannedAt: number | null
  last: { vulnerabilityCount: number; identifiedTotal: number; addressedTotal: number }
  open: KnownFinding[]
}

/** The branch as its last scan left it, held until the transaction ends. */
export async function lockBranch(tx: Tx, scope: Scope, uuid: string): Promise<LockedBranch> {
  const branch = await tx
    .selectFrom('branch')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const last = await tx
    .selectFrom('scan')
    .select([
      'vulnerability_count as vulnerabilityCount',
      'identified_total as identifiedTotal',
      'addressed_total as addressedTotal',
    ])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', uuid)
    .where('number', '=', branch.last_number)
    .executeTakeFirst()
  return {
    ...{ uuid, projectUuid: branch.project_uuid, lastNumber: branch.last_number },
    lastScannedAt: branch.last_scanned_at?.getTime() ?? null,
    last: last ?? { vulnerabilityCount: 0, identifiedTotal: 0, addressedTotal: 0 },
    open: await listOpenFindings(tx, scope, uuid),
  }
}

/** With the advisory that took in the one of the finding, should a feed have joined them. */
async function listOpenFindings(db: Database, scope: Scope, branchUuid: string): Promise<KnownFinding[]> {
  const rows = await db
    .selectFrom('finding')
    .leftJoin('advisory', 'advisory.uuid', 'finding.advisory_uuid')
    .selectAll('finding')
    .select('advisory.joined_into as joinedInto')
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('ended_at', 'is', null)
    .orderBy('introduced_number')
    .execute()
  return rows.map((row) => {
    const spans = row.versions as VersionSpan[]
    return {
      ...{
        uuid: row.uuid,
        ecosystem: row.ecosystem as KnownFinding['ecosystem'],
        packageName: row.package_name,
      },
      ...{ advisoryUuid: row.joinedInto ?? row.advisory_uuid, displayName: row.display_name, spans },
      versions: spans.filter(({ to }) => to === null),
      introducedAt: row.introduced_at.getTime(),
      publishedAt: row.published_at?.getTime() ?? null,
      facts: factsKey({
        ...{ advisoryUuid: row.advisory_uuid, cve: row.cve, severity: row.severity, cvss: row.cvss },
        ...{ fixedVersions: row.fixed_versions, publishedAt: row.published_at?.getTime() ?? null },
      }),
    }
  })
}

type Facts = Pick<FoundFinding, 'advisoryUuid' | 'cve' | 'cvss' | 'fixedVersions' | 'publishedAt'> & {
  severity: string
}

/** Equal when the advisory says the same; single precision is what the column keeps. */
export const factsKey = (facts: Facts): string =>
  JSON.stringify([
    ...[
      facts.advisoryUuid,
      facts.cve,
      facts.severity,
      facts.cvss === null ? null : Math.round(facts.cvss * 10),
    ],
    ...[facts.fixedVersions, facts.publishedAt],
  ])

export interface NewFinding {
  uuid: string
  branchUuid: string
  projectUuid: string
  number: number
  at: Date
  found: FoundFinding
}

/** Far below the protocol's 65,535 parameters. */
const rowsAtOnce = 1000

export async function insertFindings(tx: Tx, scope: Scope, findings: NewFinding[]): Promise<void> {
  const rows = findings.map(({ uuid, branchUuid, projectUuid, number, at, found }) => ({
    ...{ account_uuid: scope.accountUuid, uuid, branch_uuid: branchUuid, project_uuid: projectUuid },
    ...{ ecosystem: found.ecosystem, package_name: found.packageName, display_name: found.displayName },
    ...factsOf(found),
    versions: jsonText(found.versions.map((version) => ({ ...version, from: number, to: null }))),
    ...{ introduced_number: number, introduced_at: at },
  }))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await tx
      .insertInto('finding')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
  }
}

const factsOf = (found: FoundFinding) => ({
  advisory_uuid: found.advisoryUuid,
  cve: found.cve,
  severity: found.severity,
  cvss: found.cvss,
  category: found.category,
  published_at: found.publishedAt === null ? null : new Date(found.publishedAt),
  fixed_versions: found.fixedVersions,
})

export const updateFinding = (
  tx: Tx,
  scope: Scope,
  change: { uuid: string; found: FoundFinding; spans: VersionSpan[] },
) =>
  tx
    .updateTable('finding')
    .set({ ...factsOf(change.found), versions: jsonText(change.spans) })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', change.uuid)
    .execute()

export async function endFindings(
  tx: Tx,
  scope: Scope,
  end: { ended: EndedFinding[]; number: number; at: Date },
): Promise<void> {
  if (end.ended.length === 0) return
  const { ended, number, at } = end
  await sql`
    update finding set
      ended_number = ${number}, ended_at = ${at}, end_kind = given.kind, fixed_by = given.fixed_by,
      days_to_fix = given.days,
      versions = (select jsonb_agg(case when v->'to' = 'null' then jsonb_set(v, '{to}', to_jsonb(${number}::int)) else v end)
                  from jsonb_array_elements(versions) v)
    from unnest(
      ${ended.map(({ finding }) => finding.uuid)}::uuid[], ${ended.map(({ kind }) => kind)}::text[],
      ${ended.map(({ fixedBy }) => fixedBy)}::text[], ${ended.map(({ daysToFix }) => daysToFix)}::int[]
    ) as given(uuid, kind, fixed_by, days)
    where finding.account_uuid = ${scope.accountUuid} and finding.uuid = given.uuid`.execute(tx)
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
  violations: { policy: string; license: string }[]
  latestPatch: string | null
  latestMinor: string | null
  latestMajor: string | null
  stability: string[]
}

/** Digests, in hex, of the branch's components as they stand. */
export async function listComponentDigests(
  db: Database,
  scope: Scope,
  branchUuid: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ digest: string }>`
    select encode(digest, 'hex') as digest from component
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid} and ended_number is null`.execute(
    db,
  )
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

/** One array a column: the statement's text is the same for any number of rows. */
async function insertSomeComponents(
  tx: Tx,
  scope: Scope,
  { branchUuid, number, rows }: { branchUuid: string; number: number; rows: ComponentRow[] },
): Promise<void> {
  const column = <T>(pick: (row: ComponentRow) => T): RawBuilder<T[]> => sql`${rows.map(pick)}`
  await sql`
    insert into component (account_uuid, branch_uuid, introduced_number, digest, ecosystem, package_name, name,
      version, purl, scope, is_direct, required_by, locations, licenses, violations, latest_patch, latest_minor,
      latest_major, stability)
    select ${scope.accountUuid}::uuid, ${branchUuid}::uuid, ${number}::int, decode(digest, 'hex'), ecosystem, package_name,
      name, version, purl, scope, is_direct, required_by::text[], locations::text[], licenses::text[],
      violations::jsonb, latest_patch, latest_minor, latest_major, stability::text[]
    from unnest(
      ${column((row) => row.digest)}::text[], ${column((row) => row.ecosystem)}::text[],
      ${column((row) => row.packageName)}::text[], ${column((row) => row.name)}::text[],
      ${column((row) => row.version)}::text[], ${column((row) => row.purl)}::text[],
      ${column((row) => row.scope)}::text[], ${column((row) => row.isDirect)}::boolean[],
      ${column((row) => arrayLiteral(row.requiredBy))}::text[], ${column((row) => arrayLiteral(row.locations))}::text[],
      ${column((row) => arrayLiteral(row.licenses))}::text[], ${column((row) => JSON.stringify(row.violations))}::text[],
      ${column((row) => row.latestPatch)}::text[], ${column((row) => row.latestMinor)}::text[],
      ${column((row) => row.latestMajor)}::text[], ${column((row) => arrayLiteral(row.stability))}::text[]
    ) as t(digest, ecosystem, package_name, name, version, purl, scope, is_direct, required_by, locations, licenses,
      violations, latest_patch, latest_minor, latest_major, stability)`.execute(tx)
}

/** Arrays of arrays of unlike length are no SQL: the inner ones travel as text. */
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
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${ended.branchUuid} and ended_number is null
      and digest in (select decode(d, 'hex') from unnest(${ended.digests}::text[]) d)`.execute(tx)
}

export interface ScanRow {
  uuid: string
  branchUuid: string
  projectUuid: string
  buildUuid: string
  number: number
  at: Date
  scores: { security: number; stability: number; licensing: number }
  penalties: { security: number; stability: number; licensing: number }
  formulaVersion: number
  outcome: string
  componentCount: number
  languages: string[]
  files: string[]
  vulnerabilityCount: number
  vulnerabilityDelta: number
  identifiedCount: number
  mitigationCount: number
  identifiedTotal: number
  addressedTotal: number
  issues: unknown[]
  excluded: unknown[]
  indexVersions: Record<string, number>
}

/** The scan, its branch's newest state and the day's counter. */
export async function insertScan(tx: Tx, scope: Scope, scan: ScanRow): Promise<void> {
  const account_uuid = scope.accountUuid
  await tx
    .insertInto('scan')
    .values({
      ...{ account_uuid, branch_uuid: scan.branchUuid, number: scan.number, uuid: scan.uuid },
      ...{ project_uuid: scan.projectUuid, build_uuid: scan.buildUuid, scanned_at: scan.at },
      ...{ security_score: scan.scores.security, security_penalty: scan.penalties.security },
      ...{ stability_score: scan.scores.stability, stability_penalty: scan.penalties.stability },
      ...{ licensing_score: scan.scores.licensing, licensing_penalty: scan.penalties.licensing },
      ...{
        formula_version: scan.formulaVersion,
        outcome: scan.outcome,
        component_count: scan.componentCount,
      },
      ...{ languages: scan.languages, files: scan.files },
      ...{ vulnerability_count: scan.vulnerabilityCount, vulnerability_delta: scan.vulnerabilityDelta },
      ...{ identified_count: scan.identifiedCount, mitigation_count: scan.mitigationCount },
      ...{ identified_total: scan.identifiedTotal, addressed_total: scan.addressedTotal },
      ...{ issues: jsonText(scan.issues), excluded: jsonText(scan.excluded) },
      index_versions: jsonText(scan.indexVersions),
    })
    .execute()
  await tx
    .updateTable('branch')
    .set({ last_number: scan.number, last_scan_uuid: scan.uuid, last_scanned_at: scan.at })
    .where('account_uuid', '=', account_uuid)
    .where('uuid', '=', scan.branchUuid)
    .execute()
  await tx
    .insertInto('branch_day')
    .values({ account_uuid, day: scan.at.toISOString().slice(0, 10), branch_uuid: scan.branchUuid, scans: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_uuid', 'day', 'branch_uuid'])
        .doUpdateSet((eb) => ({ scans: eb('branch_day.scans', '+', 1) })),
    )
    .execute()
}
