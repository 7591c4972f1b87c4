import { formatPurl } from '../../../purl.ts'
import type { FolderCataloger } from '../../model/cataloger.ts'

const pattern = /(?:^|\/)nix\/store\/[\da-df-np-sv-z]{32}-([^/]+)$/s
/** A version starts at a hyphen before a digit, or is the date of a snapshot. */
const parts = /^(.+?)-(unstable-\d{4}-\d\d-\d\d|\d[^-]*(?:-(?:unstable-)?\d[\d.-]*)?)(?:-([a-z][\w-]*))?$/
/** What a build is made from, or a description of it. */
const isInput = /\.(?:drv|patch|diff|tar(?:\.\w+)?|tgz|zip|lock|sh)$/
const outputs =
  /^(?:out|bin|dev|lib|doc|man|info|data|debug|static|devdoc|dist|env|hook|terminfo|py|nc|sbin)$/

/** The packages of a Nix store, by the names of its folders. No advisories in OSV's format are published for them. */
export const nixStore: FolderCataloger = {
  id: 'nix-store',
  read(path) {
    const stem = pattern.exec(path)?.[1]
    if (stem === undefined || isInput.test(stem)) return null
    const [, name, version, rest] = parts.exec(stem) ?? []
    if (name === undefined || version === undefined) return null
    const isOutput = rest !== undefined && outputs.test(rest)
    const full = rest === undefined || isOutput ? version : `${version}-${rest}`
    const qualifiers = isOutput ? { outputs: rest } : {}
    const purl = formatPurl({ type: 'nix', namespace: null, name, version: full, qualifiers, subpath: null })
    return { purl, sureness: 'installed', places: [{ path }] }
  },
}
