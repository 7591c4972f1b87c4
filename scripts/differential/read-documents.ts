import type { OsvDocument } from '@assay/engine/advisories/reference-matcher.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** All documents with an id in the *.jsonl.gz files of a folder; of several with the same id, the last. */
export function readDocuments(folder: string): (OsvDocument & { id: string })[] {
  const byId = new Map<string, OsvDocument & { id: string }>()
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))
  for (const file of files.toSorted()) {
    for (const line of gunzipSync(readFileSync(join(folder, file)))
      .toString('utf8')
      .split('\n')) {
      if (line === '') continue
      const document = JSON.parse(line) as OsvDocument & { id: string }
      if (document.id !== '') byId.set(document.id, document)
    }
  }
  return [...byId.values()]
}
