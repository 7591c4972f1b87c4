import { distributionOf } from './distributions.ts'

// https://www.freedesktop.org/software/systemd/man/latest/os-release.html

/** The operating system of a tree. */
export interface System {
  /** ID of os-release, in lower case; '' if unknown. */
  id: string
  /** For people: 'Debian GNU/Linux 12 (bookworm)'; '' if unknown. */
  name: string
  /** The namespace of its package URLs; null if unknown. */
  namespace: string | null
  /** The qualifier distro of its package URLs; null if it has no release that advisories know, such as a snapshot. */
  distro: string | null
}

export const unknownSystem: System = { id: '', name: '', namespace: null, distro: null }

/** Shell-like assignments; lines that are none are ignored. */
export function readOsRelease(text: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/).slice(0, 1_000)) {
    const [, key, value] = /^\s*([A-Z][A-Z\d_]*)=(.*?)\s*$/.exec(line) ?? []
    if (key !== undefined) values.set(key, unquoted(value!))
  }
  return values
}

const unquoted = (value: string): string => {
  const [, quote, inner] = /^(["'])(.*)\1$/s.exec(value) ?? []
  if (inner === undefined) return value
  return quote === '"' ? inner.replaceAll(/\\(["$`\\])/g, '$1') : inner
}

/** Where os-release may be, in this order. */
export const osReleasePaths = ['etc/os-release', 'usr/lib/os-release'] as const

export function systemOf(text: string): System {
  const values = readOsRelease(text)
  const id = (values.get('ID') ?? '').toLowerCase()
  if (!/^[a-z\d._-]+$/.test(id)) return unknownSystem
  const name =
    values.get('PRETTY_NAME') ?? `${values.get('NAME') ?? id} ${values.get('VERSION_ID') ?? ''}`.trim()
  return { id, name, ...distributionOf(id, values) }
}
