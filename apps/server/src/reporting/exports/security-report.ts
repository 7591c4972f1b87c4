import { versionKey } from '@assay/engine/keys.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { SecurityReport } from '@assay/contract/report-exports.ts'
import { riskClass } from '@assay/engine/scoring/risk-class.ts'
import { toWireSeverity, wireSeverities, type Domain, type Severity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { outcomesOfScan, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import { coveredThen } from '#reporting/reports/stored/covered-then.ts'
import { findPageFixes } from '#reporting/reports/findings/find-page-fixes.ts'
import { findReport, type ReportChoice } from '#reporting/reports/stored/find-report.ts'
import { foundPages } from '#reporting/reports/findings/list-findings.ts'
import { languageOf } from '#reporting/reports/components/other-assessments.ts'
import { countComponents, countSeverities } from '#reporting/reports/findings/severity-store.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'
import { listScans } from '#scanning/scans/scan-list-store.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'advisories'>

const scansOfTrend = 30
const maxFixes = 10

/** Current scores of a branch, their trend, and the next fixes. */
export async function securityReport(
  context: Context,
  scope: Scope,
  choice: ReportChoice,
): Promise<SecurityReport> {
  const { db } = context
  const { project, branch, scan } = await findReport(db, scope, choice)
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  const [scans, counts, components, knowledge, nextFixes] = await Promise.all([
    listScans(db, scope, { branchUuid: scan.branch_uuid, limit: scansOfTrend }),
    countSeverities(db, scope, at),
    countComponents(db, scope, at),
    readKnowledge(context),
    findNextFixes(context, scope, scan),
  ])
  const [last, first] = [scans[0]!, scans.at(-1)!]
  const covered = coveredThen(last, knowledge)
  const { measured } = covered
  const deltaOf = (domain: Domain) =>
    measured[domain] && first.covered[domain] ? last[columns[domain]] - first[columns[domain]] : 0
  return {
    uuid: scan.uuid,
    project: { uuid: project.uuid, url: project.url, branch },
    timestamp: scan.scanned_at.getTime(),
    ...outcomesOfScan(scan, knowledge),
    ...covered,
    security: {
      score: scan.security_score,
      delta: deltaOf('security'),
      risk: riskClass(scan.security_score),
      vulnerabilityCount: last.vulnerability_count,
      vulnerabilityDelta: last.vulnerability_count - first.vulnerability_count,
      severities: wireCounts(counts),
    },
    stability: {
      score: scan.stability_score,
      delta: deltaOf('stability'),
      outdatedCount: components.outdated,
      libyears: scan.libyears,
    },
    licensing: {
      score: scan.licensing_score,
      delta: deltaOf('licensing'),
      undeclaredCount: components.undeclared,
      violationCount: components.violating,
    },
    componentCount: scan.component_count,
    trend: scans.map((each) => ({
      reportUUID: each.uuid,
      timestamp: each.scanned_at.getTime(),
      securityScore: each.security_score,
      stabilityScore: each.stability_score,
      licensingScore: each.licensing_score,
      ...coveredThen(each, knowledge),
      vulnerabilityCount: each.vulnerability_count,
      mitigationCount: each.mitigation_count,
      vulnerabilityDelta: each.vulnerability_delta,
    })),
    nextFixes,
  }
}

const columns = {
  security: 'security_score',
  stability: 'stability_score',
  licensing: 'licensing_score',
} as const satisfies Record<Domain, string>

const wireCounts = (counts: Partial<Record<Severity, number>>) =>
  Object.fromEntries(
    Object.entries(counts).map(([severity, count]) => [toWireSeverity[severity as Severity], count]),
  )

type NextFix = SecurityReport['nextFixes'][number]

/** Upgrades that close the most severe findings, then the most findings. */
async function findNextFixes(context: Context, scope: Scope, scan: ScanRow): Promise<NextFix[]> {
  const byVersion = new Map<string, NextFix>()
  for await (const page of foundPages(context, scope, scan)) {
    const counted = page.filter(({ excluded }) => excluded === null)
    const versions = counted.flatMap(({ ecosystem, name, affected, ...finding }) =>
      affected.map((each) => ({ ...each, ecosystem, name, finding })),
    )
    const fixesOf = await findPageFixes(context, scope, versions)
    for (const of of versions) {
      const fix = fixesOf(of).recommended
      if (!fix) continue
      const { advisoryUuid, cve, severity } = of.finding
      const key = versionKey(of.ecosystem, of.name, of.version)
      const entry = byVersion.get(key) ?? {
        library: { name: of.name, language: languageOf(of.ecosystem) },
        version: of.version,
        fix,
        vulnerabilities: [],
      }
      entry.vulnerabilities.push({
        id: cve ?? advisoryUuid,
        displayId: displayId(of.finding),
        adviceID: advisoryUuid,
        severity,
      })
      byVersion.set(key, entry)
    }
  }
  return [...byVersion.values()].toSorted(bySeverity).slice(0, maxFixes)
}

function bySeverity(one: NextFix, other: NextFix): number {
  for (const severity of wireSeverities) {
    const countOf = ({ vulnerabilities }: NextFix) =>
      vulnerabilities.filter((each) => each.severity === severity).length
    const more = countOf(other) - countOf(one)
    if (more !== 0) return more
  }
  return 0
}
