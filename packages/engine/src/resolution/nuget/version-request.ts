import { nuget } from '../../ecosystems/nuget/index.ts'

/** Which versions a reference allows: https://learn.microsoft.com/nuget/concepts/package-versioning#version-ranges */
export interface VersionRequest {
  isAllowed(version: string): boolean
  /** '1.*': the highest that starts so is taken, otherwise the lowest allowed. null if it does not float. */
  floats: ((version: string) => boolean) | null
  /** From which versions are wanted; '' if there is no lowest. */
  low: string
}

const compare = (a: string, b: string): number => nuget.compareVersions(a, b) ?? 0

export function parseRequest(text: string): VersionRequest | null {
  const range = text.trim()
  if (range.includes('*')) return floating(range)
  const parts = /^([[(])([^,[\]()]*)(?:(,)([^,[\]()]*))?([\])])$/.exec(range)
  if (!parts) {
    if (range !== '' && nuget.compareVersions(range, range) === null) return null
    return { isAllowed: (version) => range === '' || compare(version, range) >= 0, floats: null, low: range }
  }
  const [, open, low = '', comma, high = '', close] = parts.map((part) => part?.trim())
  if (!comma) return { isAllowed: (version) => compare(version, low) === 0, floats: null, low }
  return {
    isAllowed: (version) =>
      (low === '' || compare(version, low) > (open === '[' ? -1 : 0)) &&
      (high === '' || compare(version, high) < (close === ']' ? 1 : 0)),
    floats: null,
    low,
  }
}

/** '*', '1.*', '1.2.*', '1.0.0-*', '*-*', '[1.*,2)'. */
function floating(text: string): VersionRequest | null {
  const [, start, rest = ''] = /^\[?([^,\]]*\*)(?:,([^,[\]()]*[\])]?))?$/.exec(text) ?? []
  if (start === undefined) return null
  const isPrerelease = start.includes('-')
  const prefix = start.replace(/-?\*$/, '').replace(/\*-?$/, '')
  const low = prefix.replace(/\.$/, '')
  const high = /^([^\])]+)/.exec(rest)?.[1]?.trim() ?? ''
  const isAllowed = (version: string): boolean =>
    (low === '' || compare(version, low) >= 0 || (isPrerelease && version.startsWith(low))) &&
    (high === '' || compare(version, high) < (rest.endsWith(']') ? 1 : 0))
  const floats = (version: string): boolean =>
    isAllowed(version) && version.startsWith(prefix) && (isPrerelease || nuget.isStable(version))
  return { isAllowed, floats, low }
}

/** The version that a reference leads to: the lowest, unless it floats. null if none is allowed. */
export function bestOf(request: VersionRequest, versions: readonly string[]): string | null {
  const { isAllowed, floats } = request
  const floated = floats ? versions.filter(floats).toSorted(compare).at(-1) : undefined
  return floated ?? versions.filter((version) => isAllowed(version)).toSorted(compare)[0] ?? null
}

export const isHigher = (a: string, b: string): boolean => compare(a, b) > 0

/** As registries write it: without zeros in front, a fourth number that is 0, and what follows a plus sign. */
export function normalizeVersion(version: string): string {
  const [numbers = '', ...label] = version.trim().toLowerCase().split('+', 1)[0]!.split('-')
  const parts = numbers.split('.').map((part) => part.replace(/^0+(?=\d)/, ''))
  while (parts.length < 3) parts.push('0')
  if (parts.length === 4 && parts[3] === '0') parts.pop()
  return [parts.join('.'), ...label].join('-')
}
