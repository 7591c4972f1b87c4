import type { Dependency } from '@assay/contract/insights.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { describeDependencies, type FoundDependency } from './describe-dependency.ts'
import { chooseSource, listCandidates, readUsed } from './dependency-store.ts'
import { type DependencyFilter, ecosystemOf } from './read-filter.ts'
import { readOpenFindings } from './open-finding-store.ts'

type Context = Pick<AppContext, 'db' | 'advisories'>

interface Page {
  /** Sort key of the previous page's last row. */
  after: string | null
  limit: number
}

/** A page of component versions in use, and the sort key of its last row if there are more. */
export async function listDependencies(
  context: Context,
  scope: Scope,
  { filter, after, limit }: Page & { filter: DependencyFilter },
): Promise<{ dependencies: Dependency[]; last: string | null }> {
  const found: FoundDependency[] = []
  for await (const some of findDependencies(context, scope, { filter, after, limit: limit + 1 })) {
    found.push(...some)
    if (found.length > limit) break
  }
  const shown = found.slice(0, limit)
  return {
    dependencies: await describeDependencies(context, scope, shown),
    last: found.length > limit ? shown.at(-1)!.candidate.sortKey : null,
  }
}

/** Large enough for throughput, small enough for the statement timeout with popular packages. */
const streamedAtOnce = 200

/** All of them, in batches. */
export async function* dependencyBatches(
  context: Context,
  scope: Scope,
  { filter, after }: { filter: DependencyFilter; after: string | null },
): AsyncGenerator<Dependency[]> {
  for await (const found of findDependencies(context, scope, { filter, after, limit: streamedAtOnce }))
    yield describeDependencies(context, scope, found)
}

/** If few candidates match, larger batches are read. */
const maxAtOnce = 1000

async function* findDependencies(
  { db }: Context,
  scope: Scope,
  { filter, after, limit }: Page & { filter: DependencyFilter },
): AsyncGenerator<FoundDependency[]> {
  const source = await chooseSource(db, scope, filter.selection)
  let position = after
  for (let size = limit; ; size = Math.min(size * 2, Math.max(limit, maxAtOnce))) {
    const listed = await listCandidates(db, scope, { filter, source, after: position, limit: size })
    const candidates = listed.filter(
      ({ ecosystem, version }) => filter.range?.(ecosystemOf(ecosystem), version) ?? true,
    )
    if (candidates.length > 0) yield await findUsed({ db }, scope, { filter, candidates })
    if (listed.length < size) return
    position = listed.at(-1)!.sortKey
  }
}

async function findUsed(
  { db }: Pick<Context, 'db'>,
  scope: Scope,
  { filter, candidates }: { filter: DependencyFilter } & Pick<Read, 'candidates'>,
): Promise<FoundDependency[]> {
  const [used, open] = await Promise.all([
    readUsed(db, scope, { filter, candidates }),
    readOpenFindings(db, scope, { selection: filter.selection, candidates }),
  ])
  const found = toFound({ candidates, used, open })
  return filter.isVulnerable ? found.filter(({ open }) => open !== null) : found
}

interface Read {
  candidates: readonly FoundDependency['candidate'][]
  used: readonly FoundDependency['used'][]
  open: readonly NonNullable<FoundDependency['open']>[]
}

function toFound({ candidates, used, open }: Read): FoundDependency[] {
  const openAt = new Map(open.map((row) => [row.position, row]))
  return used.map((row) => ({
    candidate: candidates[row.position]!,
    used: row,
    open: openAt.get(row.position) ?? null,
  }))
}
