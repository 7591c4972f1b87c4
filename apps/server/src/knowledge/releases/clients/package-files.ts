import { copyrightOf, recognizeLicenses } from '@assay/engine/licenses/license-text.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { type Get, SourceError, type PackageToRead } from './client.ts'
import { type ArchiveLayout, type NameOf, readArchive } from './package-archive.ts'

/** Licenses and copyright found in a version's own files. */
export interface FileFacts {
  licenses: string[]
  /** '' if they name no holder. */
  copyright: string
}

/** One download per version, and versions never change. The rest follows at later checks. */
const versionsAtOnce = 20

/** Whether nothing is missing of any release in use: then requests to the registry can be conditional. */
export const isComplete = ({ versions, known, wantsRanges = false }: PackageToRead): boolean =>
  known.every(({ version, copyright }) => copyright !== undefined || !versions.includes(version)) &&
  (!wantsRanges || known.some(({ requires }) => requires !== undefined))

/** The releases with the contents of their files, for those read before and those in use now. */
export async function withFiles(
  releases: readonly Release[],
  { versions, known }: PackageToRead,
  read: (version: string) => Promise<FileFacts | 'unavailable' | null>,
): Promise<Release[]> {
  const found = new Map<string, Partial<FileFacts>>(known.map((release) => [release.version, release]))
  const existing = new Set(releases.map(({ version }) => version))
  const missing = versions.filter(
    (version) => existing.has(version) && found.get(version)?.copyright === undefined,
  )
  for (const version of missing.slice(0, versionsAtOnce)) {
    const facts = await read(version)
    if (facts === 'unavailable') break
    found.set(version, { ...found.get(version), ...(facts ?? nothing) })
  }
  return releases.map((release) => {
    const { licenses = release.licenses, copyright } = found.get(release.version) ?? {}
    return {
      ...release,
      ...(licenses && { licenses: release.licenses ?? licenses }),
      ...(copyright !== undefined && { copyright }),
    }
  })
}

const nothing: FileFacts = { licenses: [], copyright: '' }

export interface ArchiveFiles {
  /** Texts of licenses and notices, in the order of their names. */
  legal: string[]
  /** undefined if there is none. */
  manifest?: string | undefined
}

export interface FileSelection extends Pick<ArchiveLayout, 'innerArchive'> {
  /** A file's path relative to the package's folder; null if it is outside of it. */
  inPackage: NameOf
  manifest?: string
}

/** null: no such archive, or access denied. */
export async function fetchFiles(
  get: Get,
  path: string,
  selection: FileSelection,
): Promise<ArchiveFiles | null> {
  const bytes = await download(get, path)
  return bytes && filesIn(bytes, selection)
}

export async function filesIn(
  bytes: Uint8Array,
  { inPackage, manifest, innerArchive }: FileSelection,
): Promise<ArchiveFiles> {
  const nameOf: NameOf = (path) => {
    const name = inPackage(path)
    return name !== null && (legal.test(name) || name === manifest) ? name : null
  }
  const files = await readArchive(bytes, { nameOf, innerArchive })
  const manifestText = manifest === undefined ? undefined : files.get(manifest)
  files.delete(manifest ?? '')
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { legal: sorted.map(([, text]) => text), manifest: manifestText }
}

const legal = /^(?:licen[cs]es?|copying|copyright|notice|unlicense)(?:[._-][^/]*)?$/i

async function download(get: Get, path: string): Promise<Uint8Array | null> {
  try {
    const response = await get(path)
    return response.kind === 'found' ? response.bytes : null
  } catch (error) {
    // Too large, or access denied: concerns only this package, whose releases are known anyway.
    if (error instanceof SourceError && error.concerns === 'package') return null
    throw error
  }
}

/** Licenses recognized from their texts, for packages without a manifest that declares them. */
export const factsOfTexts = ({ legal }: ArchiveFiles): FileFacts => ({
  licenses: [...new Set(legal.flatMap(recognizeLicenses))],
  copyright: copyrightOf(legal.join('\n')) ?? '',
})

/** For archives with the package in a single folder of any name. */
export const inOnlyFolder: NameOf = (path) => /^(?:\.\/)?[^/]+\/([^/]+)$/.exec(path)?.[1] ?? null

/** For archives with the package at the top level. */
export const inNoFolder: NameOf = (path) => /^(?:\.\/)?([^/]+)$/.exec(path)?.[1] ?? null
