import type { AdvisoryRecord } from '@assay/engine/advisories/advisory.ts'
import type { ListId } from '@assay/engine/vocabulary.ts'
import { type ExploitSignals, readExploitSignals } from '@assay/engine/advisories/exploit-signals.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { readEolDates, type SupportedProduct } from '@assay/engine/stability/eol-dates.ts'
import type { SourceText } from './read-source.ts'

/** The parsed content of a feed text, with issues about skipped parts. */
export type FeedEntry = { issues: Issue[] } & (
  | { kind: 'advisory'; record: AdvisoryRecord }
  /** The known exploited vulnerabilities of CISA or the EU, or FIRST's EPSS. */
  | { kind: 'exploit-signals'; signals: ExploitSignals }
  /** endoflife.date. */
  | { kind: 'eol-dates'; products: SupportedProduct[] }
  | { kind: 'unreadable' }
)

/** The list that a text is; null for other texts. */
export function listOf(entry: FeedEntry): ListId | null {
  if (entry.kind === 'eol-dates') return 'end-of-life'
  return entry.kind === 'exploit-signals' ? listIdOf[entry.signals.list] : null
}

const listIdOf = {
  'known-exploited': 'kev',
  'eu-known-exploited': 'eu-kev',
  epss: 'epss',
} as const satisfies Record<ExploitSignals['list'], ListId>

/** Parses a text of any feed, detecting the format from its content. Never throws. */
export function decodeFeed({ text, where }: SourceText): FeedEntry {
  const signals = readExploitSignals(text)
  if (signals) return { kind: 'exploit-signals', signals, issues: [] }
  const products = readEolDates(text)
  if (products) return { kind: 'eol-dates', products, issues: [] }
  try {
    const { record, issues } = readOsvRecord(JSON.parse(text), where)
    return record ? { kind: 'advisory', record, issues } : { kind: 'unreadable', issues }
  } catch (error) {
    const message = (error as Error).message
    return { kind: 'unreadable', issues: [{ code: 'json-invalid', message, where }] }
  }
}
