import { ecosystemById, ecosystems } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { freshnessOf } from '@assay/engine/advisories/freshness.ts'
import { type Issue, unreadIssues } from '@assay/engine/inventory.ts'
import type { Freshness, Outcome } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { type AdvisoryData, listAdvisoryDatabases, noAdvisoryData, starterSource } from './database-store.ts'

/** The advisory data currently stored, and the maximum age allowed. */
export interface AdvisoryKnowledge {
  /** Of every supported ecosystem. */
  databases: ReadonlyMap<string, AdvisoryData>
  maxAgeMs: number
  /** Epoch ms. */
  now: number
}

export async function readKnowledge({
  db,
  config,
}: Pick<AppContext, 'db' | 'config'>): Promise<AdvisoryKnowledge> {
  const list = await listAdvisoryDatabases(db)
  const none = ecosystems.map(({ id }) => noAdvisoryData(id))
  const databases = new Map<string, AdvisoryData>([...none, ...list].map((each) => [each.ecosystem, each]))
  return { databases, maxAgeMs: config.maxAdvisoryAgeMs, now: Date.now() }
}

/** Ecosystems whose data is missing, or too incomplete or old to prove that a component is safe. */
export const outdatedEcosystems = ({ databases, ...when }: AdvisoryKnowledge): string[] =>
  [...databases.values()]
    .filter((each) => freshness(each, when) !== 'current')
    .map(({ ecosystem }) => ecosystem)

/** Of the data of a scan's ecosystems, those that were outdated at the scan. */
export const outdatedData = (
  data: readonly AdvisoryData[],
  when: Omit<AdvisoryKnowledge, 'databases'>,
): ReadonlySet<string> =>
  new Set(data.filter((each) => freshness(each, when) !== 'current').map(({ ecosystem }) => ecosystem))

const freshness = ({ checkedAt }: AdvisoryData, { maxAgeMs, now }: Omit<AdvisoryKnowledge, 'databases'>) =>
  freshnessOf(checkedAt?.getTime() ?? null, { at: now, maxAgeMs })

/** Advisory data of an ecosystem as recorded with a scan. Times in epoch ms. */
export interface RecordedData extends Pick<AdvisoryData, 'ecosystem' | 'source' | 'advisories'> {
  checkedAt: number | null
  newestAt: number | null
}

export const recordedData = ({ checkedAt, newestAt, ...rest }: AdvisoryData): RecordedData => ({
  ...rest,
  checkedAt: checkedAt?.getTime() ?? null,
  newestAt: newestAt?.getTime() ?? null,
})

/** The fields of a scan that describe its advisory data. */
interface ScanAdvisoryData {
  /** By ecosystem of the scan's inventory. */
  index_versions: unknown
  advisory_data: unknown
  scanned_at: Date
  /** Whether this is the newest scan of its branch. */
  is_newest: boolean
}

/**
 * The advisory data a scan's result is valid for. A sync that affects a branch rescans it, so the newest scan is as
 * current as the data is now; an older scan is as current as the data was then.
 */
export function dataOfScan(scan: ScanAdvisoryData, { databases, ...when }: AdvisoryKnowledge) {
  const ids = Object.keys(scan.index_versions as object) as EcosystemId[]
  const now = ids.map((id) => recordedData(databases.get(id) ?? noAdvisoryData(id)))
  const data = scan.is_newest ? now : withMissing(scan.advisory_data as RecordedData[], ids)
  const at = scan.is_newest ? when.now : scan.scanned_at.getTime()
  return data.map((each) => wireData(each, freshnessOf(each.checkedAt, { at, maxAgeMs: when.maxAgeMs })))
}

/** Without an entry, an ecosystem had no advisories when the scan was made. */
const withMissing = (recorded: readonly RecordedData[], ids: readonly EcosystemId[]): RecordedData[] => [
  ...recorded,
  ...ids
    .filter((id) => !recorded.some(({ ecosystem }) => ecosystem === id))
    .map((id) => recordedData(noAdvisoryData(id))),
]

export const wireData = ({ source, ...data }: RecordedData, state: Freshness) => ({
  ...data,
  name: ecosystemById(data.ecosystem).name,
  source: source === starterSource ? 'starter set' : source,
  state,
})

interface ScanWithOutcome extends ScanAdvisoryData {
  outcome: string
  declared_outcome: string | null
  issues: unknown
}

/** What a client declared, if it did, beside what the scan and its advisory data prove. */
export interface Outcomes {
  outcome: Outcome
  computedOutcome: Outcome
}

export function outcomesOfScan(scan: ScanWithOutcome, knowledge: AdvisoryKnowledge): Outcomes {
  return outcomesOf({
    outcome: scan.outcome as Outcome,
    declared: scan.declared_outcome as Outcome | null,
    issues: scan.issues,
    isCurrent: dataOfScan(scan, knowledge).every(({ state }) => state === 'current'),
  })
}

/** By the scan's own scores, and the advisory data it was made with. */
export const outcomeWhenScanned = (
  scan: Omit<ScanWithOutcome, 'declared_outcome' | 'is_newest'>,
  maxAgeMs: number,
): Outcome =>
  outcomesOfScan(
    { ...scan, declared_outcome: null, is_newest: false },
    { databases: new Map(), maxAgeMs, now: 0 },
  ).computedOutcome

interface OutcomeEvidence {
  /** The scan's own. */
  outcome: Outcome
  declared: Outcome | null
  issues: unknown
  /** Whether the advisory data is. */
  isCurrent: boolean
}

/** A PASS on outdated advisory data or an incomplete inventory is computed as UNDECLARED. */
export function outcomesOf({ outcome, declared, issues, isCurrent }: OutcomeEvidence): Outcomes {
  const isProven = isCurrent && unreadIssues(issues as Issue[]).length === 0
  const computedOutcome = outcome === 'PASS' && !isProven ? 'UNDECLARED' : outcome
  return { outcome: declared ?? computedOutcome, computedOutcome }
}
