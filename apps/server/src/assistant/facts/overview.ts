import { counted } from '@assay/text/counted.ts'
import { dayMs } from '@assay/engine/time.ts'
import { contract } from '@assay/contract/contract.ts'
import type { MetricsProject } from '@assay/contract/metrics.ts'
import { describeCoverage } from '@assay/engine/coverage.ts'
import type { Scope } from '#auth/scope.ts'
import { listEcosystemsInUse } from '#knowledge/advisories/databases/database-store.ts'
import { outdatedEcosystems, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import { metricsRows, securityMetrics } from '#reporting/metrics/security-metrics.ts'
import { chooseProjects } from '#reporting/numbers/selection.ts'
import { resolveWindow } from '#reporting/numbers/window.ts'
import { quoteName } from './clean-text.ts'
import { dayOf, type FactContext, fixesSource, type NewFact, overviewSource, projectSource } from './fact.ts'

const windowOf = ({ config }: FactContext, days: number) => {
  const now = new Date()
  const startDate = dayOf(now.getTime() - (Math.min(days, config.metricsWindowDays) - 1) * dayMs)
  return resolveWindow({ startDate }, config.metricsWindowDays, now)
}

const queryOf = (more: object) => contract.metrics.security.query.parse(more)

/** Totals of all visible projects over the last days, and the lowest-scoring ones. */
export async function overviewFacts(context: FactContext, scope: Scope, days: number): Promise<NewFact[]> {
  const window = windowOf(context, days)
  const query = queryOf({ sort: 'securityScore', direction: 'asc', limit: 5 })
  const [metrics, fixes] = await Promise.all([
    securityMetrics(context, scope, { query, window }),
    fixNumbers(context, scope),
  ])
  const { overview } = metrics
  const { vulnerabilitiesIdentified: identified, vulnerabilitiesAddressed: addressed } = overview
  const open = identified - addressed
  return [
    {
      text: `From ${window.startDate} to ${window.endDate}, ${counted(overview.numberOfProjects, 'project')} had ${counted(overview.totalScans, 'scan')}. ${counted(identified, 'vulnerability', 'vulnerabilities')} were present in that time, ${addressed} of them were fixed, ${open} were not.`,
      source: overviewSource,
    },
    ...(await freshnessFacts(context, scope)),
    ...fixes,
    ...metrics.projects.map(projectFact),
  ]
}

/** A clean result based on outdated data means little. */
async function freshnessFacts(context: FactContext, scope: Scope): Promise<NewFact[]> {
  const used = await listEcosystemsInUse(context.db, scope)
  const outdated = outdatedEcosystems(await readKnowledge(context)).filter((id) => used.has(id))
  if (outdated.length === 0) return []
  return [
    {
      text: `The advisory data of these ecosystems is incomplete or out of date, so vulnerabilities may be missing: ${outdated.join(', ')}.`,
      source: overviewSource,
    },
  ]
}

async function fixNumbers({ db, numbers }: FactContext, scope: Scope): Promise<NewFact[]> {
  const selection = await chooseProjects(db, scope, queryOf({}))
  const { overview } = await numbers.upgrades(scope, {
    where: { kind: 'filtered', selection },
    severities: [],
    isSnoozed: false,
    now: new Date(),
    after: null,
    limit: 1,
  })
  const { upgrades, closes, unfixable, snoozed } = overview
  const snoozedText = snoozed === 0 ? '' : ` ${counted(snoozed, 'upgrade')} are snoozed.`
  return [
    {
      text: `${counted(upgrades, 'upgrade')} would close ${counted(closes, 'open finding')}; for ${counted(unfixable, 'open finding')} no release is known that fixes it.${snoozedText}`,
      source: fixesSource(null),
    },
  ]
}

/** Dashboard rows whose name or URL contains the text. */
export async function projectFacts(
  context: FactContext,
  scope: Scope,
  { search, limit }: { search: string; limit: number },
): Promise<NewFact[]> {
  const window = windowOf(context, context.config.metricsWindowDays)
  const asked = { project: search, sort: 'securityScore', direction: 'asc', limit }
  const query = contract.metrics.rows.query.parse(asked)
  const { projects, nextCursor } = await metricsRows(context, scope, { query, window })
  const facts = projects.map(projectFact)
  return nextCursor === null
    ? facts
    : [
        ...facts,
        { text: 'There are more projects than these; search by a part of the name.', source: overviewSource },
      ]
}

function projectFact(row: MetricsProject): NewFact {
  const name = `${row.nameFront}${row.nameTail}`
  const score = row.measured.security
    ? `security score ${row.securityScore} of 100`
    : 'security score not measured'
  const carried = row.coversLess ? ' (of an earlier scan, since the last one covers less)' : ''
  return {
    text: `Project ${quoteName(name)}, branch ${quoteName(row.projectBranch)}: ${score}${carried}, ${describeCoverage(row.coverage)}, ${counted(row.vulnerabilityCount, 'open vulnerability', 'open vulnerabilities')} at its last scan on ${dayOf(row.lastScanned)}.`,
    source: projectSource({ uuid: row.projectUUID, name }, row.projectBranch),
  }
}
