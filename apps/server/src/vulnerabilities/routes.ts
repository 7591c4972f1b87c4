import { contract } from '@assay/contract/contract.ts'
import type { Occurrence } from '@assay/contract/vulnerabilities.ts'
import type { Parts } from '../app.ts'
import { implement } from '../http/implement.ts'
import { lifetimeOf } from '../reports/lifetime.ts'
import { describeVulnerability } from './describe-vulnerability.ts'
import { findCluster } from './find-cluster.ts'
import { countOccurrences, listOccurrences, type OccurrenceRow } from './store.ts'

export function vulnerabilitiesRoutes({ binding, db }: Parts): void {
  implement(binding, contract.vulnerabilities, {
    get: async ({ params }) => describeVulnerability(db, await findCluster(db, params.id)),
    async occurrences({ caller, params, query }) {
      const uuid = await findCluster(db, params.id)
      const { state, limit, offset } = query
      const [counts, rows] = await Promise.all([
        countOccurrences(db, caller.scope, uuid),
        listOccurrences(db, caller.scope, { uuid, state, limit, offset }),
      ])
      return { ...counts, items: rows.map(occurrenceOf) }
    },
  })
}

function occurrenceOf(row: OccurrenceRow): Occurrence {
  const { projectUuid, projectName, projectUrl, branch, ecosystem, versions } = row
  // An end closes every span that was open; the last ones are those it closed.
  const last = versions.filter(({ to }) => to === row.ended_number)
  return {
    ...{ projectUuid, projectName, projectUrl, branch, ecosystem, package: row.display_name },
    versions: last.map(({ version }) => version),
    fixedVersions: row.fixed_versions,
    lifetime: lifetimeOf(row, (number) =>
      number === row.introduced_number ? row.introduced_uuid : row.ended_uuid!,
    ),
  }
}
