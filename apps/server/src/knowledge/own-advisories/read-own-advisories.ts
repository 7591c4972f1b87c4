import { type AdvisoryIndex, openIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { AdvisoryFacts, AdvisoryRecord } from '@assay/engine/advisories/advisory.ts'
import { clusterEntries, clusterFacts } from '@assay/engine/advisories/clusters.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import type { OwnIndexOf } from '@assay/engine/advisories/own/with-own-advisories.ts'
import { BoundedMap } from '@assay/engine/bounded-map.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Scope } from '#auth/scope.ts'
import { findClusters } from '#knowledge/advisories/clusters/cluster-store.ts'
import { listSignals, type Signal, worstSignal } from '#knowledge/advisories/clusters/signal-store.ts'
import type { Database } from '#platform/database/database.ts'
import { listOwnAdvisories, type OwnAdvisoryRow, stateOf } from './store.ts'

/** The advisories of one account. No other account's scan or page is ever given them. */
export interface OwnAdvisories {
  /** Those in force. */
  indexOf: OwnIndexOf
  /** Their records, withdrawn ones as well, by the advisory of their findings. */
  records: ReadonlyMap<string, readonly AdvisoryRecord[]>
  /** By the same. */
  facts: ReadonlyMap<string, AdvisoryFacts>
  /** The advisory of the findings, by the uuid, id or alias of an own one; null for any other. */
  advisoryOf: (name: string) => string | null
}

const none: OwnAdvisories = {
  indexOf: () => null,
  records: new Map(),
  facts: new Map(),
  advisoryOf: () => null,
}

interface Read {
  state: string
  rows: { uuid: string; record: AdvisoryRecord }[]
  /** What was known of them elsewhere when they were compiled. */
  known?: string
  own?: OwnAdvisories
}

/** Accounts whose advisories stay in the memory of a process or thread. */
const cache = new BoundedMap<string, Read>(50)

/** One short query for accounts without any, and two more for those whose advisories are in memory. */
export async function readOwnAdvisories(
  db: Database,
  { accountUuid }: Pick<Scope, 'accountUuid'>,
): Promise<OwnAdvisories> {
  const state = await stateOf(db, { accountUuid })
  if (state === null) return none
  const cached = cache.get(accountUuid)
  const read =
    cached?.state === state
      ? cached
      : { state, rows: (await listOwnAdvisories(db, { accountUuid })).flatMap(recordOf) }
  cache.set(accountUuid, read)
  const clusters = await findClusters(db, [...new Set(read.rows.flatMap(({ record }) => namesOf(record)))])
  const signals = await listSignals(db, [...new Set(read.rows.flatMap(({ record }) => record.cves))])
  const known = JSON.stringify([[...clusters], [...signals]])
  if (read.own && read.known === known) return read.own
  const resolved = read.rows.map(({ uuid, record }) => ({
    uuid,
    record,
    advisoryUuid: namesOf(record).flatMap((name) => clusters.get(name)?.uuid ?? [])[0] ?? uuid,
  }))
  const own = compile(resolved, (facts) => withSignal(facts, worstSignal(signals, facts.cves)))
  cache.set(accountUuid, { ...read, known, own })
  return own
}

const withSignal = (facts: AdvisoryFacts, signal: Signal | null): AdvisoryFacts => ({
  ...facts,
  knownExploited: facts.knownExploited || signal?.isKnownExploited === true,
  epss: signal?.epss ?? null,
})

const recordOf = ({ uuid, document }: OwnAdvisoryRow) => {
  const { record } = readOsvRecord(document, document.id)
  return record ? [{ uuid, record }] : []
}

const namesOf = ({ id, aliases }: AdvisoryRecord): string[] => [id, ...aliases]

interface Resolved {
  /** Of the own advisory. */
  uuid: string
  record: AdvisoryRecord
  /** Of a known vulnerability that it names, otherwise its own. */
  advisoryUuid: string
}

function compile(all: readonly Resolved[], complete: (facts: AdvisoryFacts) => AdvisoryFacts): OwnAdvisories {
  const grouped = Map.groupBy(all, ({ advisoryUuid }) => advisoryUuid)
  const records = new Map([...grouped].map(([uuid, list]) => [uuid, list.map(({ record }) => record)]))
  const entries = [...records].flatMap(([uuid, list]) => clusterEntries(uuid, list))
  const byEcosystem = Map.groupBy(entries, ({ affected }) => affected.ecosystem)
  const indexes = new Map<EcosystemId, AdvisoryIndex>(
    [...byEcosystem].map(([id, list]) => {
      const ecosystem = ecosystemById(id)
      const completed = list.map((entry) => ({ ...entry, facts: complete(entry.facts) }))
      return [id, openIndex(ecosystem, compileIndex(ecosystem, completed))]
    }),
  )
  const facts = new Map(
    [...records].flatMap(([uuid, list]) => {
      // One that is withdrawn is still described.
      const described = list.map((record) => ({ ...record, withdrawnAt: null }))
      const known = clusterFacts(uuid, list) ?? clusterFacts(uuid, described)
      return known ? [[uuid, complete(known)] as const] : []
    }),
  )
  const byName = new Map(
    all.flatMap(({ uuid, record, advisoryUuid }) =>
      [uuid, ...namesOf(record)].map((name) => [name.toUpperCase(), advisoryUuid] as const),
    ),
  )
  return {
    indexOf: (id) => indexes.get(id) ?? null,
    records,
    facts,
    advisoryOf: (name) => byName.get(name.toUpperCase()) ?? null,
  }
}
