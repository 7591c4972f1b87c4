import { dayMs, isoDay } from '@assay/engine/time.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { contract } from '@assay/contract/contract.ts'
import type { DayCounts } from '@assay/contract/stats.ts'
import { ecosystemById, ecosystems } from '@assay/engine/ecosystems.ts'
import { type Severity, severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import {
  type AdvisoryDay,
  type AdvisoryTotal,
  countExploited,
  everyEcosystem,
  listDays,
  listPublished,
  listTotals,
} from '#knowledge/advisories/databases/count-store.ts'
import { listAdvisoryDatabases } from '#knowledge/advisories/databases/database-store.ts'
import { throwNotFound } from '#platform/http/problem.ts'

const windowDays = 30
const maxListed = 500

export function statsRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  registerRoutes(routes, contract.stats, {
    async alerts() {
      const now = Date.now()
      const dates = Array.from({ length: windowDays }, (_, index) =>
        isoDay(now - (windowDays - 1 - index) * dayMs),
      )
      const window = { from: dates[0]!, to: dates.at(-1)! }
      const byDay = Map.groupBy(await listDays(db, window), ({ day }) => day)
      const days = dates.map((date) => countsOf(date, byDay.get(date) ?? []))
      return { ...window, total: sum(days.map(({ total }) => total)), days }
    },
    async alertsOfDay({ params: { date } }) {
      if (!z.iso.date().safeParse(date).success) throwNotFound('day')
      const [days, published] = await Promise.all([
        listDays(db, { from: date, to: date }),
        listPublished(db, { day: date, limit: maxListed }),
      ])
      const advisories = published.map(({ uuid, cve, publicId, severity, cvss, publishedAt }) => ({
        id: uuid,
        displayId: displayId({ cve, publicId, advisoryUuid: uuid }),
        cve,
        severity: toWireSeverity[severity as Severity],
        cvss,
        publishedAt: publishedAt.getTime(),
      }))
      return { ...countsOf(date, days), advisories }
    },
    async databases() {
      const [databases, totals] = await Promise.all([listAdvisoryDatabases(db), listTotals(db)])
      const byEcosystem = Map.groupBy(totals, ({ ecosystem }) => ecosystem)
      return databases.map(({ ecosystem: id, advisories, newestAt, checkedAt }) => ({
        id,
        name: ecosystemById(id).name,
        advisories,
        severities: bySeverity(byEcosystem.get(id) ?? []),
        newestAt: newestAt?.getTime() ?? null,
        syncedAt: checkedAt?.getTime() ?? null,
      }))
    },
    async publicVulnerabilities() {
      const [totals, knownExploited] = await Promise.all([listTotals(db), countExploited(db)])
      const byEcosystem = Map.groupBy(totals, ({ ecosystem }) => ecosystem)
      const all = byEcosystem.get(everyEcosystem) ?? []
      return {
        total: countAll(all),
        severities: bySeverity(all),
        knownExploited,
        ecosystems: ecosystems.flatMap(({ id, name }) => {
          const own = byEcosystem.get(id)
          return own ? [{ id, name, total: countAll(own), severities: bySeverity(own) }] : []
        }),
      }
    },
  })
}
const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)

function countsOf(date: string, rows: readonly AdvisoryDay[]): DayCounts {
  const [all, own] = [true, false].map((isAll) =>
    rows.filter(({ ecosystem }) => (ecosystem === everyEcosystem) === isAll),
  ) as [AdvisoryDay[], AdvisoryDay[]]
  return {
    date,
    total: sum(all.map(({ advisories }) => advisories)),
    ecosystems: Object.fromEntries(own.map(({ ecosystem, advisories }) => [ecosystem, advisories])),
  }
}

const countAll = (rows: readonly AdvisoryTotal[]) => sum(rows.map(({ advisories }) => advisories))

/** Includes severities with a count of 0. */
function bySeverity(rows: readonly AdvisoryTotal[]) {
  const counts = new Map(rows.map(({ severity, advisories }) => [severity, advisories]))
  const wire = severities.map((severity) => [toWireSeverity[severity], counts.get(severity) ?? 0])
  return { SUGGEST: 0, ...Object.fromEntries(wire) } as Record<(typeof toWireSeverity)[Severity], number>
}
