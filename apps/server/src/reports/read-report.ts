import type { Report } from '@assay/contract/reports.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { readTexts } from '../advisories/read-texts.ts'
import type { Parts } from '../app.ts'
import type { Scope } from '../auth/scope.ts'
import { describeExclusions } from '../exclusions/store.ts'
import { fullReport } from './full-report.ts'
import { listComponentsAt, listFindingsAt, type ScanRow } from './store.ts'

type Where = Pick<Parts, 'db' | 'advisories'>

/** Puts a stored scan together into the wire's full report. */
export async function readReport(
  { db, advisories }: Where,
  scope: Scope,
  of: { project: { uuid: string; url: string }; branch: string; scan: ScanRow },
): Promise<Report> {
  const { scan } = of
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  const [components, findings] = await Promise.all([
    listComponentsAt(db, scope, at),
    listFindingsAt(db, scope, at),
  ])
  const excluded = scan.excluded as FoundFinding[]
  const uuids = [
    ...findings.map(({ advisoryUuid }) => advisoryUuid),
    ...excluded.map(({ advisoryUuid }) => advisoryUuid),
  ]
  const ids = new Set(findings.map(({ ecosystem }) => ecosystem as EcosystemId))
  const exclusionUuids = excluded.map(({ exclusionUuid }) => exclusionUuid).filter((uuid) => uuid !== null)
  const exclusions = await describeExclusions(db, scope, exclusionUuids)
  return fullReport({
    ...of,
    ...{ components, findings },
    exclusions,
    texts: await readTexts(db, uuids),
    indexes: await advisories.load(ids),
  })
}
