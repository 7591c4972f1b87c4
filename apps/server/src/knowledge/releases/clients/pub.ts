import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { RegistryClient } from './client.ts'
import { isComplete, factsOfTexts, fetchFiles, inNoFolder, withFiles } from './package-files.ts'
import { jsonOf, sentenceOf, timeOf } from './read-response.ts'

// https://github.com/dart-lang/pub/blob/master/doc/repository-spec-v2.md

export const pubClient: RegistryClient = {
  ecosystem: 'pub',
  example: 'acme_*',
  async read(get, pkg) {
    const { name } = pkg
    const response = await get(`/api/packages/${encodeURIComponent(name)}`, {
      accept: 'application/vnd.pub.v2+json',
      isConditional: isComplete(pkg),
    })
    if (response.kind !== 'found') return response.kind
    const { versions, isDiscontinued, replacedBy } = recordOf(await jsonOf(response, fields))
    const instead = sentenceOf(replacedBy)
    const addresses = new Map(
      listOf(versions).map((item) => {
        const { version, archive_url: address } = recordOf(item)
        return [sentenceOf(version), sentenceOf(address)]
      }),
    )
    const readPackage = async (version: string) => {
      const address = addresses.get(version)
      const files = address === undefined ? null : await fetchFiles(get, address, { inPackage: inNoFolder })
      return files && factsOfTexts(files)
    }
    return {
      releases: await withFiles(releasesOf(versions), pkg, readPackage),
      ...(isDiscontinued === true && {
        deprecated: `The package is discontinued${instead === undefined ? '' : `: use ${instead} instead`}`,
      }),
    }
  },
}

const fields = {
  versions: [{ version: true, published: true, retracted: true, archive_url: true }],
  isDiscontinued: true,
  replacedBy: true,
} as const

const releasesOf = (versions: unknown): Release[] =>
  listOf(versions).flatMap((item) => {
    const { version, published, retracted } = recordOf(item)
    const text = sentenceOf(version)
    if (text === undefined) return []
    return {
      version: text,
      publishedAt: timeOf(published),
      ...(retracted === true && { isYanked: true as const }),
    }
  })
