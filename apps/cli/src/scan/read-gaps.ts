import type { Gap } from '@assay/contract/coverage.ts'
import type { Coverage } from '@assay/engine/coverage.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { type GapReason, gapReasons } from '@assay/engine/gap-reasons.ts'
import { componentKey } from '@assay/engine/reports/component-key.ts'
import type { ScanReport } from '@assay/engine/reports/scan-report.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'

/** The gaps of a report, which are an own call; none from a server or for a role that does not offer it. */
export async function readGaps(
  api: Api,
  of: { projectUuid: string; branch: string; reportUuid: string | null },
): Promise<readonly Gap[]> {
  const { projectUuid, branch, reportUuid } = of
  const query = { branch, ...(reportUuid !== null && { reportUuid }) }
  try {
    const { scan } = await api.scans.overview({ params: { projectUuid }, query })
    return scan.gaps.items
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}

/** Adds the gaps, with the index of each component in the report. */
export function addGaps(report: ScanReport, gaps: readonly Gap[]): ScanReport {
  const { coverage, components } = report
  if (!coverage || gaps.length === 0) return report
  const indexes = new Map(components.map((component, index) => [componentKey(component), index]))
  const found = gaps.flatMap((gap): Coverage['gaps'] => {
    const { component, where, isDevelopment, message, action, acceptanceUuid } = gap
    // A newer server may have further reasons.
    const reason = gapReasons.find((each): each is GapReason => each === gap.reason)
    if (reason === undefined) return []
    const index = component && (indexes.get(keyOf(component)) ?? null)
    return [{ reason, component: index, where, isDevelopment, message, action, acceptanceUuid }]
  })
  return { ...report, coverage: { ...coverage, gaps: found } }
}

function keyOf({ ecosystem, name, version }: NonNullable<Gap['component']>): string {
  const known = ecosystems.find(({ id }) => id === ecosystem)
  return componentKey({ language: known?.languages[0] ?? 'other', name, version })
}
