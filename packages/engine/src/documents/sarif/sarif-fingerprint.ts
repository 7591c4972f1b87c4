import { listOf, recordOf, textOf } from '../parsers/json-value.ts'
import { nameUuid } from '../../name-uuid.ts'

type Members = Record<string, unknown>

/** Identifies a result regardless of its line: by the scanner's fingerprint, the resource, or message and snippet. */
export function fingerprintOf(result: Members, message: string): string {
  const fingerprints = printsOf(result['fingerprints']) || printsOf(result['partialFingerprints'])
  return nameUuid(`urn:assay:result:${fingerprints || resourceOf(result) || contentOf(result, message)}`)
}

/** Sorted by name. Fingerprints of lines and columns alone are ignored, since they change with unrelated edits. */
function printsOf(value: unknown): string {
  return Object.entries(recordOf(value))
    .filter(([name, print]) => typeof print === 'string' && print !== '' && !/Column|LineNumber/i.test(name))
    .map(([name, print]) => `${name}=${String(print)}`)
    .sort()
    .join('\n')
}

function resourceOf(result: Members): string {
  const [location] = listOf(result['locations'])
  const names = listOf(recordOf(location)['logicalLocations']).map((item) => {
    const { fullyQualifiedName, name } = recordOf(item)
    return textOf(fullyQualifiedName) || textOf(name)
  })
  return names.filter((name) => name !== '').join('\n')
}

/** The message without line and column numbers, followed by the snippet. */
function contentOf(result: Members, message: string): string {
  const [location] = listOf(result['locations'])
  const region = recordOf(recordOf(recordOf(location)['physicalLocation'])['region'])
  const snippet = textOf(recordOf(region['snippet'])['text']).slice(0, 10_000)
  const stable = message.replaceAll(/\b(lines?|columns?)\s+\d+(?:\s*[-:]\s*\d+)?/gi, '$1')
  return `${stable}\n${snippet.replaceAll(/\s+/g, ' ')}`
}
