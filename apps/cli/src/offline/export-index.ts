import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { writeArchiveLine } from '@assay/osv/knowledge-archive.ts'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { listAgesFrom } from './local-advisories.ts'
import { type Manifest, readManifest, readSignals, storedData } from './manifest.ts'

const cvesAtOnce = 10_000

/** Exports the local index as an archive, with the age of each ecosystem's data. */
export async function exportIndex(folder: string, output: string): Promise<void> {
  const manifest = readManifest(folder)
  if (!manifest)
    throw new CommandError(
      exitCodes.configuration,
      "There is no local index. Build it with 'assay advisories sync --offline --from …'.",
    )
  const draft = `${output}.part`
  try {
    await pipeline(Readable.from(numbered(linesOf(folder, manifest))), createGzip(), createWriteStream(draft))
    await rename(draft, output)
  } finally {
    await rm(draft, { force: true })
  }
}

async function* numbered(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let lines = 0
  for await (const text of texts) {
    lines++
    yield `${text}\n`
  }
  yield `${writeArchiveLine({ assay: 'end', lines })}\n`
}

async function* linesOf(folder: string, manifest: Manifest): AsyncGenerator<string> {
  const { ecosystems, supportEnds = [] } = manifest
  const databases = Object.keys(ecosystems).flatMap((id) => {
    const { source, checkedAt } = storedData(manifest, id)!
    return checkedAt === null ? [] : [{ ecosystem: id as EcosystemId, source, checkedAt }]
  })
  const lists = listAgesFrom(manifest.lists ?? {})
  yield writeArchiveLine({ assay: 'knowledge', version: 1, exportedAt: Date.now(), databases, lists })
  yield* createInterface({ input: createReadStream(join(folder, 'documents.jsonl')) })
  const { knownExploited, euCatalog, probabilities } = readSignals(folder)
  if (knownExploited.length > 0) yield writeArchiveLine({ assay: 'known-exploited', cves: knownExploited })
  if (euCatalog) {
    const { list: assay, cves, euvdIds } = euCatalog
    yield writeArchiveLine({ assay, cves, euvdIds })
  }
  for (let at = 0; at < probabilities.length; at += cvesAtOnce)
    yield writeArchiveLine({ assay: 'epss', probabilities: probabilities.slice(at, at + cvesAtOnce) })
  yield writeArchiveLine({ assay: 'support-ends', products: supportEnds })
}
