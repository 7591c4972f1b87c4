import { isRecord } from '@assay/engine/documents/parsers/json-value.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

/** The needed parts of a document: a value, fields of an object, or [parts of each entry of a list or map]. */
export type Wanted = true | readonly [Wanted] | { readonly [field: string]: Wanted }

/** The wanted parts, or why there are none. */
export type Parsed = { document: unknown } | { failure: string }

export interface JsonResponse {
  bytes: Uint8Array
  wanted: Wanted
  /** One document per line. */
  isPerLine: boolean
}

/** More than the releases of any package need; transferring them to another thread blocks it briefly. */
const maxValues = 250_000

/** More than any wanted part has. */
const maxDepth = 100

/** Documents can be 20 MB, most of which is not needed: only the needed parts leave the process that parses them. */
export function parseJson({ bytes, wanted, isPerLine }: JsonResponse): Parsed {
  const text = decoder.decode(bytes)
  const count = { left: maxValues, depth: 0 }
  try {
    const document = isPerLine
      ? text
          .split('\n')
          .flatMap((line) => (line.trim() === '' ? [] : [pick(JSON.parse(line), wanted, count)]))
      : pick(JSON.parse(text), wanted, count)
    return count.left < 0 ? { failure: 'lists more versions than can be read' } : { document }
  } catch (error) {
    if (error instanceof SyntaxError) return { failure: 'is not JSON' }
    if (error instanceof RangeError) return { failure: 'is nested too deeply' }
    throw error
  }
}

const decoder = new TextDecoder()

function pick(value: unknown, wanted: Wanted, count: { left: number; depth: number }): unknown {
  if (--count.left < 0 || typeof value !== 'object' || value === null) return value
  if (++count.depth > maxDepth) throw new RangeError('Too deep')
  const picked = pickInner(value, wanted, count)
  count.depth--
  return picked
}

function pickInner(value: object, wanted: Wanted, count: { left: number; depth: number }): unknown {
  const inner = (field: string) =>
    wanted === true ? true : isList(wanted) ? wanted[0] : ownProperty(wanted, field)
  if (Array.isArray(value)) {
    const each = inner('')
    return each === undefined ? undefined : value.map((item: unknown) => pick(item, each, count))
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, item]) => {
      const of = inner(field)
      return of === undefined ? [] : [[field, pick(item, of, count)]]
    }),
  )
}

const isList = (wanted: Wanted): wanted is readonly [Wanted] => !isRecord(wanted)

export interface PageLink {
  text: string
  href: string
  isYanked: boolean
}

/** The links of a package's page in an old PyPI index, which only returns HTML. */
export function parseLinks({ bytes }: { bytes: Uint8Array }): Parsed {
  const found = decoder.decode(bytes).matchAll(/<a\b([^<>]{0,4000})>([^<]{1,500})<\/a>/gi)
  const links = [...found].map(([, attributes, text]): PageLink => ({
    text: text!.trim(),
    href: /\bhref\s*=\s*["']([^"']*)["']/i.exec(attributes!)?.[1]?.replaceAll('&amp;', '&') ?? '',
    isYanked: /\bdata-yanked\b/i.test(attributes!),
  }))
  return links.length > maxLinks ? { failure: 'lists more files than can be read' } : { document: links }
}

const maxLinks = maxValues / 4
