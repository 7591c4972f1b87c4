import { recordOf, textOf } from '../../parsers/json-value.ts'

/** An object of the graph. */
export interface Spdx3Element {
  json: Record<string, unknown>
  place: () => string
}

/** By what others refer to it; '' when they cannot. */
export function idOf(json: Record<string, unknown>): string {
  return textOf(json['spdxId']) || textOf(json['@id'])
}

/** What a member refers to: an id, or an object in place that has one. */
export function refsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.map((each) => textOf(each) || idOf(recordOf(each))).filter((id) => id !== '')
}
