import type { DojoSeverity } from '@assay/contract/intake/defect-dojo.ts'
import { isoDay } from '@assay/engine/time.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import type { Scope } from '#auth/scope.ts'
import { readAccountBriefs } from '#knowledge/own-advisories/texts.ts'
import type { Database } from '#platform/database/database.ts'
import { type Found, foundPages } from '#reporting/reports/findings/list-findings.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'

/** Findings of a scan as generic findings, whose ids stay the same after an upgrade that stays vulnerable. */
export async function describeFindings(db: Database, scope: Scope, scan: ScanRow): Promise<object[]> {
  const findings: object[] = []
  for await (const page of foundPages({ db }, scope, scan)) {
    const briefs = await readAccountBriefs(db, scope, new Set(page.map(({ advisoryUuid }) => advisoryUuid)))
    findings.push(
      ...page.map((found) => ({
        ...describeFinding(found, briefs.get(found.advisoryUuid)),
        ...(found.excluded === null ? { active: true } : { active: false, risk_accepted: true }),
      })),
    )
  }
  return findings
}

const severities: Readonly<Record<Found['severity'], DojoSeverity>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  NONE: 'Info',
  SUGGEST: 'Info',
  NA: 'Medium',
}

type Brief = { ids: string[]; summary: string } | undefined

/** Without its state. */
export function describeFinding(found: Found, brief: Brief) {
  const { advisoryUuid, ecosystem, name, affected, cvss, severity, fixedVersions, row } = found
  const id = displayId(found)
  const versions = affected.map(({ version }) => version)
  const [fix] = nearestFixes({ ecosystem, versions, fixedVersions })
  const [file] = affected.flatMap(({ locations }) => locations)
  return {
    title: `${id} in ${name}`,
    description: brief?.summary || `${name} ${versions.join(', ')} is affected by ${id}.`,
    severity: severities[severity],
    vulnerability_ids: [...new Set([id, ...(brief?.ids ?? [])])],
    vuln_id_from_tool: id,
    unique_id_from_tool: `${ecosystem}/${name}/${advisoryUuid}`,
    component_name: name,
    component_version: versions.join(', ').slice(0, 100),
    ...(file !== undefined && { file_path: file }),
    ...(cvss !== null && { cvssv3_score: cvss }),
    ...(row && { date: isoDay(row.introduced_at) }),
    fix_available: fix !== undefined,
    ...(fix !== undefined && { fix_version: fix, mitigation: `Upgrade ${name} to ${fix}.` }),
    static_finding: true,
  }
}
