import type { AdvisoryFacts, AdvisoryRecord, IndexEntry } from './advisory.ts'
import { advisoryCategories, severities, type Severity } from '../vocabulary.ts'
import { severityOf } from './cvss.ts'
import { isKnownExploited } from './known-exploited.ts'
import { isCve } from './osv-links.ts'
import { bestCvss } from './osv-severity.ts'
import { nameUuid } from '../name-uuid.ts'

/** A stored cluster. */
export interface KnownCluster {
  uuid: string
  /** Increases with creation, such as a row number or epoch ms; lower is older. */
  sequence: number
}

export interface Clustering {
  /** The cluster of each given record, by record id. */
  uuidByRecord: Map<string, string>
  /** The cluster of each id and alias of the given records, to be stored. */
  uuidByAlias: Map<string, string>
  /** New clusters. */
  created: string[]
  /** Merged clusters: 'from' redirects to the older 'to'. */
  joined: { from: string; to: string }[]
}

/**
 * Groups records that share an id or alias into clusters, including known clusters of those ids. 'related' and
 * 'upstream' are not aliases. A record with two CVEs as aliases merges both: the rule is one cluster per set of
 * aliases, and only the feed could correct that.
 */
export function clusterRecords(
  records: readonly Pick<AdvisoryRecord, 'id' | 'aliases'>[],
  known: ReadonlyMap<string, KnownCluster>,
): Clustering {
  const groups = groupIds(records, known)
  const knownUuids = new Set(known.values().map(({ uuid }) => uuid))
  const clustering: Clustering = { uuidByRecord: new Map(), uuidByAlias: new Map(), created: [], joined: [] }
  for (const { ids, clusters } of groups) {
    const uuid = clusters[0]?.uuid ?? newUuid(ids, knownUuids)
    if (clusters.length === 0) clustering.created.push(uuid)
    knownUuids.add(uuid)
    for (const { uuid: from } of clusters.slice(1)) clustering.joined.push({ from, to: uuid })
    for (const id of ids) clustering.uuidByAlias.set(id, uuid)
  }
  for (const { id } of records) clustering.uuidByRecord.set(id, clustering.uuidByAlias.get(id)!)
  return clustering
}

/**
 * The facts of a cluster, ignoring withdrawn records; null if all are withdrawn. The CVE is the one named by most
 * records (of equals, the oldest), the CVSS the best of any record. Exploit data is filled in from other lists.
 */
export function clusterFacts(uuid: string, records: readonly AdvisoryRecord[]): AdvisoryFacts | null {
  const valid = records.filter(({ withdrawnAt }) => withdrawnAt === null)
  if (valid.length === 0) return null
  const cvss = bestCvss(valid.map((record) => record.cvss).filter((each) => each !== null))
  const dates = valid.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
  return {
    advisoryUuid: uuid,
    cve: commonCve(valid),
    severity: cvss ? severityOf(cvss) : worst(valid.map(({ severity }) => severity)),
    cvss: cvss?.score ?? null,
    publishedAt: dates.length > 0 ? Math.min(...dates) : null,
    // The first one of any record.
    category: advisoryCategories.find((each) => valid.some(({ category }) => category === each))!,
    knownExploited: valid.some(({ links }) => isKnownExploited(links)),
    epss: null,
  }
}

/** A cluster's index entries: one per package of each record that is not withdrawn. */
export function clusterEntries(uuid: string, records: readonly AdvisoryRecord[]): IndexEntry[] {
  const facts = clusterFacts(uuid, records)
  if (!facts) return []
  const valid = records.filter(({ withdrawnAt }) => withdrawnAt === null)
  return valid.flatMap(({ id, affected }) =>
    affected.map((each) => ({ facts, recordId: id, affected: each })),
  )
}

interface Group {
  /** Ids and aliases, sorted. */
  ids: string[]
  /** The known clusters of the ids, oldest first. */
  clusters: KnownCluster[]
}

function groupIds(
  records: readonly Pick<AdvisoryRecord, 'id' | 'aliases'>[],
  known: ReadonlyMap<string, KnownCluster>,
): Group[] {
  const sets = new DisjointSets()
  for (const { id, aliases } of records) for (const each of [id, ...aliases]) sets.join(id, each)
  // Two ids of one known cluster are merged even if no given record contains both.
  const firstOf = new Map<string, string>()
  for (const id of sets.members()) {
    const cluster = known.get(id)
    if (!cluster) continue
    const first = firstOf.get(cluster.uuid) ?? id
    firstOf.set(cluster.uuid, first)
    sets.join(first, id)
  }
  const idsByRoot = Map.groupBy(sets.members(), (id) => sets.find(id))
  return [...idsByRoot.values()].map((ids) => {
    const byUuid = new Map<string, KnownCluster>()
    for (const id of ids) {
      const cluster = known.get(id)
      if (cluster) byUuid.set(cluster.uuid, cluster)
    }
    const clusters = [...byUuid.values()].sort(
      (a, b) => a.sequence - b.sequence || (a.uuid < b.uuid ? -1 : 1),
    )
    return { ids: ids.sort(), clusters }
  })
}

/** Union-find by path halving. */
class DisjointSets {
  readonly #parents = new Map<string, string>()

  join(a: string, b: string): void {
    const [rootA, rootB] = [this.find(a), this.find(b)]
    if (rootA !== rootB) this.#parents.set(rootB, rootA)
  }

  find(id: string): string {
    let at = id
    for (;;) {
      const parent = this.#parents.get(at)
      if (parent === undefined) this.#parents.set(at, at)
      if (parent === undefined || parent === at) return at
      const above = this.#parents.get(parent) ?? parent
      this.#parents.set(at, above)
      at = above
    }
  }

  members(): string[] {
    return [...this.#parents.keys()]
  }
}

/**
 * Derived from the cluster's oldest CVE, otherwise its smallest id, so that installations with the same feeds agree and
 * no randomness is needed. Uuids already taken by another cluster are skipped.
 */
function newUuid(ids: readonly string[], taken: ReadonlySet<string>): string {
  const seed = ids.filter(isCve).sort(byCve)[0] ?? ids[0] ?? ''
  for (let attempt = 0; ; attempt++) {
    const uuid = nameUuid(`urn:assay:advisory:${attempt === 0 ? seed : `${seed}#${attempt}`}`)
    if (!taken.has(uuid)) return uuid
  }
}

function commonCve(records: readonly AdvisoryRecord[]): string | null {
  const counts = new Map<string, number>()
  for (const { id, aliases } of records) {
    for (const each of [id, ...aliases]) if (isCve(each)) counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  if (counts.size === 0) return onlyUpstream(records)
  const [first] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || byCve(a, b))
  return first?.[0] ?? null
}

/** A distribution's record with a single upstream CVE counts as an alias of it; with several, of none. */
function onlyUpstream(records: readonly AdvisoryRecord[]): string | null {
  const [cve, ...others] = new Set(records.flatMap(({ upstream }) => upstream.filter(isCve)))
  return cve !== undefined && others.length === 0 ? cve : null
}

/** By year, then by number, which has four or more digits. */
function byCve(a: string, b: string): number {
  return a.slice(0, 8) < b.slice(0, 8)
    ? -1
    : a.slice(0, 8) > b.slice(0, 8)
      ? 1
      : Number(a.slice(9)) - Number(b.slice(9))
}

const worst = (found: readonly Severity[]): Severity =>
  severities.find((severity) => found.includes(severity)) ?? 'unknown'
