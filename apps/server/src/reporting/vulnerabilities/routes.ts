import { contract } from '@assay/contract/contract.ts'
import type { ExcludedPlace, Occurrence } from '@assay/contract/vulnerabilities.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { readTexts } from '#knowledge/advisories/clusters/read-texts.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { describeExclusions } from '#scanning/exclusions/store.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import { lifetimeOf } from '#reporting/reports/findings/lifetime.ts'
import { whyExcluded, type WhyExcluded } from '#reporting/reports/findings/why-excluded.ts'
import { type AdvisoryRow, findAdvisory, hasDatabase, listAdvisories } from './database-store.ts'
import { describeVulnerability } from './describe-vulnerability.ts'
import { findCluster } from './find-cluster.ts'
import { wireAdvice } from './wire-advice.ts'
import {
  countOccurrences,
  type ExcludedRow,
  listExcluded,
  listOccurrences,
  type OccurrenceRow,
} from './store.ts'

export function vulnerabilitiesRoutes({ routes, db }: AppContext): void {
  /** By the id of an advisory; in the database of weaknesses also by that of a weakness, which finds its newest one. */
  async function findIn(scope: Scope, database: string, id: string): Promise<AdvisoryRow | undefined> {
    const isWeakness = database.toLowerCase() === 'cwe' && /^cwe-\d{1,6}$/i.test(id)
    if (isWeakness) return (await listAdvisories(db, { database, cwe: id, limit: 1, offset: 0 }))[0]
    return findAdvisory(db, { database, uuid: await findCluster(db, scope, id) })
  }
  registerRoutes(routes, contract.vulnerabilities, {
    async list({ params: { database }, query }) {
      if (!hasDatabase(database)) throwNotFound('database')
      const rows = await listAdvisories(db, { database, ...query })
      const texts = await readTexts(
        db,
        rows.map(({ uuid }) => uuid),
      )
      return rows.map((row) => wireAdvice(row, { database, text: texts.get(row.uuid) }))
    },
    async find({ caller, params: { database, id } }) {
      if (!hasDatabase(database)) throwNotFound('database')
      const row = (await findIn(caller.scope, database, id)) ?? throwNotFound('vulnerability')
      return wireAdvice(row, { database, text: (await readTexts(db, [row.uuid])).get(row.uuid) })
    },
    get: async ({ caller: { scope }, params }) =>
      describeVulnerability(db, scope, await findCluster(db, scope, params.id)),
    async occurrences({ caller, params, query }) {
      const uuid = await findCluster(db, caller.scope, params.id)
      const { state, limit, offset } = query
      const [counts, excluded, rows] = await Promise.all([
        countOccurrences(db, caller.scope, uuid),
        listExcluded(db, caller.scope, uuid),
        listOccurrences(db, caller.scope, { uuid, state, limit, offset }),
      ])
      const uuids = excluded.map(({ found }) => found.exclusionUuid).filter((each) => each !== null)
      const exclusions = await describeExclusions(db, caller.scope, uuids)
      return {
        ...counts,
        items: rows.map(occurrenceOf),
        excluded: excluded.map((row) => excludedOccurrence(row, exclusions)),
      }
    },
  })
}

function occurrenceOf(row: OccurrenceRow): Occurrence {
  const { projectUuid, projectName, projectUrl, branch, ecosystem, versions } = row
  // When a finding ends, its open spans end too; those are the last affected versions.
  const last = versions.filter(({ to }) => to === row.ended_number)
  return {
    projectUuid,
    projectName,
    projectUrl,
    branch,
    ecosystem,
    package: row.display_name,
    versions: last.map(({ version }) => version),
    fixedVersions: nearestFixes({
      ecosystem,
      versions: last.map(({ version }) => version),
      fixedVersions: row.fixed_versions,
    }),
    lifetime: lifetimeOf(row, (number) =>
      number === row.introduced_number ? row.introduced_uuid : row.ended_uuid!,
    ),
  }
}

function excludedOccurrence(row: ExcludedRow, exclusions: readonly WhyExcluded[]): ExcludedPlace {
  const { projectUuid, projectName, projectUrl, branch, scanUuid, found } = row
  const why = whyExcluded(found, exclusions, { uuid: scanUuid })
  const versions = found.versions.map(({ version }) => version)
  return {
    projectUuid,
    projectName,
    projectUrl,
    branch,
    ecosystem: found.ecosystem,
    package: found.displayName,
    versions,
    fixedVersions: nearestFixes({ ...found, versions }),
    reason: why?.reason ?? '',
    description: why?.description ?? '',
  }
}
