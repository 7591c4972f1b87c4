import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { GroupedFinding } from '@assay/contract/intake/dependency-track-objects.ts'
import type { AppContext } from '#context.ts'
import { readAccountBriefs } from '#knowledge/own-advisories/texts.ts'
import type { CallsOf } from './calls-of.ts'
import { severityNameOf } from './filter-words.ts'
import { describeAll, sourceOf } from './list-findings.ts'
import { rangeOf, sayTotal } from './page-of.ts'
import { countPortfolio, type GroupedRow, groupPortfolio, listPortfolio } from './portfolio-findings-store.ts'
import { countViolations, listViolations } from './violation-store.ts'
import { violationsOf } from './wire-component.ts'

type Names = 'portfolioFindings' | 'groupedFindings' | 'portfolioViolations'

/** Findings and violations of all versions. */
export function portfolioCalls({ db }: Pick<AppContext, 'db'>): CallsOf<Names> {
  return {
    async portfolioFindings({ caller: { scope }, query, reply }) {
      const [all, total] = await Promise.all([
        listPortfolio(db, scope, { filter: query, range: rangeOf(query) }),
        countPortfolio(db, scope, query),
      ])
      sayTotal(reply, total)
      return describeAll(db, scope, all)
    },
    async groupedFindings({ caller: { scope }, query, reply }) {
      const rows = await groupPortfolio(db, scope, { filter: query, range: rangeOf(query) })
      const briefs = await readAccountBriefs(db, scope, new Set(rows.map((row) => row.advisoryUuid)))
      sayTotal(reply, rows[0]?.total ?? 0)
      return rows.map((row) => wireGrouped(row, briefs.get(row.advisoryUuid)?.summary))
    },
    async portfolioViolations({ caller: { scope }, query: { showInactive = false, ...query }, reply }) {
      const [rows, total] = await Promise.all([
        listViolations(db, scope, { showInactive, range: rangeOf(query) }),
        countViolations(db, scope, { showInactive }),
      ])
      sayTotal(reply, total)
      return rows.flatMap(({ place, at, ...component }) => violationsOf(component, { ...place, at }))
    },
  }
}

function wireGrouped(row: GroupedRow, title: string | undefined): GroupedFinding {
  const { advisoryUuid, cve, publicId, severity, cvss, versions } = row
  const vulnId = cve ?? publicId ?? displayId({ advisoryUuid, cve, publicId })
  return {
    vulnerability: {
      uuid: advisoryUuid,
      source: sourceOf(vulnId),
      vulnId,
      severity: severityNameOf(severity),
      ...(title && { title }),
      ...(cvss !== null && { cvssV3BaseScore: Math.round(cvss * 10) / 10 }),
      affectedProjectCount: versions,
    },
    attribution: { analyzerIdentity: 'INTERNAL_ANALYZER' },
  }
}
