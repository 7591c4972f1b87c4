import type { EcosystemId } from './ecosystems/ecosystem.ts'
import { ecosystemByPurlType } from './ecosystems/ecosystems.ts'

/** A package URL: https://github.com/package-url/purl-spec */
export interface Purl {
  /** Lower case. */
  type: string
  namespace: string | null
  name: string
  version: string | null
  qualifiers: Record<string, string>
  subpath: string | null
}

const longestPurl = 4096

/** null when the text is no package URL. Never throws. */
export function parsePurl(text: string): Purl | null {
  if (text.length > longestPurl || !/^pkg:/i.test(text)) return null
  try {
    return parseParts(text.slice('pkg:'.length).replace(/^\/+/, ''))
  } catch {
    // Broken percent-encoding: the one way in which decoding fails.
    return null
  }
}

/** From the right, as the specification has it: what is left of the last '@' is the path. */
function parseParts(text: string): Purl | null {
  const [beforeSubpath, subpath] = splitOnce(text, text.indexOf('#'))
  const [path, query] = splitOnce(beforeSubpath, beforeSubpath.lastIndexOf('?'))
  const [typeAndName, version] = splitVersion(path)
  const segments = typeAndName.split('/').filter((segment) => segment !== '')
  const type = segments.shift()?.toLowerCase() ?? ''
  const name = decodeURIComponent(segments.pop() ?? '')
  if (!/^[a-z.-][a-z\d.-]*$/.test(type) || name === '') return null
  const namespace = segments.map(decodeURIComponent).join('/')
  return normalize({
    ...{ type, namespace: namespace === '' ? null : namespace, name },
    version: version === null || version === '' ? null : decodeURIComponent(version),
    qualifiers: query === null ? {} : parseQualifiers(query),
    subpath: subpath === null ? null : parseSubpath(subpath),
  })
}

/** An '@' before the last slash belongs to an npm scope that somebody left as it is. */
function splitVersion(path: string): [string, string | null] {
  const at = path.lastIndexOf('@')
  return at > path.lastIndexOf('/') && path[at - 1] !== '/'
    ? splitOnce(path, at)
    : splitOnce(path, versionAfterSlash(path))
}

/** Versions may hold slashes only when they are not encoded as they should be: 'name@feature/x'. */
function versionAfterSlash(path: string): number {
  const match = /[^/]@/.exec(path)
  return match ? match.index + 1 : -1
}

const splitOnce = (text: string, at: number): [string, string | null] =>
  at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]

function parseQualifiers(query: string): Record<string, string> {
  const pairs = query.split('&').map((pair) => splitOnce(pair, pair.indexOf('=')))
  return Object.fromEntries(
    pairs
      .filter(([key, value]) => key !== '' && value !== null && value !== '')
      .map(([key, value]) => [key.toLowerCase(), decodeURIComponent(value!)]),
  )
}

function parseSubpath(subpath: string): string | null {
  const segments = subpath.split('/').map(decodeURIComponent)
  return segments.filter((segment) => !['', '.', '..'].includes(segment)).join('/') || null
}

const lowerCaseNames = new Set([
  'bitbucket',
  'composer',
  'github',
  'hex',
  'deb',
  'apk',
  'alpm',
  'bitnami',
  'pypi',
  'pub',
])
const lowerCaseNamespaces = new Set(['bitbucket', 'composer', 'github', 'hex', 'deb', 'apk', 'alpm', 'rpm'])

/** Types that take '_' for '-'. */
const hyphenatedNames = new Set(['pypi'])

/** The rules of the types that have some: https://github.com/package-url/purl-spec/tree/main/types */
function normalize(purl: Purl): Purl {
  const name = lowerCaseNames.has(purl.type) ? purl.name.toLowerCase() : purl.name
  return {
    ...purl,
    namespace: lowerCaseNamespaces.has(purl.type) ? (purl.namespace?.toLowerCase() ?? null) : purl.namespace,
    name: hyphenatedNames.has(purl.type) ? name.replaceAll('_', '-') : name,
  }
}

/** The canonical text of a package URL. */
export function formatPurl({ type, namespace, name, version, qualifiers, subpath }: Purl): string {
  const path = [...(namespace?.split('/') ?? []), name].map(encode).join('/')
  const query = Object.entries(qualifiers)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key.toLowerCase()}=${encode(value)}`)
    .sort()
    .join('&')
  const end = subpath === null ? '' : `#${subpath.split('/').map(encode).join('/')}`
  return `pkg:${type}/${path}${version === null ? '' : `@${encode(version)}`}${query === '' ? '' : `?${query}`}${end}`
}

/** Everything but unreserved characters and the colon, which the specification leaves alone. */
const encode = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('%3A', ':')
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** What a package URL says of a component; ecosystem null when its type is none of ours. */
export function componentFromPurl(
  text: string,
): { ecosystem: EcosystemId | null; name: string; version: string } | null {
  const purl = parsePurl(text)
  if (!purl) return null
  const ecosystem = ecosystemByPurlType(purl.type)
  const name = ecosystem
    ? ecosystem.nameFromPurl(purl.namespace, purl.name)
    : [purl.namespace, purl.name].filter((part) => part !== null).join('/')
  return { ecosystem: ecosystem?.id ?? null, name, version: purl.version ?? '' }
}
