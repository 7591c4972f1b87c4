import type { ComponentEvidence } from '../../../inventory.ts'
import { listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'

// https://cyclonedx.org/docs/1.6/json/#components_items_evidence

/** Documents of other tools list thousands of files of one package. */
const maxOccurrences = 100
const maxIdentities = 20

/** Where and how a component was found; null if the document does not say. */
export function readEvidence(evidence: unknown): ComponentEvidence | null {
  if (evidence === undefined) return null
  const { occurrences: places, identity } = recordOf(evidence)
  const occurrences = listOf(places).slice(0, maxOccurrences).map(recordOf).flatMap(toOccurrence)
  const identities = (Array.isArray(identity) ? identity : [identity])
    .slice(0, maxIdentities)
    .map(recordOf)
    .flatMap(toIdentity)
  if (occurrences.length === 0 && identities.length === 0) return null
  return {
    ...(occurrences.length > 0 && { occurrences }),
    ...(identities.length > 0 && { identity: identities }),
  }
}

function toOccurrence(json: Record<string, unknown>): NonNullable<ComponentEvidence['occurrences']> {
  const location = shortTextOf(json['location'])
  if (location === '') return []
  return [
    {
      location,
      ...numberOf(json, 'line'),
      ...numberOf(json, 'offset'),
      ...textIn(json, 'symbol'),
      ...textIn(json, 'additionalContext'),
    },
  ]
}

function toIdentity(json: Record<string, unknown>): NonNullable<ComponentEvidence['identity']> {
  const field = shortTextOf(json['field'])
  if (field === '') return []
  const methods = listOf(json['methods'])
    .slice(0, maxIdentities)
    .map(recordOf)
    .flatMap((method) => {
      const technique = shortTextOf(method['technique'])
      return technique === ''
        ? []
        : [{ technique, confidence: shareOf(method['confidence']) ?? 0, ...textIn(method, 'value') }]
    })
  const confidence = shareOf(json['confidence'])
  return [
    {
      field,
      ...(confidence !== null && { confidence }),
      ...textIn(json, 'concludedValue'),
      ...(methods.length > 0 && { methods }),
    },
  ]
}

const numberOf = <Name extends string>(json: Record<string, unknown>, name: Name) => {
  const value = Number(json[name] ?? Number.NaN)
  return (Number.isSafeInteger(value) && value >= 0 ? { [name]: value } : {}) as { [key in Name]?: number }
}

const textIn = <Name extends string>(json: Record<string, unknown>, name: Name) => {
  const value = shortTextOf(json[name])
  return (value === '' ? {} : { [name]: value }) as { [key in Name]?: string }
}

/** From 0 to 1; XML has it as text. */
function shareOf(value: unknown): number | null {
  const share = value === undefined || value === '' ? Number.NaN : Number(value)
  return share >= 0 && share <= 1 ? share : null
}
