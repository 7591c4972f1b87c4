import { formatPurl, parsePurl } from '../../packages/engine/src/purl.ts'
import { same, type Row, type Verdict } from './row.ts'
import type { Purl } from '../../packages/engine/src/purl-types.ts'

/** parse: text to parts. build: parts to text. validate: text to canonical text. null if it fails. */
export function checkPurl({ test_type, input, expected_output, expected_failure }: Row): Verdict {
  const expected = expected_failure ? null : expected_output
  if (test_type === 'build') return same(expected, build(input as Partial<Purl>))
  const purl = parsePurl(input as string)
  if (test_type === 'parse') return same(partsOf(expected as Purl | null), partsOf(purl))
  return same(expected, purl && formatPurl(purl))
}

/** With a fixed order of members, and without empty qualifiers. */
function partsOf(purl: Purl | null): unknown {
  if (!purl) return null
  const qualifiers = Object.entries(purl.qualifiers ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return [purl.type, purl.namespace, purl.name, purl.version, qualifiers, purl.subpath]
}

/** Formatted and parsed again, which applies the rules of its type. */
function build(parts: Partial<Purl>): string | null {
  const { type, name } = parts
  if (!type || !name) return null
  const { namespace = null, version = null, qualifiers, subpath = null } = parts
  const read = parsePurl(
    formatPurl({ type, namespace, name, version, qualifiers: qualifiers ?? {}, subpath }),
  )
  return read && formatPurl(read)
}
