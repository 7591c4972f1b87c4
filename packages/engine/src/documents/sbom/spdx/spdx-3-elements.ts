import { recordOf, textOf } from '../../parsers/json-value.ts'

/** An object of the graph and its location. */
export interface Spdx3Element {
  json: Record<string, unknown>
  location: () => string
}

/** The id that others refer to; '' if there is none. */
export function idOf(json: Record<string, unknown>): string {
  return textOf(json['spdxId']) || textOf(json['@id'])
}

/** The ids that a member refers to, directly or by inlined objects. */
export function refsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.map((each) => textOf(each) || idOf(recordOf(each))).filter((id) => id !== '')
}
