import type {
  AffectedVersion,
  EndedFinding,
  FoundFinding,
  OpenFinding,
} from '@assay/engine/lifetimes/finding.ts'
import type { Usage } from '@assay/engine/package-usage.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { OpeningCause } from '#platform/outbox/events.ts'
import { jsonText } from '#platform/database/json-text.ts'

/** An affected version in a finding's history, with the numbers of the first scan that had it and the first without it. */
export interface VersionSpan extends AffectedVersion {
  from: number
  to: number | null
}

export interface KnownFinding extends OpenFinding {
  cve: string | null
  publicId: string | null
  spans: VersionSpan[]
  severity: Severity
  facts: string
}

/** Whether all records are marked as withdrawn; one that its source dropped has no digest. */
const isWithdrawn = sql<boolean>`exists (select from own_advisory
    where own_advisory.account_uuid = finding.account_uuid and own_advisory.uuid = finding.advisory_uuid
      and own_advisory.withdrawn_at is not null)
  or exists (select from advisory_record
    where advisory_uuid = coalesce(advisory.joined_into, finding.advisory_uuid))
  and not exists (select from advisory_record
    where advisory_uuid = coalesce(advisory.joined_into, finding.advisory_uuid)
      and (withdrawn_at is null or digest = ''))`.as('isWithdrawn')

/** By branch. If advisories were merged, under the one that the finding's advisory was merged into. */
export async function listOpenFindings(
  db: Database,
  scope: Scope,
  branchUuids: readonly string[],
): Promise<Map<string, KnownFinding[]>> {
  const rows = await db
    .selectFrom('finding')
    .leftJoin('advisory', 'advisory.uuid', 'finding.advisory_uuid')
    .selectAll('finding')
    .select('advisory.joined_into as joinedInto')
    .select(isWithdrawn)
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', sql<string>`any(${[...branchUuids]}::uuid[])`)
    .where('ended_at', 'is', null)
    .orderBy('introduced_number')
    .execute()
  const known = rows.map((row) => {
    const spans = row.versions as VersionSpan[]
    return {
      branchUuid: row.branch_uuid,
      uuid: row.uuid,
      ecosystem: row.ecosystem as KnownFinding['ecosystem'],
      packageName: row.package_name,
      advisoryUuid: row.joinedInto ?? row.advisory_uuid,
      displayName: row.display_name,
      cve: row.cve,
      publicId: row.public_id,
      spans,
      versions: spans.filter(({ to }) => to === null),
      introducedAt: row.introduced_at.getTime(),
      publishedAt: row.published_at?.getTime() ?? null,
      isWithdrawn: row.isWithdrawn,
      severity: row.severity as Severity,
      facts: factsKey({
        advisoryUuid: row.advisory_uuid,
        cve: row.cve,
        cves: row.cves,
        publicId: row.public_id,
        severity: row.severity,
        cvss: row.cvss,
        fixedVersions: row.fixed_versions,
        publishedAt: row.published_at?.getTime() ?? null,
        usage: (row.usage ?? undefined) as Usage | undefined,
      }),
    }
  })
  return Map.groupBy(known, ({ branchUuid }) => branchUuid)
}

type AdvisoryFacts = Pick<
  FoundFinding,
  'advisoryUuid' | 'cve' | 'cves' | 'publicId' | 'cvss' | 'fixedVersions' | 'publishedAt'
> & {
  severity: string
  usage?: Usage | undefined
}

/** Compares the stored fields of advisory and usage, with single precision as in the column. */
export const factsKey = (facts: AdvisoryFacts): string =>
  JSON.stringify([
    facts.advisoryUuid,
    facts.cve,
    facts.cves,
    facts.publicId,
    facts.severity,
    facts.cvss === null ? null : Math.round(facts.cvss * 10),
    facts.fixedVersions,
    facts.publishedAt,
    usageKey(facts.usage),
  ])

/** PostgreSQL orders the members of an object. */
const usageKey = (usage: Usage | undefined) =>
  usage && [
    usage.state,
    usage.reason,
    usage.place?.file,
    usage.place?.line,
    usage.module,
    usage.through,
    usage.symbol?.name,
    usage.checkedBy,
  ]

export interface NewFinding {
  uuid: string
  branchUuid: string
  projectUuid: string
  number: number
  at: Date
  found: FoundFinding
  /** Set once it is stored. */
  cause?: OpeningCause
}

/** Well below the protocol's limit of 65,535 parameters. */
const rowsAtOnce = 1000

export async function insertFindings(tx: Tx, scope: Scope, findings: NewFinding[]): Promise<void> {
  const rows = findings.map(({ uuid, branchUuid, projectUuid, number, at, found }) => ({
    account_uuid: scope.accountUuid,
    uuid,
    branch_uuid: branchUuid,
    project_uuid: projectUuid,
    ecosystem: found.ecosystem,
    package_name: found.packageName,
    display_name: found.displayName,
    ...factsOf(found),
    versions: jsonText(found.versions.map((version) => ({ ...version, from: number, to: null }))),
    introduced_number: number,
    introduced_at: at,
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
  cves: [...found.cves],
  public_id: found.publicId,
  severity: found.severity,
  cvss: found.cvss,
  category: found.category,
  published_at: found.publishedAt === null ? null : new Date(found.publishedAt),
  fixed_versions: found.fixedVersions,
  usage: found.usage ? jsonText(found.usage) : null,
})

export const updateFinding = (
  tx: Tx,
  scope: Scope,
  change: { uuid: string; found: FoundFinding; spans: VersionSpan[] },
) =>
  tx
    .updateTable('finding')
    .set({ ...factsOf(change.found), versions: jsonText(change.spans), automatable: null })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', change.uuid)
    .execute()

export interface RecordedEnd {
  ended: EndedFinding
  number: number
  at: Date
}

export async function endFindings(tx: Tx, scope: Scope, ends: readonly RecordedEnd[]): Promise<void> {
  if (ends.length === 0) return
  await sql`
    update finding set
      ended_number = given.number, ended_at = given.at, end_kind = given.kind, fixed_by = given.fixed_by,
      days_to_fix = given.days,
      versions = (select jsonb_agg(case when v->'to' = 'null' then jsonb_set(v, '{to}', to_jsonb(given.number)) else v end)
                  from jsonb_array_elements(versions) v)
    from unnest(
      ${ends.map(({ ended }) => ended.finding.uuid)}::uuid[], ${ends.map(({ ended }) => ended.kind)}::text[],
      ${ends.map(({ ended }) => ended.fixedBy)}::text[], ${ends.map(({ ended }) => ended.daysToFix)}::int[],
      ${ends.map(({ number }) => number)}::int[], ${ends.map(({ at }) => at)}::timestamptz[]
    ) as given(uuid, kind, fixed_by, days, number, at)
    where finding.account_uuid = ${scope.accountUuid} and finding.uuid = given.uuid`.execute(tx)
}
