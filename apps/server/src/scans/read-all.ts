import { readDependencyCsv } from '@assay/engine/documents/dependency-csv.ts'
import { mergeInventories } from '@assay/engine/documents/merge.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import type { BuildDocument } from '../builds/store.ts'
import type { ReadInventory } from './read-inventory.ts'

/** Also the worker thread's work: takes and gives plain values. */
export function readAll(documents: BuildDocument[]): ReadInventory {
  const files = readDocuments(documents.filter(({ format }) => format === 'auto'))
  const lists = documents.filter(({ format }) => format !== 'auto').map(readList)
  const inventories = [files.inventory, ...lists.map(({ inventory }) => inventory)]
    .filter((inventory) => inventory !== null)
    .filter(({ formats }) => formats.length > 0)
  return {
    inventory: inventories.length > 0 ? mergeInventories(inventories) : null,
    issues: [...files.issues, ...lists.flatMap(({ issues }) => issues ?? [])],
  }
}

function readList({ format, path, bytes }: BuildDocument) {
  const language = format.slice('csv:'.length)
  return readDependencyCsv(new TextDecoder().decode(bytes), { language, path })
}
