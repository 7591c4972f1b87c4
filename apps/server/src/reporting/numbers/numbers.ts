import type { GroupNumbers } from '@assay/contract/groups.ts'
import { accountScope, cacheKey, type Scope } from '#auth/scope.ts'
import { AccountNumbers } from './account-numbers.ts'
import { countScores } from './count-scores.ts'
import { readKnown } from './decisions-store.ts'
import { readDueTargets } from '#accounts/account/configuration.ts'
import { sumGroups } from './sum-groups.ts'
import { type OverdueRequest, type OverdueSums, sumOverdue } from './sum-overdue.ts'
import { lowerText, type Storage } from './history-store.ts'
import type { MetricsRequest, MetricsResponse, MetricsRow } from './metrics-response.ts'
import { metricsOf, type Question, rowsOf } from './metrics.ts'
import { rankUpgrades } from './rank-upgrades.ts'
import type { DueRequest } from './overdue.ts'
import { trendOf, type TrendRequest, type TrendSums } from './trend.ts'
import type { ProjectSelection } from './selection.ts'
import type { UpgradeQuery, Upgrades } from './upgrades.ts'

/** The numbers of dashboards, documents and the assistant, for any window and any filters. */
export interface Numbers {
  metrics(scope: Scope, request: MetricsRequest): Promise<MetricsResponse>
  /** A page of the same rows without the totals. */
  rows(scope: Scope, request: MetricsRequest): Promise<MetricsRow[]>
  trend(scope: Scope, request: Omit<TrendRequest, 'targets'>): Promise<TrendSums>
  overdue(scope: Scope, request: Omit<OverdueRequest, 'targets'>): Promise<OverdueSums>
  /** By score: see count-scores.ts. */
  scores(scope: Scope, request: { selection: ProjectSelection }): Promise<number[]>
  upgrades(scope: Scope, query: UpgradeQuery): Promise<Upgrades>
  groups(scope: Scope, request: Pick<DueRequest, 'today'>): Promise<Map<string, GroupNumbers>>
}

/** Computed in this thread, from the history of the accounts that were asked for last. */
export function computeNumbers(
  storage: Storage,
  { maxBytes = Infinity, maxPlans }: { maxBytes?: number; maxPlans?: number } = {},
): Numbers {
  const accounts = new Map<string, AccountNumbers>()
  const known = readKnown(storage.db)

  async function open(scope: Scope, search: string, options?: { withPlans: boolean }): Promise<Question> {
    const { accountUuid } = scope
    const numbers =
      accounts.get(accountUuid) ?? new AccountNumbers(storage, { scope: accountScope(accountUuid), maxPlans })
    // A Map keeps insertion order: the most recently used account moves to the end.
    accounts.delete(accountUuid)
    accounts.set(accountUuid, numbers)
    const lowered = await lowerText(storage.db, search)
    await numbers.refresh(options)
    dropOldest(accounts, { used: numbers, maxBytes })
    return { numbers, scope, search: lowered }
  }

  return {
    metrics: async (scope, request) =>
      answer('metrics', await open(scope, request.selection.search), { request, compute: metricsOf }),
    rows: async (scope, request) => rowsOf(await open(scope, request.selection.search), request),
    async trend(scope, asked) {
      const request = { ...asked, targets: await readDueTargets(storage.db, scope) }
      return answer('trend', await open(scope, asked.selection.search), { request, compute: trendOf })
    },
    async overdue(scope, asked) {
      const request = { ...asked, targets: await readDueTargets(storage.db, scope) }
      return answer('overdue', await open(scope, asked.selection.search), { request, compute: sumOverdue })
    },
    scores: async (scope, request) =>
      answer('scores', await open(scope, request.selection.search), { request, compute: countScores }),
    async groups(scope, { today }) {
      const request = { today, targets: await readDueTargets(storage.db, scope) }
      return answer('groups', await open(scope, ''), { request, compute: sumGroups })
    },
    async upgrades(scope, query) {
      const { where } = query
      const search = where.kind === 'filtered' ? where.selection.search : ''
      const decided = await known(scope, where.kind === 'project' ? where.projectUuid : null)
      return rankUpgrades(await open(scope, search, { withPlans: true }), decided, query)
    },
  }
}

interface Computation<Request, Result> {
  request: Request
  compute(question: Question, request: Request): Result
}

/** Computed once until the numbers change. */
function answer<Request extends object, Result>(
  what: keyof Numbers,
  question: Question,
  { request, compute }: Computation<Request, Result>,
): Result {
  const { numbers, scope, search } = question
  const key = cacheKey(scope, { what, search, request })
  return numbers.answers.get(numbers.version, key, () => compute(question, request))
}

function dropOldest(
  accounts: Map<string, AccountNumbers>,
  { used, maxBytes }: { used: AccountNumbers; maxBytes: number },
): void {
  let bytes = accounts.values().reduce((sum, numbers) => sum + numbers.bytes, 0)
  for (const [uuid, numbers] of accounts) {
    if (bytes <= maxBytes) return
    if (numbers === used) continue
    accounts.delete(uuid)
    bytes -= numbers.bytes
  }
}
