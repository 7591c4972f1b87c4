import { setTimeout as sleep } from 'node:timers/promises'
import { ingest } from '@assay/server/knowledge/advisories/ingestion/ingest.ts'
import { renewIndexes } from '@assay/server/knowledge/advisories/indexes/renew-indexes.ts'
import { type Database, openDatabase } from '@assay/server/platform/database/database.ts'
import type { Product } from '../product.ts'
import { inventoryOf } from './inventory.ts'
import { randomOf } from '../../../scripts/random.ts'

const batch = 500

/** Creates a project whose first components have one finding each; returns its uuid. */
export async function fillReport(
  { api, pool }: Product,
  { components, findings }: { components: number; findings: number },
): Promise<string> {
  const log = { error: (_context: object, message: string) => void process.stderr.write(`${message}\n`) }
  const { db, close } = openDatabase({ connection: pool.options, maxConnections: 2, log })
  await fillAdvisories(db, findings)
  await close()
  const file = { filename: 'bom.json', bytes: inventoryOf(components) }
  const build = await api.uploads.intoNew({ body: { file, url: 'https://example.org/huge', branch: 'main' } })
  while ((await api.scans.findings({ params: { projectUuid: build.uuid } }).catch(notYet)).length === 0)
    await sleep(200)
  return build.uuid
}

const notYet = () => []

/** Inserts one advisory for each of the first packages of inventoryOf, which affects every version below 6. */
async function fillAdvisories(db: Database, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, at) => ({
    where: `GHSA-${at}.json`,
    text: JSON.stringify(advisoryAt(at)),
  }))
  for (let start = 0; start < count; start += batch) {
    await ingest(db, 'bench', texts.slice(start, start + batch))
  }
  await renewIndexes(db)
}

function advisoryAt(at: number) {
  const random = randomOf(at + 1)
  const name = `package-1-${at + 1}`
  const impact = random.pick(['H', 'L', 'N'])
  return {
    id: `GHSA-bench-${at}`,
    aliases: [`CVE-2025-${100_000 + at}`],
    summary: `Unsafe input in ${name}`,
    published: '2025-03-01T00:00:00Z',
    modified: '2025-03-02T00:00:00Z',
    details: `### Impact\n\n${'An attacker who controls the input can make the parser read beyond its end. '.repeat(12)}`,
    severity: [{ type: 'CVSS_V3', score: `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:${impact}/I:L/A:H` }],
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: `6.${random.below(9)}.1` }] }],
      },
    ],
    references: [{ type: 'WEB', url: `https://example.org/advisories/${at}` }],
    database_specific: { cwe_ids: ['CWE-125'] },
  }
}
