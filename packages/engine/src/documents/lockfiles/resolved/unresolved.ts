import type { SourceDocument } from '../../../inventory.ts'
import { readJson } from '../../parsers/json-document.ts'
import { recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { isResolution, manifestOf } from './resolution-name.ts'

/** A resolution has more than one sentence. */
const maxBytes = 2_000

/** Why manifests could not be resolved, by path, as written by writeUnresolved. */
export function readUnresolved(documents: readonly SourceDocument[]): Map<string, string> {
  const reasons = documents.flatMap((document): [string, string][] => {
    if (!isResolution(document.path) || document.bytes.length > maxBytes) return []
    const reason = shortTextOf(recordOf(readJson(document).json)['unresolved'])
    return reason === '' ? [] : [[manifestOf(document.path), reason]]
  })
  return new Map(reasons)
}
