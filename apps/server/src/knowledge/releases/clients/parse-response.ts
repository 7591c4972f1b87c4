import { isRecord } from '@assay/engine/documents/parsers/json-value.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

/** Selects from a document: a value, fields of an object, or [a selection for each entry of a list or map]. */
export type FieldSelection = true | readonly [FieldSelection] | { readonly [field: string]: FieldSelection }

/** The selected fields, or why there are none. */
export type Parsed = { document: unknown } | { failure: string }

export interface JsonResponse {
  bytes: Uint8Array
  fields: FieldSelection
  /** One document per line. */
  isPerLine: boolean
}

/** More than the releases of any package need; transferring them to another thread blocks it briefly. */
const maxValues = 250_000

/** More than any selected field needs. */
const maxDepth = 100

/** Documents can be 20 MB, most of which is not needed: only the selected fields leave the process that parses them. */
export function parseJson({ bytes, fields, isPerLine }: JsonResponse): Parsed {
  const text = decoder.decode(bytes)
  const count = { left: maxValues, depth: 0 }
  try {
    const document = isPerLine
      ? text
          .split('\n')
          .flatMap((line) => (line.trim() === '' ? [] : [pick(JSON.parse(line), fields, count)]))
      : pick(JSON.parse(text), fields, count)
    return count.left < 0 ? { failure: 'lists more versions than can be read' } : { document }
  } catch (error) {
    if (error instanceof SyntaxError) return { failure: 'is not JSON' }
    if (error instanceof RangeError) return { failure: 'is nested too deeply' }
    throw error
  }
}

const decoder = new TextDecoder()

function pick(value: unknown, fields: FieldSelection, count: { left: number; depth: number }): unknown {
  if (--count.left < 0 || typeof value !== 'object' || value === null) return value
  if (++count.depth > maxDepth) throw new RangeError('Too deep')
  const picked = pickInner(value, fields, count)
  count.depth--
  return picked
}

function pickInner(value: object, fields: FieldSelection, count: { left: number; depth: number }): unknown {
  const inner = (field: string) =>
    fields === true ? true : isList(fields) ? fields[0] : ownProperty(fields, field)
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

const isList = (fields: FieldSelection): fields is readonly [FieldSelection] => !isRecord(fields)

export interface PageLink {
  text: string
  href: string
  isYanked: boolean
  /** The versions of Python that the file is for. */
  runtime: string | undefined
}

/** The links of a package's page in an old PyPI index, which only returns HTML. */
export function parseLinks({ bytes }: { bytes: Uint8Array }): Parsed {
  const found = decoder.decode(bytes).matchAll(/<a\b([^<>]{0,4000})>([^<]{1,500})<\/a>/gi)
  const links = [...found].map(([, attributes, text]): PageLink => ({
    text: text!.trim(),
    href: /\bhref\s*=\s*["']([^"']*)["']/i.exec(attributes!)?.[1]?.replaceAll('&amp;', '&') ?? '',
    isYanked: /\bdata-yanked\b/i.test(attributes!),
    runtime: /\bdata-requires-python\s*=\s*["']([^"']*)["']/i
      .exec(attributes!)?.[1]
      ?.replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<'),
  }))
  return links.length > maxLinks ? { failure: 'lists more files than can be read' } : { document: links }
}

const maxLinks = maxValues / 4
