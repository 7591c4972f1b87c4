import { readXml, type XmlElement } from '@assay/engine/documents/parsers/xml-document.ts'
import { type Found, SourceError } from './client.ts'

const decoder = new TextDecoder()

export const textOfAnswer = ({ bytes }: Found): string => decoder.decode(bytes)

/** Throws SourceError when the answer is no JSON. */
export function jsonOf(answer: Found): unknown {
  try {
    return JSON.parse(textOfAnswer(answer))
  } catch {
    throw new SourceError('The registry answered with something that is not JSON')
  }
}

/** Throws SourceError when the answer is no XML. */
export function xmlOf({ bytes }: Found): XmlElement {
  const { root } = readXml({ path: 'answer.xml', bytes: new Uint8Array(bytes) })
  if (root === null) throw new SourceError('The registry answered with something that is not XML')
  return root
}

/** Epoch ms; null when the text is no point in time. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

const maxTextLength = 2000

/** Texts of registries are anybody's: what is no text, or has nothing in it, is undefined, and PostgreSQL knows no NUL. */
export function sentenceOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replaceAll('\0', '').trim().slice(0, maxTextLength).toWellFormed()
  return text === '' ? undefined : text
}

/** Those that are texts, each once. */
export function licensesOf(values: readonly unknown[]): string[] {
  return [...new Set(values.flatMap((value) => sentenceOf(value) ?? []))].slice(0, 20)
}
