import type { DojoFinding, DojoSeverity } from '@assay/contract/intake/defect-dojo.ts'
import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { Scope } from '#auth/scope.ts'
import { describeFinding } from '#integrations/defectdojo/describe-findings.ts'
import { readFindings } from '#intake/dependency-track/portfolio-findings-store.ts'
import { listSignals, worstSignal } from '#knowledge/advisories/clusters/signal-store.ts'
import { readAccountBriefs } from '#knowledge/own-advisories/texts.ts'
import type { Database } from '#platform/database/database.ts'
import { type Found, fromExcluded, fromRow } from '#reporting/reports/findings/list-findings.ts'
import { hasFlag, type ListedFinding } from './findings-store.ts'
import { testTypeId } from './wire.ts'

/** In the order given. */
export async function describeListed(
  db: Database,
  scope: Scope,
  items: readonly ListedFinding[],
): Promise<DojoFinding[]> {
  const uuids = items.flatMap(({ findingUuid }) => findingUuid ?? [])
  const rows = await readFindings(db, scope, uuids)
  const all = items.flatMap((item) => {
    const row = rows.get(item.findingUuid ?? '')
    if (item.excluded) return [{ item, found: fromExcluded(item.excluded) }]
    return row ? [{ item, found: fromRow(row) }] : []
  })
  const [briefs, signals] = await Promise.all([
    readAccountBriefs(db, scope, new Set(all.map(({ found }) => found.advisoryUuid))),
    listSignals(
      db,
      all.flatMap(({ found }) => found.cves),
    ),
  ])
  return all.map(({ item, found }) =>
    wireFinding(item, found, {
      brief: briefs.get(found.advisoryUuid),
      signal: worstSignal(signals, found.cves),
    }),
  )
}

interface Facts {
  brief: { ids: string[]; summary: string; cwes: string[] } | undefined
  signal: ReturnType<typeof worstSignal>
}

const numerical: Readonly<Record<DojoSeverity, string>> = {
  Critical: 'S0',
  High: 'S1',
  Medium: 'S2',
  Low: 'S3',
  Info: 'S4',
}

function wireFinding(item: ListedFinding, found: Found, { brief, signal }: Facts): DojoFinding {
  const described = describeFinding(found, brief)
  const [cwe] = (brief?.cwes ?? []).flatMap((each) => /^CWE-(\d{1,6})$/.exec(each)?.[1] ?? [])
  return {
    ...described,
    ...flagsOf(item),
    ...datesOf(item, found),
    id: item.id,
    test: item.test,
    found_by: item.scanType === null ? [] : [testTypeId(item.scanType)],
    numerical_severity: numerical[described.severity],
    vulnerability_ids: described.vulnerability_ids.map((each) => ({ vulnerability_id: each })),
    cwe: cwe === undefined ? null : Number(cwe),
    cvssv3_score: found.cvss,
    epss_score: signal?.epss ?? null,
    known_exploited: signal?.isKnownExploited ?? false,
    fix_version: described.fix_version ?? null,
    mitigation: described.mitigation ?? null,
    file_path: described.file_path ?? null,
    static_finding: true,
    dynamic_finding: false,
    ...nothing,
  }
}

const nothing = {
  tags: [],
  notes: [],
  files: [],
  endpoints: [],
  accepted_risks: [],
  finding_groups: [],
}

const statuses: Readonly<Record<ListedFinding['state'], string>> = {
  active: 'Active, Verified',
  'under review': 'Active, Verified, Under Review',
  mitigated: 'Inactive, Verified, Mitigated',
  inactive: 'Inactive, Verified',
  'false positive': 'Inactive, Verified, False Positive',
  'risk accepted': 'Inactive, Verified, Risk Accepted',
}

const flagsOf = ({ state }: ListedFinding) => ({
  active: hasFlag(state, 'active'),
  verified: true,
  false_p: hasFlag(state, 'false_p'),
  duplicate: false as const,
  out_of_scope: false as const,
  risk_accepted: hasFlag(state, 'risk_accepted'),
  under_review: hasFlag(state, 'under_review'),
  is_mitigated: hasFlag(state, 'is_mitigated'),
  display_status: statuses[state],
})

function datesOf({ state }: ListedFinding, { row }: Found) {
  const since = row?.introduced_at ?? null
  const until = row?.ended_at ?? null
  const age = since && Math.floor(((until?.getTime() ?? Date.now()) - since.getTime()) / dayMs)
  return {
    date: since && isoDay(since),
    created: since?.toISOString() ?? null,
    age,
    publish_date: row?.published_at ? isoDay(row.published_at) : null,
    mitigated: state === 'mitigated' && until ? until.toISOString() : null,
  }
}
