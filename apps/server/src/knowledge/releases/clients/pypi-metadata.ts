import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Get } from './client.ts'
import { type NameOf } from './package-archive.ts'
import { type ArchiveFiles, factsOfTexts, fetchFiles, type FileFacts, inOnlyFolder } from './package-files.ts'
import { jsonOf, licensesOf, sentenceOf } from './read-response.ts'

/** A file of a version. */
export interface Distribution {
  name: string
  /** Absolute, or relative to the page of the package; '' when it has none. */
  address: string
  sizeBytes: number | null
  /** Whether the index offers its metadata as a file of its own: https://peps.python.org/pep-0658/ */
  hasMetadata?: boolean
}

interface Request {
  name: string
  version: string
  of: readonly Distribution[]
}

/** Licenses come from the JSON API if the index has one; otherwise, like the copyright, from the smallest file. */
export async function readDistribution(get: Get, { name, version, of }: Request): Promise<FileFacts | null> {
  const declared = await declaredLicenses(get, name, version)
  const smallest = smallestOf(of)
  const files = smallest && (await fetchFiles(get, addressOf(smallest, name), layoutOf(smallest)))
  const found = files && factsOfFiles(files)
  if (declared === null || declared.length === 0) return found
  return { licenses: declared, copyright: found?.copyright ?? '' }
}

/** null: there is no such interface, or nothing by it about the version. */
async function declaredLicenses(get: Get, name: string, version: string): Promise<string[] | null> {
  const response = await get(`../pypi/${encodeURIComponent(name)}/${encodeURIComponent(version)}/json`)
  if (response.kind !== 'found') return null
  const info = { license: true, license_expression: true, classifiers: true } as const
  return licensesOfMetadata(recordOf(recordOf(await jsonOf(response, { info }))['info']))
}

/** Prefers a wheel if sizes are unknown: it is smaller than the sources. */
function smallestOf(distributions: readonly Distribution[]): Distribution | null {
  const readable = distributions.filter(({ name, address }) => readableFile.test(name) && address !== '')
  const size = ({ sizeBytes, name }: Distribution) => sizeBytes ?? (isWheel(name) ? 1e9 : 2e9)
  return readable.toSorted((a, b) => size(a) - size(b))[0] ?? null
}

const readableFile = /\.(?:whl|tar\.gz|tgz|zip)$/i
const isWheel = (name: string) => /\.whl$/i.test(name)

/** The path for Get, relative to the base address of packages. It cannot leave the host. */
export function addressOf({ address }: Distribution, name: string): string {
  if (URL.canParse(address)) return address
  return address.startsWith('/') ? `${'../'.repeat(20)}${address.slice(1)}` : `${name}/${address}`
}

const layoutOf = ({ name }: Distribution): { inPackage: NameOf; manifest: string } =>
  isWheel(name)
    ? { inPackage: inDistInfo, manifest: 'METADATA' }
    : { inPackage: inOnlyFolder, manifest: 'PKG-INFO' }

const inDistInfo: NameOf = (path) => /^[^/]+\.dist-info\/(?:licenses\/)?([^/]+)$/.exec(path)?.[1] ?? null

function factsOfFiles(files: ArchiveFiles): FileFacts {
  const found = factsOfTexts(files)
  const declared = licensesOfMetadata(readHeaders(files.manifest ?? ''))
  return declared.length > 0 ? { ...found, licenses: declared } : found
}

/** https://packaging.python.org/en/latest/specifications/core-metadata/ */
export function readHeaders(text: string): Record<string, unknown> {
  const fields = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    if (line === '') break
    const [, key, value] = /^([A-Za-z-]+):\s?(.*)$/.exec(line) ?? []
    if (key !== undefined) fields.set(key.toLowerCase(), [...(fields.get(key.toLowerCase()) ?? []), value!])
  }
  return {
    license: fields.get('license')?.[0],
    license_expression: fields.get('license-expression')?.[0],
    classifiers: fields.get('classifier') ?? [],
    requires_dist: fields.get('requires-dist') ?? [],
  }
}

/** The license expression, otherwise a text of one line, otherwise the classifiers: whole license texts are not names. */
function licensesOfMetadata({
  license,
  license_expression: expression,
  classifiers,
}: Record<string, unknown>): string[] {
  const declared = licensesOf([expression])
  if (declared.length > 0) return declared
  const text = sentenceOf(license)
  if (text !== undefined && !text.includes('\n') && text.length <= 100 && !placeholder.test(text))
    return [text]
  return licensesOf(
    listOf(classifiers).flatMap((item) => {
      const parts = typeof item === 'string' && item.startsWith('License :: ') ? item.split(' :: ') : []
      return parts.length > 2 || (parts.length === 2 && parts[1] !== 'OSI Approved') ? parts.at(-1) : []
    }),
  )
}

/** Texts that build tools write without a license, or that only refer to a file. */
const placeholder =
  /^(?:unknown|none|null|n\/a|(?:please )?(?:see|read)?(?: the)?(?: file)? ?"?licen[cs]e(?:\.\w{2,3})?"?(?: file)?)\.?$/i
