import { compareText } from './ecosystems/numbers.ts'
import { isAllowedPurl, rulesOf, normalizePurl, type Purl } from './purl-types.ts'

const maxPurlLength = 4096

/** null if the text is not a package URL. Never throws. */
export function parsePurl(text: string): Purl | null {
  if (text.length > maxPurlLength || !/^pkg:/i.test(text)) return null
  try {
    return parseParts(text.slice('pkg:'.length).replace(/^\/+/, ''))
  } catch {
    // Malformed percent-encoding is the only error of decoding.
    return null
  }
}

/** Parsed from the right, as specified. */
function parseParts(text: string): Purl | null {
  const [beforeSubpath, subpath] = splitOnce(text, text.lastIndexOf('#'))
  const [path, query] = splitOnce(beforeSubpath, beforeSubpath.lastIndexOf('?'))
  const [typeAndName, version] = splitOnce(path, versionAt(path))
  const segments = segmentsOf(typeAndName)
  const type = segments.shift()?.toLowerCase() ?? ''
  const name = decode(segments.pop() ?? '')
  const qualifiers = query ? parseQualifiers(query) : {}
  if (!/^[a-z][a-z\d.-]*$/.test(type) || name === '' || qualifiers === null) return null
  const purl = {
    type,
    namespace: segments.length === 0 ? null : segmentsOf(decode(segments.join('/'))).join('/') || null,
    name,
    version: decode(version ?? '') || null,
    qualifiers,
    subpath: subpath ? parseSubpath(subpath) : null,
  }
  // Encoded NUL is not valid in names and versions, and cannot be stored.
  if (text.includes('%00')) return null
  return isAllowedPurl(purl) ? normalizePurl(purl) : null
}

/** Fast path: most texts contain nothing to decode. */
const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text)

function segmentsOf(path: string): string[] {
  const segments = path.split('/')
  return segments.includes('') ? segments.filter((segment) => segment !== '') : segments
}

/**
 * Position of the '@' before the version, or -1. An '@' at the start of a segment other than the last belongs to an
 * unencoded npm scope; versions may contain unencoded slashes: 'name@feature/x'.
 */
function versionAt(path: string): number {
  const at = path.lastIndexOf('@')
  return at > path.lastIndexOf('/') ? at : path.search(/(?<=[^/])@/)
}

const splitOnce = (text: string, at: number): [string, string | null] =>
  at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]

/** null if a key is invalid; empty values count as absent. */
function parseQualifiers(query: string): Record<string, string> | null {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => splitOnce(pair, pair.indexOf('=')))
  if (!pairs.every(([key]) => /^[a-z._-][a-z\d._-]*$/i.test(key))) return null
  return Object.fromEntries(
    pairs
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]) => [key.toLowerCase(), decodeURIComponent(value!)]),
  )
}

/** Decoded before splitting, so that an encoded slash cannot introduce '..'. */
function parseSubpath(subpath: string): string | null {
  const segments = segmentsOf(decodeURIComponent(subpath))
  return segments.filter((segment) => segment !== '.' && segment !== '..').join('/') || null
}

/** The canonical text of a package URL. */
export function formatPurl(purl: Purl): string {
  const { type, namespace, name, version, qualifiers, subpath } = normalizePurl(purl)
  const names = rulesOf(type).isNamePath ? name.split('/') : [name]
  const path = [...(namespace?.split('/') ?? []), ...names].map(encode).join('/')
  const query = Object.entries(qualifiers)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${key}=${encode(value)}`)
    .join('&')
  const end = subpath === null ? '' : `#${subpath.split('/').map(encode).join('/')}`
  return `pkg:${type}/${path}${version === null ? '' : `@${encode(version)}`}${query === '' ? '' : `?${query}`}${end}`
}

/** Encodes everything but unreserved characters and the colon, as specified. */
const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%3A', ':')
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** A package URL without qualifiers, which products write differently: 'npm/lodash/4.17.4'. Other text stays. */
export function withoutQualifiers(purl: string): string {
  const parsed = parsePurl(purl)
  if (!parsed) return purl
  const { type, namespace, name, version } = parsed
  return [type, namespace, name, version].filter((part) => part !== null && part !== '').join('/')
}
