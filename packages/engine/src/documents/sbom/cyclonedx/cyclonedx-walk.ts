import type { IssueLog } from '../../parsers/issue-log.ts'
import { isRecord, listOf, recordOf } from '../../parsers/json-value.ts'
import { maxComponents, maxLocationDepth } from '../../parsers/limits.ts'
import type { CyclonedxSource } from './cyclonedx-source.ts'

/** A component of a CycloneDX document with its position. */
export interface Entry extends Position {
  json: Record<string, unknown>
}

interface Position {
  parent: Position | null
  /** The list that contains it, as a JSON pointer from its parent. */
  list: string
  index: number
}

/**
 * Lists all components of a CycloneDX document, parents before their children, those of the root last; null if there
 * are more than maxComponents. Depth is limited only by memory.
 */
export function walkComponents(
  bom: Record<string, unknown>,
  locationOf: CyclonedxSource['locationOf'],
  log: IssueLog,
): Entry[] | null {
  const entries: Entry[] = []
  const pending: (Position & { json: unknown })[] = []
  const push = (items: readonly unknown[], list: string, parent: Position | null) => {
    for (let index = items.length - 1; index >= 0; index--) {
      pending.push({ json: items[index], parent, list, index })
    }
  }
  const described = recordOf(recordOf(bom['metadata'])['component'])
  push(listOf(described['components']), '/metadata/component/components', null)
  push(listOf(bom['components']), '/components', null)
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (!isEntry(next)) {
      const position = next
      const message = 'A component is not a JSON object and was left out.'
      log.add('component-unusable', message, () => locationOf(formatPosition(position)))
      continue
    }
    if (entries.length >= maxComponents) return null
    entries.push(next)
    push(listOf(next.json['components']), '/components', next)
  }
  return entries
}

/** A JSON pointer; in deeply nested documents, only its last levels. */
export function formatPosition(position: Position): string {
  let pointer = ''
  let at: Position | null = position
  for (let depth = 0; at && depth < maxLocationDepth; depth++) {
    pointer = `${at.list}/${at.index}${pointer}`
    at = at.parent
  }
  return at ? `/…${pointer}` : pointer
}

const isEntry = (value: Position & { json: unknown }): value is Entry => isRecord(value.json)
