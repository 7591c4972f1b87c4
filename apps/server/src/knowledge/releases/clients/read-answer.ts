import { readXml, type XmlElement } from '@assay/engine/documents/parsers/xml-document.ts'
import { type Found, SourceError } from './client.ts'

const decoder = new TextDecoder()

export const textOfAnswer = ({ bytes }: Found): string => decoder.decode(bytes)

/** Throws SourceError if the response is not JSON. */
export function jsonOf(answer: Found): unknown {
  try {
    return JSON.parse(textOfAnswer(answer))
  } catch {
    throw new SourceError('The registry answered with something that is not JSON')
  }
}

/** Throws SourceError if the response is not XML. */
export function xmlOf({ bytes }: Found): XmlElement {
  const { root } = readXml({ path: 'answer.xml', bytes: new Uint8Array(bytes) })
  if (root === null) throw new SourceError('The registry answered with something that is not XML')
  return root
}

/** Epoch ms; null if the text is not a valid date. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

const maxTextLength = 2000

/** Registry texts are untrusted: anything but a non-empty string is undefined, and NUL is removed for PostgreSQL. */
export function sentenceOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replaceAll('\0', '').trim().slice(0, maxTextLength).toWellFormed()
  return text === '' ? undefined : text
}

/** The distinct strings among the values. */
export function licensesOf(values: readonly unknown[]): string[] {
  return [...new Set(values.flatMap((value) => sentenceOf(value) ?? []))].slice(0, 20)
}
