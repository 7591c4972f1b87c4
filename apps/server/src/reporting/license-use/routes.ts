import { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { LicenseUse } from '@assay/contract/license-use.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamText } from '#auth/router/reply.ts'
import type { Scope } from '#auth/scope.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { chooseProjects } from '#reporting/numbers/selection.ts'
import { wireLicense } from '#scanning/overrides/wire-license.ts'
import { type LicenseFilter, type LicenseRow, listLicenseBranches, listLicenses } from './store.ts'
import { licenseUseSources, noLicense } from '@assay/engine/licenses/license-words.ts'
import { type CsvColumns, writeCsvPages } from '@assay/text/documents/write-csv.ts'

type Query = ParsedInput<typeof contract.licenseUse.csv>['query']

export function licenseUseRoutes({ routes, db }: AppContext): void {
  /** Throws Problem 404 for a team out of scope. */
  const readFilter = async (scope: Scope, query: Query): Promise<LicenseFilter> => ({
    selection: await chooseProjects(db, scope, query),
    text: query.text.toLowerCase(),
    state: query.state,
  })

  /** All rows, in pages. */
  async function* batches(scope: Scope, filter: LicenseFilter): AsyncGenerator<LicenseUse[]> {
    for (let after: string | null = null; ;) {
      const { page } = await listLicenses(db, scope, { filter, after, limit: streamedAtOnce })
      yield page.map(wireUse)
      if (page.length < streamedAtOnce) return
      after = page.at(-1)!.sortKey
    }
  }

  registerRoutes(routes, contract.licenseUse, {
    async list({ caller, query }) {
      const [after = null] = readCursor(query.cursor, 1) ?? []
      const filter = await readFilter(caller.scope, query)
      const found = await listLicenses(db, caller.scope, { filter, after, limit: query.limit + 1 })
      const page = found.page.slice(0, query.limit)
      return {
        overview: found.overview,
        licenses: page.map(wireUse),
        nextCursor: found.page.length > query.limit ? writeCursor([page.at(-1)!.sortKey]) : null,
      }
    },

    async csv({ caller, query, reply }) {
      const filter = await readFilter(caller.scope, query)
      reply.header('content-disposition', 'attachment; filename="licenses.csv"')
      return streamText(csvPages(batches(caller.scope, filter)))
    },

    async branches({ caller, query }) {
      const selection = await chooseProjects(db, caller.scope, query)
      const after = readCursor(query.cursor, 4)
      const license = query.license === 'none' ? '' : query.license
      const request = { selection, license, after, limit: query.limit + 1 }
      const rows = await listLicenseBranches(db, caller.scope, request)
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      return {
        branches: page.map(({ branchUuid: _uuid, place: _place, ...row }) => row),
        nextCursor:
          last && rows.length > query.limit
            ? writeCursor([last.place, last.projectUrl, last.branch, last.branchUuid])
            : null,
      }
    },
  })
}

/** Many, since each page is counted from all rows. */
const streamedAtOnce = 2_000

function wireUse({ sortKey: _sortKey, license, ...row }: LicenseRow): LicenseUse {
  if (license === '') return { ...row, license: null, sources: [] }
  return { ...row, license: wireLicense(license) }
}

const csvPages = (batches: AsyncIterable<LicenseUse[]>): AsyncGenerator<string> =>
  writeCsvPages(columns, batches)

const columns: CsvColumns<LicenseUse> = {
  license: ({ license }) => license?.id ?? noLicense,
  name: ({ license }) => license?.name ?? '',
  components: ({ components }) => components,
  projects: ({ projects }) => projects,
  branches: ({ branches }) => branches,
  sources: ({ sources }) =>
    sources.map(({ source, components }) => `${licenseUseSources[source]} ${components}`).join('; '),
  'violating components': ({ violatingComponents }) => violatingComponents,
  'violating projects': ({ violatingProjects }) => violatingProjects,
  policies: ({ policies }) => policies.join('; '),
}
