import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Day, DisplayId, EpochMs, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** Advisories by ecosystem. Advisories for several ecosystems count in each, and once in the total. */
const Counts = z.object({ total: z.int(), ecosystems: z.record(z.string(), z.int()) })

const DayCounts = Counts.extend({ date: Day }).meta({ id: 'AdvisoryDay' })
export type DayCounts = z.infer<typeof DayCounts>

const Severities = z.record(WireSeverity, z.int())

export const AdvisoryAlerts = z
  .object({ from: Day, to: Day, total: z.int(), days: z.array(DayCounts) })
  .meta({ id: 'AdvisoryAlerts' })

export const PublicVulnerabilities = named('PublicVulnerabilities', {
  total: z.int(),
  severities: Severities,
  /** Listed as known exploited by CISA or the EU. */
  knownExploited: z.int(),
  ecosystems: z.array(z.object({ id: z.string(), name: z.string(), total: z.int(), severities: Severities })),
})

/** Statistics of the stored advisories, the same for all accounts; updated by each sync. */
export const stats = endpoints({
  alerts: {
    method: 'GET',
    path: '/stats/allerta.json',
    permission: 'member',
    summary: 'New advisories of the last 30 days, by day of publication (UTC) and ecosystem',
    responses: { 200: AdvisoryAlerts },
  },
  alertsOfDay: {
    method: 'GET',
    path: '/stats/allerta_{date}.json',
    permission: 'member',
    summary:
      'New advisories of a day (YYYY-MM-DD, UTC) by ecosystem, and at most 500 of them, most severe first',
    errors: ['notFound'],
    responses: {
      200: DayCounts.extend({
        advisories: z.array(
          z.object({
            id: Uuid,
            displayId: DisplayId,
            cve: z.string().nullable(),
            severity: WireSeverity,
            cvss: z.number().nullable(),
            publishedAt: EpochMs,
          }),
        ),
      }).meta({ id: 'AdvisoriesOfDay' }),
    },
  },
  databases: {
    method: 'GET',
    path: '/api/v1/stats/advisories-dbs',
    permission: 'member',
    summary: 'Advisories of each database by severity, and the age of its data',
    responses: {
      200: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          advisories: z.int(),
          severities: Severities,
          newestAt: EpochMs.nullable(),
          syncedAt: EpochMs.nullable(),
        }),
      ),
    },
  },
  publicVulnerabilities: {
    method: 'GET',
    path: '/stats/public-vulns.json',
    permission: 'member',
    summary: 'All stored advisories, by severity and ecosystem',
    responses: { 200: PublicVulnerabilities },
  },
})
