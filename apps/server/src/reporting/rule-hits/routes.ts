import { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { ListedRuleHit } from '@assay/contract/rule-hits.ts'
import { Uuid } from '@assay/contract/vocabulary.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { severityNames } from '@assay/engine/severity-names.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { type CsvColumns, writeCsvPages } from '@assay/text/documents/write-csv.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamText } from '#auth/router/reply.ts'
import type { Scope } from '#auth/scope.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { chooseProjects } from '#reporting/numbers/selection.ts'
import { findRule } from '#scanning/rules/store.ts'
import { countHits, type HitFilter, type HitPosition, type HitRow, listHits } from './store.ts'

type Query = ParsedInput<typeof contract.ruleHits.csv>['query']

/** Hits of policy rules, as listed behind their number. */
export function ruleHitsRoutes({ routes, db }: AppContext): void {
  /** Throws Problem 404 for a rule, team or group out of scope. */
  const readFilter = async (scope: Scope, ruleUuid: string, query: Query): Promise<HitFilter> => {
    if (!(await findRule(db, scope, ruleUuid))) throwNotFound('rule')
    return { ruleUuid, selection: await chooseProjects(db, scope, query), text: query.text.toLowerCase() }
  }

  /** All rows, in pages. */
  async function* batches(scope: Scope, filter: HitFilter): AsyncGenerator<ListedRuleHit[]> {
    for (let after: HitPosition | null = null; ;) {
      const rows: HitRow[] = await listHits(db, scope, { filter, after, limit: streamedAtOnce })
      yield rows.map(wireHit)
      const last = rows.at(-1)
      if (!last || rows.length < streamedAtOnce) return
      after = positionOf(last)
    }
  }

  registerRoutes(routes, contract.ruleHits, {
    async list({ caller, params, query }) {
      const { scope } = caller
      const after = readPosition(query.cursor)
      const filter = await readFilter(scope, params.policyRuleUuid, query)
      const rows = await listHits(db, scope, { filter, after, limit: query.limit + 1 })
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      return {
        hits: page.map(wireHit),
        ...(await countHits(db, scope, filter)),
        nextCursor: last && rows.length > query.limit ? writeCursor(positionOf(last)) : null,
      }
    },

    async csv({ caller, params, query, reply }) {
      const filter = await readFilter(caller.scope, params.policyRuleUuid, query)
      reply.header('content-disposition', 'attachment; filename="rule-hits.csv"')
      return streamText(writeCsvPages(columns, batches(caller.scope, filter)))
    },
  })
}

/** Many, since the results of all branches are looked up for each page. */
const streamedAtOnce = 2_000

const positionOf = ({ projectUrl, branchUuid, place }: HitRow): HitPosition => [projectUrl, branchUuid, place]

/** Throws Problem 400 for a cursor of another list. */
function readPosition(cursor: string | undefined): HitPosition | null {
  const values = readCursor(cursor, 3)
  if (values === null) return null
  const [projectUrl, branchUuid, place] = values as HitPosition
  if (!Uuid.safeParse(branchUuid).success || !/^\d{1,9}$/.test(place))
    throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return [projectUrl, branchUuid, place]
}

function wireHit({ branchUuid: _branch, place: _place, finding, ...row }: HitRow): ListedRuleHit {
  return {
    ...row,
    kind: row.kind as ListedRuleHit['kind'],
    effect: row.effect as ListedRuleHit['effect'],
    mode: row.mode as ListedRuleHit['mode'],
    scannedAt: row.scannedAt.getTime(),
    finding: finding && wireFinding(finding),
  }
}

function wireFinding({
  cve,
  publicId,
  severity,
  ...finding
}: NonNullable<HitRow['finding']>): ListedRuleHit['finding'] {
  const { advisoryUuid } = finding
  return {
    ...finding,
    id: cve ?? advisoryUuid,
    displayId: displayId({ cve, publicId, advisoryUuid }),
    severity: toWireSeverity[severity as Severity],
  }
}

const columns: CsvColumns<ListedRuleHit> = {
  hit: ({ label }) => label,
  kind: ({ kind }) => kind,
  'undecided by': ({ unknown }) => unknown.join(' '),
  effect: ({ effect }) => effect,
  mode: ({ mode }) => mode,
  project: ({ projectUrl }) => projectUrl,
  branch: ({ branch }) => branch,
  scanned: ({ scannedAt }) => new Date(scannedAt).toISOString(),
  id: ({ finding }) => finding && finding.id,
  severity: ({ finding }) => finding && severityNames[finding.severity],
  ecosystem: ({ finding }) => finding && finding.ecosystem,
  package: ({ finding }) => finding && finding.package,
  'fixed versions': ({ finding }) => finding && finding.fixedVersions.join(' '),
  since: ({ finding }) => finding && new Date(finding.since).toISOString(),
}
