import type { CyclonedxSource } from './cyclonedx-bom.ts'
import type { IssueLog } from './issue-log.ts'
import { isRecord, listOf, recordOf } from './json-value.ts'
import { maxComponents, maxPlaceDepth } from './limits.ts'

/** A component as it stands in a CycloneDX document. */
export interface Entry {
  json: Record<string, unknown>
  /** For people; where it is deep, only its last levels. */
  place: () => string
}

interface Place {
  parent: Place | null
  /** The list that it stands in, as a JSON pointer from its parent. */
  list: string
  index: number
}

/**
 * All components of a CycloneDX document, parents before the components inside them, those of the described
 * component last; null when there are more than maxComponents. Depth is bounded by memory only.
 */
export function walkComponents(
  bom: Record<string, unknown>,
  placeOf: CyclonedxSource['placeOf'],
  log: IssueLog,
): Entry[] | null {
  const entries: Entry[] = []
  const pending: { value: unknown; place: Place }[] = []
  const push = (list: unknown, pointer: string, parent: Place | null) => {
    const items = listOf(list)
    for (let index = items.length - 1; index >= 0; index--) {
      pending.push({ value: items[index], place: { parent, list: pointer, index } })
    }
  }
  push(recordOf(recordOf(bom['metadata'])['component'])['components'], '/metadata/component/components', null)
  push(bom['components'], '/components', null)
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, place } = next
    if (!isRecord(value)) {
      const spell = () => placeOf(spellPlace(place))
      log.add('component-unusable', 'A component is not a JSON object and was left out.', spell)
      continue
    }
    if (entries.length >= maxComponents) return null
    entries.push({ json: value, place: () => placeOf(spellPlace(place), value) })
    push(value['components'], '/components', place)
  }
  return entries
}

function spellPlace(place: Place): string {
  let pointer = ''
  let at: Place | null = place
  for (let depth = 0; at && depth < maxPlaceDepth; depth++) {
    pointer = `${at.list}/${at.index}${pointer}`
    at = at.parent
  }
  return at ? `/…${pointer}` : pointer
}
