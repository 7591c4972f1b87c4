import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { Get, RegistryClient } from './client.ts'
import { isComplete, factsOfTexts, fetchFiles, inNoFolder, withFiles } from './package-files.ts'
import { type Requirements, withRanges } from './ranges.ts'
import { jsonOf, licensesOf, sentenceOf, textOfResponse, timeOf } from './read-response.ts'

// The API of RubyGems, version 1: "Gem version methods".

export const rubygemsClient: RegistryClient = {
  ecosystem: 'rubygems',
  example: 'acme-*',
  async read(get, pkg) {
    const { name } = pkg
    const response = await get(`/api/v1/versions/${encodeURIComponent(name)}.json`, {
      isConditional: isComplete(pkg),
    })
    if (response.kind !== 'found') return response.kind
    // A version has one entry per platform. Yanked versions are absent.
    const entries = listOf(await jsonOf(response, fields)).map(recordOf)
    const byVersion = Map.groupBy(entries, ({ number }) => sentenceOf(number))
    byVersion.delete(undefined)
    const readGem = async (version: string) => {
      const file = `${name}-${version}${platformOf(byVersion.get(version) ?? [])}.gem`
      const files = await fetchFiles(get, `/gems/${encodeURIComponent(file)}`, {
        inPackage: inNoFolder,
        innerArchive: 'data.tar.gz',
      })
      return files && factsOfTexts(files)
    }
    const releases = [...byVersion].map(([version, entries]) => releaseOf(version!, entries))
    const requirements = pkg.wantsRanges ? await readRequirements(get, name) : new Map<string, Requirements>()
    return {
      releases: await withFiles(
        withRanges(releases, pkg, (version) => requirements.get(version)),
        pkg,
        readGem,
      ),
    }
  },
}

/** The compact index: '1.0.0 rack:>= 1.0&< 3,mime:>= 0|checksum:…' for each version. */
async function readRequirements(get: Get, name: string): Promise<Map<string, Requirements>> {
  const response = await get(`/info/${encodeURIComponent(name)}`)
  if (response.kind !== 'found') return new Map()
  const lines = textOfResponse(response).matchAll(/^([^\s-]+)\S* ([^|\n]*)\|/gm)
  return new Map(
    [...lines].map(([, version, listed]) => [
      version!,
      listed!.split(',').map((each) => {
        const [gem, ...range] = each.split(':')
        return [gem, range.join(':').replaceAll('&', ', ')] as const
      }),
    ]),
  )
}

const fields = [
  { number: true, created_at: true, licenses: true, platform: true, ruby_version: true },
] as const

function releaseOf(version: string, entries: readonly Record<string, unknown>[]): Release {
  const times = entries.flatMap(({ created_at: time }) => timeOf(time) ?? [])
  const licenses = licensesOf(entries.flatMap((entry) => listOf(entry['licenses'])))
  const runtime = entries.map((entry) => sentenceOf(entry['ruby_version'])).find(Boolean)
  return {
    version,
    publishedAt: times.length > 0 ? Math.min(...times) : null,
    ...(licenses.length > 0 && { licenses }),
    ...(runtime !== undefined && { runtime }),
  }
}

/** The end of the file's name: '' for the gem of all platforms, otherwise that of the first: '-java'. */
function platformOf(entries: readonly Record<string, unknown>[]): string {
  const platforms = entries.map(({ platform }) => sentenceOf(platform) ?? 'ruby')
  return platforms.length === 0 || platforms.includes('ruby') ? '' : `-${platforms[0]}`
}
