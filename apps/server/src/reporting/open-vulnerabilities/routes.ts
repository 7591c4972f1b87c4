import { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { fromWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamText } from '#auth/router/reply.ts'
import type { Scope } from '#auth/scope.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'
import { chooseProjects } from '#reporting/numbers/selection.ts'
import { csvPages } from './csv-pages.ts'
import { listVulnerabilities, vulnerabilityBatches } from './list-vulnerabilities.ts'
import { countOpen, type VulnerabilityFilter } from './store.ts'

type Query = ParsedInput<typeof contract.openVulnerabilities.csv>['query']

export function openVulnerabilitiesRoutes({ routes, db }: AppContext): void {
  /** Throws Problem 404 for a team out of scope, 400 for an unknown ecosystem. */
  const readFilter = async (scope: Scope, query: Query): Promise<VulnerabilityFilter> => ({
    selection: await chooseProjects(db, scope, query),
    text: query.text.toLowerCase(),
    severities: query.severity.map(fromWireSeverity),
    ecosystems: query.ecosystem === '' ? [] : readEcosystems(query.ecosystem),
    isExploited: query.exploited,
    isFixable: query.fixable,
    order: query.sort,
  })

  registerRoutes(routes, contract.openVulnerabilities, {
    async list({ caller, query }) {
      const { scope } = caller
      const after = readPosition(query)
      const filter = await readFilter(scope, query)
      if (query.all) {
        const batches = vulnerabilityBatches(db, scope, { filter, after })
        return streamJson({ vulnerabilities: new ItemStream(batches), nextCursor: null })
      }
      const { vulnerabilities, last } = await listVulnerabilities(db, scope, {
        filter,
        after,
        limit: query.limit,
      })
      return { vulnerabilities, nextCursor: last === null ? null : writeCursor([query.sort, last]) }
    },
    count: async ({ caller, query }) => countOpen(db, caller.scope, await readFilter(caller.scope, query)),
    async csv({ caller, query, reply }) {
      const filter = await readFilter(caller.scope, query)
      reply.header('content-disposition', 'attachment; filename="vulnerabilities.csv"')
      return streamText(csvPages(vulnerabilityBatches(db, caller.scope, { filter, after: null })))
    },
  })
}

/** A cursor is only valid for its sort order. */
function readPosition({ cursor, sort }: { cursor?: string | undefined; sort: string }): string | null {
  const [order = sort, after = null] = readCursor(cursor, 2) ?? []
  if (order !== sort) throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return after
}

function readEcosystems(text: string): string[] {
  const name = text.toLowerCase()
  const found = ecosystems.filter(({ id, languages }) => id === name || languages.includes(name))
  if (found.length === 0) throw new Problem(400, 'invalidInput', `Unknown ecosystem '${text}'`)
  return found.map(({ id }) => id)
}
