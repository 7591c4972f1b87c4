import { pypi } from '../../../ecosystems/pypi/index.ts'
import type { Component, ComponentOrigin } from '../../../inventory.ts'
import { addressOrigin, isPublicRegistry, originAt, registryOrigin } from '../../components/origin.ts'
import { decodePercent } from '../../parsers/decode-percent.ts'
import { listOf, recordOf, textOf } from '../../parsers/json-value.ts'

/** The packages in lockfiles of pip, Pipenv, Poetry, PDM and uv. */
export const pythonKind = { purlType: 'pypi' } as const

/** The same for all spellings of a name: https://peps.python.org/pep-0503/#normalized-names */
export const normalName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** Reads 'sha256:…' or 'sha256=…'. */
export function hashesOf(digests: readonly unknown[]): NonNullable<Component['hashes']> {
  return digests.flatMap((digest) => {
    const [, algorithm, value] = /^(\w+)[:=]([\da-f]+)$/i.exec(textOf(digest)) ?? []
    return algorithm !== undefined && value !== undefined ? { algorithm, value } : []
  })
}

/** Reads a list of files: { hash: 'sha256:…' }. */
export const fileHashes = (files: unknown): NonNullable<Component['hashes']> =>
  hashesOf(listOf(files).map((file) => recordOf(file)['hash']))

/** A parsed dependency specifier: https://packaging.python.org/en/latest/specifications/dependency-specifiers/ */
export interface Requirement {
  /** '' if it is a URL or path without a name. */
  name: string
  /** '==1.0,<2'; '' if absent. */
  specifier: string
  /** The URL of 'name @ url', or a URL or path instead of a name. */
  address: string
  /** The part after the semicolon: 'python_version < "3.8"'. */
  marker: string
}

/** null if it is not a requirement. */
export function readRequirement(text: string): Requirement | null {
  const [, name = '', rest = ''] =
    /^([A-Za-z\d](?:[\w.-]*[A-Za-z\d])?)\s*(?:\[[^\]]*\])?(.*)$/s.exec(text) ?? []
  const after = rest.trim()
  if (name === '' || /^[:/\\+]/.test(after)) return addressOf(text)
  if (after.startsWith('@')) {
    const [address, marker] = splitMarker(after.slice(1), /\s;/)
    return { name, specifier: '', address, marker }
  }
  const [specifier, marker] = splitMarker(after, /;/)
  const plain = specifier.replace(/^\((.*)\)$/, '$1').replaceAll(/\s+/g, '')
  return plain === '' || /^(?:[=!~<>]=|[<>]|===)/.test(plain)
    ? { name, specifier: plain, address: '', marker }
    : null
}

function addressOf(text: string): Requirement | null {
  const [address, marker] = splitMarker(text, /\s;/)
  const isAddress = /^(?:[a-z][a-z+]*:|[./~\\]|[\w.-]+[/\\])/i.test(address)
  const named = /[#&]egg=([\w.-]+)/.exec(address)?.[1] ?? archiveOf(address)?.name ?? ''
  return isAddress ? { name: named, specifier: '', address, marker } : null
}

function splitMarker(text: string, sign: RegExp): [string, string] {
  const at = text.search(sign)
  const [before, after] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)]
  return [before.trim(), after.replace(/^\s*;/, '').trim()]
}

/** The version of '==1.2' or '===1.2', ignoring other clauses; '' for ranges and variables ('==${V}'). */
export function pinnedVersion(specifier: string): string {
  const pin = specifier.split(',').find((part) => /^={2,3}[\w.!+-]+$/.test(part))
  return pin?.replace(/^=+/, '') ?? ''
}

/**
 * Name and version in the file name of an archive:
 * https://packaging.python.org/en/latest/specifications/binary-distribution-format/#file-name-convention
 */
export function archiveOf(address: string): { name: string; version: string } | null {
  // The name of the file may be escaped: 'torch-2.6.0%2Bcu118-cp312-cp312-linux_x86_64.whl'.
  const file = decodePercent(address.split(/[?#]/, 1)[0]!.split(/[/\\]/).at(-1)!)
  const [, name, version] =
    /^([\w.]+)-([^-]+)-.*\.whl$/.exec(file) ??
    /^([\w.-]+)-(\d[^-]*)\.(?:tar(?:\.\w+)?|tgz|tbz|zip)$/.exec(file) ??
    []
  return name !== undefined && version !== undefined ? { name, version } : null
}

/** The origin that a URL or path stands for; archives of the public index are packages of it. */
export function originOf(address: string): ComponentOrigin {
  if (isPublicRegistry(address, pypi)) return registryOrigin(address, pypi)
  return addressOrigin(address) ?? originAt(archiveOf(address) ? 'file' : 'folder', address)
}

/** The origin of a package of an index; undefined without one. */
export const indexOrigin = (address: string): ComponentOrigin | undefined =>
  address === '' ? undefined : registryOrigin(address, pypi)
