import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Get, RegistryClient } from './client.ts'
import { fetchExternalFiles } from './external-files.ts'
import {
  isComplete,
  type ArchiveFiles,
  factsOfTexts,
  fetchFiles,
  inNoFolder,
  withFiles,
} from './package-files.ts'
import { entriesOf, readRanges, type Requirements } from './ranges.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-response.ts'

// https://github.com/hexpm/specifications/blob/main/apiary.apib

export const hexClient: RegistryClient = {
  ecosystem: 'hex',
  example: 'acme_*',
  async read(get, pkg) {
    const { name } = pkg
    const response = await get(`/api/packages/${encodeURIComponent(name)}`, {
      accept: 'application/json',
      isConditional: isComplete(pkg),
    })
    if (response.kind !== 'found') return response.kind
    const { meta, releases, retirements, url } = recordOf(await jsonOf(response, fields))
    // The current license of the package; Hex has none per release.
    const licenses = licensesOf(listOf(recordOf(meta)['licenses']))
    const retired = new Map(Object.entries(recordOf(retirements)))
    const read = listOf(releases).flatMap((item) => {
      const { version, inserted_at: time } = recordOf(item)
      const text = sentenceOf(version)
      if (text === undefined) return []
      const { reason, message } = recordOf(retired.get(text))
      return {
        version: text,
        publishedAt: timeOf(time),
        ...(retired.has(text) && {
          isYanked: true as const,
          deprecated: sentenceOf(message) ?? sentenceOf(reason) ?? '',
        }),
        ...(licenses.length > 0 && { licenses }),
      }
    })
    const api = sentenceOf(url) ?? ''
    const readPackage = async (version: string) => {
      const files = await fetchTarball(get, `/tarballs/${encodeURIComponent(`${name}-${version}`)}.tar`, api)
      return files === null || files === 'unavailable' ? files : factsOfTexts(files)
    }
    const ranged = await readRanges(read, pkg, (version) => readRequirements(get, name, version))
    return { releases: await withFiles(ranged, pkg, readPackage) }
  },
}

async function readRequirements(get: Get, name: string, version: string): Promise<Requirements | undefined> {
  const path = `/api/packages/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`
  const response = await get(path, { accept: 'application/json' })
  if (response.kind !== 'found') return undefined
  const { requirements } = recordOf(await jsonOf(response, { requirements: true }))
  return entriesOf(requirements).map(([each, asked]) => [each, recordOf(asked)['requirement']])
}

const fields = {
  meta: { licenses: true },
  releases: [{ version: true, inserted_at: true }],
  retirements: [{ reason: true, message: true }],
  url: true,
} as const

const layout = { inPackage: inNoFolder, innerArchive: 'contents.tar.gz' }

/** The files are served by the API's host, or by the repository, whose host is `repo.` plus the API's host. */
async function fetchTarball(
  get: Get,
  path: string,
  api: string,
): Promise<ArchiveFiles | 'unavailable' | null> {
  const files = await fetchFiles(get, path, layout)
  if (files !== null || !URL.canParse(api)) return files
  const { protocol, host } = new URL(api)
  return fetchExternalFiles(get, `${protocol}//repo.${host}${path}`, layout)
}
