import type { ReleaseCoverage, ReleaseSource, ReleaseState, ReleaseStatus } from '@assay/contract/releases.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { AppContext } from '#context.ts'
import { countPackages, type PackageCount } from './due-store.ts'
import { sourceStateOf } from './source-state.ts'
import { listSources, type StoredSource } from './source-store.ts'

/** Every source that was queried, and the packages of each ecosystem by release status. */
export async function describeReleases({
  db,
  config,
}: Pick<AppContext, 'db' | 'config'>): Promise<ReleaseStatus> {
  const [sources, counts] = await Promise.all([listSources(db), countPackages(db)])
  return {
    isOn: config.releases !== undefined,
    sources: sources.map((source) => describeSource(source, counts)),
    ecosystems: coverageOf(counts),
  }
}

function describeSource(
  { name, failures, error, isPaused, ...times }: StoredSource,
  counts: readonly PackageCount[],
): ReleaseSource {
  const ofSource = counts.filter(({ source, state }) => source === name && state === 'known')
  return {
    name,
    state: sourceStateOf({ failures, ...times }),
    lastSuccessAt: times.lastSuccessAt?.getTime() ?? null,
    lastErrorAt: times.lastErrorAt?.getTime() ?? null,
    error,
    failures,
    resumesAt: isPaused ? times.resumesAt.getTime() : null,
    packages: sum(ofSource),
  }
}

/** Ecosystems that have packages, in the product's order. */
function coverageOf(counts: readonly PackageCount[]): ReleaseCoverage[] {
  const byEcosystem = Map.groupBy(counts, ({ ecosystem }) => ecosystem)
  return ecosystems.flatMap(({ id, name }) => {
    const own = byEcosystem.get(id)
    if (!own) return []
    const countOf = (state: ReleaseState) => sum(own.filter((each) => each.state === state))
    const packages = {
      known: countOf('known'),
      waiting: countOf('waiting'),
      absent: countOf('absent'),
      failed: countOf('failed'),
    }
    return { ecosystem: id, name, packages }
  })
}

const sum = (counts: readonly PackageCount[]) => counts.reduce((total, { packages }) => total + packages, 0)
