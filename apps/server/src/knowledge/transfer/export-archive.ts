import { type ArchiveLine, writeArchiveLine } from '@assay/osv/knowledge-archive.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { Database } from '#platform/database/database.ts'
import {
  listKnownExploited,
  probabilityPages,
  readEuCatalog,
  recordPages,
} from '#knowledge/advisories/clusters/archive-store.ts'
import { listAdvisoryDatabases } from '#knowledge/advisories/databases/database-store.ts'
import { listEolDates } from '#knowledge/advisories/clusters/eol-date-store.ts'
import { listAges } from '#knowledge/advisories/feeds/list-store.ts'
import { releasePages } from '#knowledge/releases/archive-store.ts'

/** The lines of an archive of all advisory and release data. Holds one page in memory at a time. */
export async function* exportArchive(db: Database, parts: 'all' | 'advisories'): AsyncGenerator<string> {
  let lines = 0
  for await (const text of contents(db, parts)) {
    lines++
    yield `${text}\n`
  }
  yield `${writeArchiveLine({ assay: 'end', lines })}\n`
}

async function* contents(db: Database, parts: 'all' | 'advisories'): AsyncGenerator<string> {
  // The ages are written first: data read during the export can only make the archive newer than it claims.
  yield writeArchiveLine(await headerOf(db))
  for await (const page of recordPages(db)) {
    for (const { text, isWithdrawnHere } of page) if (!isWithdrawnHere) yield oneLine(text)
    const ids = page.filter(({ isWithdrawnHere }) => isWithdrawnHere).map(({ id }) => id)
    if (ids.length > 0) yield writeArchiveLine({ assay: 'withdrawn', ids })
  }
  const cves = await listKnownExploited(db)
  if (cves.length > 0) yield writeArchiveLine({ assay: 'known-exploited', cves })
  const eu = await readEuCatalog(db)
  if (eu.cves.length > 0) yield writeArchiveLine({ assay: 'eu-known-exploited', ...eu })
  for await (const page of probabilityPages(db)) yield writeArchiveLine({ assay: 'epss', ...page })
  const ids = ecosystems.map(({ id }) => id)
  yield writeArchiveLine({ assay: 'support-ends', products: await listEolDates(db, ids) })
  if (parts === 'advisories') return
  for await (const packages of releasePages(db)) yield writeArchiveLine({ assay: 'releases', packages })
}

/** Data that was never complete has no age, and keeps none when imported. */
async function headerOf(db: Database): Promise<ArchiveLine> {
  const exportedAt = Date.now()
  const databases = (await listAdvisoryDatabases(db)).flatMap(({ ecosystem, source, checkedAt }) =>
    checkedAt === null ? [] : [{ ecosystem, source, checkedAt: checkedAt.getTime() }],
  )
  return { assay: 'knowledge', version: 1, exportedAt, databases, lists: await listAges(db) }
}

const oneLine = (text: string) => (/[\r\n]/.test(text) ? JSON.stringify(JSON.parse(text)) : text)
