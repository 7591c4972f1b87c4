import { readDependencyCsv } from '@assay/engine/documents/dependency-csv.ts'
import { mergeInventories } from '@assay/engine/documents/merge.ts'
import { readDocument } from '@assay/engine/documents/read.ts'
import type { Inventory, Issue, ReadResult } from '@assay/engine/inventory.ts'
import type { BuildDocument } from '../builds/store.ts'
import type { ReadInventory } from './read-inventory.ts'

/** Also the worker thread's work: takes and gives plain values. */
export function readAll(documents: BuildDocument[]): ReadInventory {
  const inventories: Inventory[] = []
  const issues: Issue[] = []
  for (const document of documents) {
    const result = readOne(document)
    if (result.inventory) inventories.push(result.inventory)
    else issues.push(...result.issues)
  }
  return { inventory: inventories.length > 0 ? mergeInventories(inventories) : null, issues }
}

function readOne({ format, path, bytes }: BuildDocument): ReadResult {
  if (format === 'auto') return readDocument({ path, bytes })
  const language = format.slice('csv:'.length)
  return readDependencyCsv(new TextDecoder().decode(bytes), { language, path })
}
