import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { AdvisoryFacts, AdvisoryRecord, IndexEntry, AdvisoryLink } from './advisory.ts'
import { advisoryCategories, severities, type Severity } from '../vocabulary.ts'
import { severityOf } from './cvss.ts'
import { isCve } from './osv-links.ts'
import { bestCvss } from './osv-severity.ts'
import { publicIdOf } from './public-id.ts'
import { byCve, identitiesOf } from './record-cves.ts'
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

type Named = Pick<AdvisoryRecord, 'id' | 'aliases' | 'upstream' | 'cves' | 'affected'>

/**
 * Groups records of the same vulnerability into clusters, including known clusters of their ids: see identitiesOf. A
 * record with two CVEs as aliases merges both: the rule is one cluster per set of aliases, and only the feed could
 * correct that. A distribution's record of several CVEs is a cluster of its own.
 */
export function clusterRecords(
  records: readonly Named[],
  stored: ReadonlyMap<string, KnownCluster>,
): Clustering {
  const known = withoutOutgrown(records, stored)
  const groups = groupIds(records, known)
  const knownUuids = new Set(stored.values().map(({ uuid }) => uuid))
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
 * A record that named one vulnerability, whose cluster it joined, and now names several is its own cluster again.
 * Requires the stored clusters of all CVEs of the records.
 */
function withoutOutgrown(
  records: readonly Named[],
  stored: ReadonlyMap<string, KnownCluster>,
): ReadonlyMap<string, KnownCluster> {
  const outgrown = records.filter((record) => {
    const cluster = stored.get(record.id)
    if (!cluster || record.cves.length < 2) return false
    const identities = new Set(identitiesOf(record))
    return record.cves.some((cve) => !identities.has(cve) && stored.get(cve)?.uuid === cluster.uuid)
  })
  if (outgrown.length === 0) return stored
  const ids = new Set(outgrown.map(({ id }) => id))
  return new Map([...stored].filter(([id]) => !ids.has(id)))
}

/**
 * The facts of a cluster, ignoring withdrawn records; null if all are withdrawn. The CVE is the one named by most
 * records (of equals, the oldest). Severity, CVSS and category are those of the ecosystem's own records, if they have
 * any; without an ecosystem, of the records that are not copies for packages built by others. Exploit data is filled in
 * from other lists.
 */
export function clusterFacts(
  uuid: string,
  records: readonly AdvisoryRecord[],
  ecosystem?: EcosystemId,
): AdvisoryFacts | null {
  const valid = records.filter(({ withdrawnAt }) => withdrawnAt === null)
  if (valid.length === 0) return null
  const own = valid.filter(ecosystem === undefined ? isOriginal : affects(ecosystem))
  const dates = valid.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
  const names = namesOf(valid)
  return {
    advisoryUuid: uuid,
    cve: names[0] ?? null,
    cves: names.length > 0 ? names : [...new Set(valid.flatMap(({ cves }) => cves))].sort(byCve),
    publicId: publicIdOf(new Set([...names, ...valid.flatMap(({ id, aliases }) => [id, ...aliases])])),
    ...(rate(own) ?? rate(valid) ?? { severity: 'unknown', cvss: null }),
    publishedAt: dates.length > 0 ? Math.min(...dates) : null,
    category: categoryOf(own.length > 0 ? own : valid),
    knownExploited: valid.some(({ links }) => links.some(isCatalogLink)),
    epss: null,
  }
}

const affects =
  (id: EcosystemId) =>
  ({ affected }: AdvisoryRecord): boolean =>
    affected.some(({ ecosystem }) => ecosystem === id)

const isOriginal = ({ affected }: AdvisoryRecord): boolean =>
  affected.some(({ ecosystem: id }) => {
    const { release, repackages } = ecosystemById(id)
    return release === undefined && repackages !== true
  })

/** null if no record is rated. */
function rate(records: readonly AdvisoryRecord[]): Pick<AdvisoryFacts, 'severity' | 'cvss'> | null {
  const cvss = bestCvss(records.map((record) => record.cvss).filter((each) => each !== null))
  if (cvss) return { severity: severityOf(cvss), cvss: cvss.score }
  const severity = worst(records.map((record) => record.severity))
  return severity === 'unknown' ? null : { severity, cvss: null }
}

/** The first one of any record. */
const categoryOf = (records: readonly AdvisoryRecord[]) =>
  advisoryCategories.find((each) => records.some(({ category }) => category === each))!

/** A cluster's index entries: one per package of each record that is not withdrawn. */
export function clusterEntries(uuid: string, records: readonly AdvisoryRecord[]): IndexEntry[] {
  const valid = records.filter(({ withdrawnAt }) => withdrawnAt === null)
  const ids = new Set(valid.flatMap(({ affected }) => affected.map(({ ecosystem }) => ecosystem)))
  const factsOf = new Map([...ids].map((id) => [id, clusterFacts(uuid, valid, id)!]))
  return valid.flatMap(({ id, affected }) =>
    affected.map((each) => ({ facts: factsOf.get(each.ecosystem)!, recordId: id, affected: each })),
  )
}

interface Group {
  /** Ids and aliases, sorted. */
  ids: string[]
  /** The known clusters of the ids, oldest first. */
  clusters: KnownCluster[]
}

function groupIds(records: readonly Named[], known: ReadonlyMap<string, KnownCluster>): Group[] {
  const sets = new DisjointSets()
  for (const record of records) for (const each of identitiesOf(record)) sets.join(record.id, each)
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

/** The CVEs that name the vulnerability itself, the most common first. */
function namesOf(records: readonly AdvisoryRecord[]): string[] {
  const counts = new Map<string, number>()
  for (const cve of records.flatMap(identitiesOf).filter(isCve)) counts.set(cve, (counts.get(cve) ?? 0) + 1)
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || byCve(a, b)).map(([cve]) => cve)
}

const worst = (found: readonly Severity[]): Severity =>
  severities.find((severity) => found.includes(severity)) ?? 'unknown'

/** Whether a link is to CISA's catalog: https://www.cisa.gov/known-exploited-vulnerabilities-catalog */
export const isCatalogLink = ({ url }: Pick<AdvisoryLink, 'url'>): boolean =>
  url.startsWith('https://www.cisa.gov/known-exploited-vulnerabilities')
