import { listOf } from '@assay/engine/documents/parsers/json-value.ts'
import { readXml, type XmlElement } from '@assay/engine/documents/parsers/xml-document.ts'
import { maxBytesInMemory } from '#platform/uploads/spool.ts'
import { WorkMemoryError } from '#platform/worker-threads/isolate.ts'
import { inDocumentMemory } from '#platform/worker-threads/memory.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { WorkersBusyError, WorkTimeError } from '#platform/worker-threads/work-pool.ts'
import { type Found, SourceError } from './client.ts'
import { type PageLink, type Parsed, parseJson, parseLinks, type FieldSelection } from './parse-response.ts'

const decoder = new TextDecoder()

/** For version lists and small files. Throws SourceError if the response is unusually large. */
export const textOfResponse = (response: Found): string => decoder.decode(smallBytesOf(response))

/** The selected fields of a JSON document. Throws SourceError if it is not JSON. */
export const jsonOf = ({ bytes }: Found, fields: FieldSelection): Promise<unknown> =>
  parse(parseJson, { bytes, fields, isPerLine: false })

/** The selected fields of each line, which is a JSON document. Throws SourceError if one is not JSON. */
export const jsonLinesOf = async ({ bytes }: Found, fields: FieldSelection): Promise<readonly unknown[]> =>
  listOf(await parse(parseJson, { bytes, fields, isPerLine: true }))

/** The links of an HTML page. */
export const linksOf = async ({ bytes }: Found): Promise<readonly PageLink[]> =>
  (await parse(parseLinks, { bytes })) as PageLink[]

/** Throws SourceError if the response is not XML, or larger than any such file is. */
export function xmlOf(response: Found): XmlElement {
  const { root } = readXml({ path: 'response.xml', bytes: new Uint8Array(smallBytesOf(response)) })
  if (root === null) throw new SourceError('The registry answered with something that is not XML')
  return root
}

function smallBytesOf({ bytes }: Found): Uint8Array {
  if (bytes.length <= maxBytesInMemory) return bytes
  throw new SourceError('The registry answered with more than 1 MB', { isTooLarge: true })
}

/** Large responses are parsed in a process with limited time and memory. */
async function parse<Argument extends { bytes: Uint8Array }>(
  parser: (argument: Argument) => Parsed,
  argument: Argument,
): Promise<unknown> {
  const size = argument.bytes.length
  const call = {
    kind: 'read',
    isBackground: true,
    module: new URL('parse-response.ts', import.meta.url),
    name: parser.name,
  } as const
  const parsed =
    size <= maxBytesInMemory
      ? parser(argument)
      : await inDocumentMemory(size, () => runInWorker<Parsed>(call, argument)).catch(failureOf)
  if ('document' in parsed) return parsed.document
  throw new SourceError(`The registry answered with something that ${parsed.failure}`)
}

/** Rethrows errors that the response did not cause. */
function failureOf(error: unknown): Parsed {
  if (error instanceof WorkMemoryError) return { failure: 'needs more memory to read than this server gives' }
  if (error instanceof WorkTimeError) return { failure: 'takes longer to read than this server gives' }
  if (error instanceof WorkersBusyError) return { failure: 'could not be read while too much work is queued' }
  throw error
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
