import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { type Candidate, candidateRows, type Selection, selectedBranches } from './dependency-store.ts'

export interface OpenRow {
  position: number
  openFindings: number
  /** Distinct advisories. */
  vulnerabilities: { severity: Severity; count: number }[]
  /** For a distribution's package, the source package used to search for a fix. */
  release: string | null
  source: { name: string; version: string } | null
}

/** Open findings of exactly these versions in the selected branches. */
export async function readOpenFindings(
  db: Database,
  scope: Scope,
  { selection, candidates }: { selection: Selection; candidates: readonly Candidate[] },
): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    with open as materialized (
      select candidate.position, finding.severity, finding.advisory_uuid, affected.span
      from ${candidateRows(candidates)}
      cross join lateral (
        select * from finding
        where account_uuid = ${scope.accountUuid} and ended_at is null
          and package_name = any(candidate."packageNames") and ecosystem = candidate.ecosystem
        offset 0) finding
      cross join lateral (
        select span from jsonb_array_elements(finding.versions) span
        where span->>'version' = candidate.version and span->'to' = 'null'::jsonb limit 1) affected
      join branch on branch.uuid = finding.branch_uuid
      cross join project
      where ${selectedBranches(scope, selection)}
    ), by_severity as (
      select position, severity, count(distinct advisory_uuid)::int as count, count(*)::int as findings,
        min(span->>'release') as release, (array_agg(span->'source') filter (where span ? 'source'))[1] as source
      from open group by position, severity
    )
    select position, sum(findings)::int as "openFindings", min(release) as release,
      (array_agg(source) filter (where source is not null))[1] as source,
      jsonb_agg(jsonb_build_object('severity', severity, 'count', count)) as vulnerabilities
    from by_severity group by position`.execute(db)
  return rows
}
