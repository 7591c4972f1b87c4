import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import { readToml } from '@assay/engine/documents/parsers/toml-document.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { type Get, type RegistryClient, SourceError } from './client.ts'
import {
  isComplete,
  type ArchiveFiles,
  factsOfTexts,
  fetchFiles,
  type FileFacts,
  inOnlyFolder,
  withFiles,
} from './package-files.ts'
import { type Requirements, withRanges } from './ranges.ts'
import { jsonLinesOf, jsonOf, licensesOf, sentenceOf, timeOf } from './read-response.ts'

// https://doc.rust-lang.org/cargo/reference/registry-index.html

export const cratesClient: RegistryClient = {
  ecosystem: 'crates.io',
  example: 'acme-*',
  async read(get, pkg) {
    const { displayName } = pkg
    const response = await get(indexPath(displayName), { isConditional: isComplete(pkg) })
    if (response.kind !== 'found') return response.kind
    let download: ((version: string) => string) | undefined
    const readCrate = async (version: string) => {
      download ??= await findDownloads(get, displayName)
      const files = await fetchFiles(get, download(version), {
        inPackage: inOnlyFolder,
        manifest: 'Cargo.toml',
      })
      return files && factsOfCrate(files)
    }
    const entries = await jsonLinesOf(response, pkg.wantsRanges ? fieldsWithRanges : fields)
    const releases = withRanges(releasesOf(entries), pkg, requirementsOf(entries))
    return { releases: await withFiles(releases, pkg, readCrate) }
  },
}

const fields = { vers: true, yanked: true, pubtime: true, rust_version: true } as const
const fieldsWithRanges = { ...fields, deps: true } as const

/** https://doc.rust-lang.org/cargo/reference/registry-index.html#index-configuration */
async function findDownloads(get: Get, crate: string): Promise<(version: string) => string> {
  const response = await get('/config.json')
  const address =
    response.kind === 'found' ? sentenceOf(recordOf(await jsonOf(response, { dl: true }))['dl']) : undefined
  if (address === undefined) throw new SourceError('The registry index has no URL for package files')
  const template = /\{(?:crate|version|prefix|lowerprefix)\}/.test(address)
    ? address
    : `${address}/{crate}/{version}/download`
  return (version) =>
    template
      .replaceAll('{crate}', () => encodeURIComponent(crate))
      .replaceAll('{version}', () => encodeURIComponent(version))
      .replaceAll('{prefix}', () => folderOf(crate))
      .replaceAll('{lowerprefix}', () => folderOf(crate.toLowerCase()))
}

function factsOfCrate(files: ArchiveFiles): FileFacts {
  const { json } = readToml({
    path: 'Cargo.toml',
    bytes: new TextEncoder().encode(files.manifest ?? ''),
  })
  const declared = licensesOf([recordOf(recordOf(json)['package'])['license']])
  const found = factsOfTexts(files)
  return declared.length > 0 ? { ...found, licenses: declared } : found
}

/** Index path: 'a' is /1/a, 'abc' /3/a/abc, 'serde_json' /se/rd/serde_json. */
export function indexPath(crate: string): string {
  const name = crate.toLowerCase()
  return `/${folderOf(name)}/${encodeURIComponent(name)}`
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

const folderOf = (name: string): string =>
  name.length > 3
    ? `${encode(name.slice(0, 2))}/${encode(name.slice(2, 4))}`
    : name.length === 3
      ? `3/${encode(name.slice(0, 1))}`
      : String(name.length)

function requirementsOf(entries: readonly unknown[]): (version: string) => Requirements {
  const byVersion = new Map(
    entries.map((entry) => [sentenceOf(recordOf(entry)['vers']), recordOf(entry)['deps']]),
  )
  return (version) =>
    listOf(byVersion.get(version))
      .map(recordOf)
      .filter(({ kind }) => kind !== 'dev')
      .map(({ name, package: renamed, req }) => [sentenceOf(renamed) ?? name, req])
}

/** One entry per version. */
const releasesOf = (entries: readonly unknown[]): Release[] =>
  entries.flatMap((entry) => {
    const { vers, yanked, pubtime, rust_version: rust } = recordOf(entry)
    const runtime = sentenceOf(rust)
    const version = sentenceOf(vers)
    if (version === undefined) return []
    return {
      version,
      publishedAt: timeOf(pubtime),
      ...(yanked === true && { isYanked: true as const }),
      ...(runtime !== undefined && { runtime: `>=${runtime}` }),
    }
  })
