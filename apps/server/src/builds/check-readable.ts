import { Problem } from '../http/problem.ts'
import { readInventory } from '../scans/read-inventory.ts'
import type { BuildDocument } from './store.ts'

/** Refuses documents of which none can be read, before anything is stored. Gives the number of components. */
export async function checkReadable(documents: BuildDocument[]): Promise<number> {
  const { inventory, issues } = await readInventory(documents)
  if (inventory !== null && inventory.formats.length > 0) return inventory.components.length
  const details = issues.slice(0, 20).map(({ where, message }) => ({ path: where, message }))
  const message = details[0]?.message ?? 'The document could not be read'
  throw new Problem(400, 'unreadableDocument', message).withDetails(details)
}
