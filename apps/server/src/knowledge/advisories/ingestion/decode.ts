import type { AdvisoryRecord } from '@assay/engine/advisories/advisory.ts'
import { isCatalogLink } from '@assay/engine/advisories/clusters.ts'
import { decodeFeed, type FeedEntry } from '@assay/osv/decode-feed.ts'
import type { SourceText } from '@assay/osv/read-source.ts'
import { hash } from 'node:crypto'
import { packDocument } from '#knowledge/advisories/clusters/stored-document.ts'

/** A document that was parsed, as it is stored. Cloneable. */
export interface Decoded {
  /** A record has no texts, and only the links that its facts need. */
  entry: FeedEntry
  digest: Uint8Array
  /** Packed; empty if it is no advisory. */
  document: Uint8Array
}

export function decode(source: SourceText): Decoded {
  const entry = decodeFeed(source)
  if (entry.kind !== 'advisory') return { entry, digest: nothing, document: nothing }
  return {
    entry: { ...entry, record: withoutTexts(entry.record) },
    digest: hash('sha256', source.text, 'buffer'),
    document: packDocument(source),
  }
}

const nothing = new Uint8Array(0)

const withoutTexts = (record: AdvisoryRecord): AdvisoryRecord => ({
  ...record,
  summary: '',
  details: '',
  links: record.links.filter(isCatalogLink),
})
