import { readDependencyCsv } from '@assay/engine/documents/sbom/dependency-csv.ts'
import { mergeInventories } from '@assay/engine/documents/components/merge.ts'
import { readDocuments, rejectCrowded } from '@assay/engine/documents/read.ts'
import type { Inventory, Issue, SourceDocument } from '@assay/engine/inventory.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import type { DocumentFormat } from '#scanning/builds/documents/build-document.ts'

/** The content, or the file that contains it. */
export interface UnreadDocument {
  path: string
  format: DocumentFormat
  bytes: Uint8Array
  spooled?: { path: string }
}

export interface ReadDocuments {
  /** null if no document could be read. */
  inventory: Inventory | null
  issues: Issue[]
}

/** Summary of an inventory stored in a file. */
export interface ReadSummary {
  components: number
  /** Number of infrastructure-as-code results. */
  results: number
  formats: number
}

export function readAll(unread: UnreadDocument[]): ReadDocuments {
  const documents = unread.map(({ spooled, bytes, ...rest }) => ({
    ...rest,
    bytes: spooled ? new Uint8Array(readFileSync(spooled.path)) : bytes,
  }))
  const files = readDocuments(documents.filter(({ format }) => format === 'auto'))
  const lists = documents.filter(({ format }) => format !== 'auto').map(readList)
  const inventories = [files.inventory, ...lists.map(({ inventory }) => inventory)].filter(
    (inventory) => inventory !== null,
  )
  const issues = [...files.issues, ...lists.flatMap((list) => list.issues ?? [])]
  if (!inventories.some(({ formats }) => formats.length > 0)) return { inventory: null, issues }
  // Each is limited, and so is what they have together.
  const merged = rejectCrowded({ inventory: mergeInventories(inventories), issues })
  return merged.inventory.formats.length > 0 ? merged : { inventory: null, issues: merged.issues }
}

/** Runs in the worker process. Inventories of large documents can have hundreds of megabytes and are written to a file. */
export function readAllInto({ documents, path }: { documents: UnreadDocument[]; path: string }): {
  summary: ReadSummary | null
  issues: Issue[]
} {
  const { inventory, issues } = readAll(documents)
  if (inventory === null) return { summary: null, issues }
  writeFileSync(path, serialize(inventory), { mode: 0o600 })
  return { summary: summaryOf(inventory), issues }
}

export const summaryOf = ({ components, infrastructure, formats }: Inventory): ReadSummary => ({
  components: components.length,
  results: infrastructure?.results.length ?? 0,
  formats: formats.length,
})

function readList({ format, path, bytes }: SourceDocument & { format: DocumentFormat }) {
  const language = format.slice('csv:'.length)
  return readDependencyCsv(new TextDecoder().decode(bytes), { language, path })
}
