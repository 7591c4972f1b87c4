import { listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import { pypi } from '../../ecosystems/pypi/index.ts'
import type { Release } from '../../releases/release.ts'
import type { RegistryFacts } from '../model/registry-facts.ts'
import { metadataOf, parseIndex, requirementsIn, simpleIndex, versionOf } from './python-index.ts'

/** More are not asked for: each is a request. */
const maxRanges = 30

/** The releases of a package, and what those of wantsRanges require; null if the index does not have it or is lost. */
export async function pythonReleases(
  facts: RegistryFacts,
  name: string,
  wantsRanges: ((version: string) => boolean) | null,
): Promise<Release[] | null> {
  const path = `/simple/${name}/`
  const bytes = await facts.read(pypi.id, { path, isFixed: false, accept: simpleIndex })
  const json = bytes instanceof Uint8Array ? parseIndex(bytes) : null
  if (json === null) return null
  const files = Map.groupBy(listOf(json['files']).map(recordOf), (file) =>
    versionOf(name, textOf(file['filename'])),
  )
  const versions = [...files.keys()].filter((each) => pypi.compareVersions(each, each) !== null)
  const wanted = versions
    .filter((version) => wantsRanges?.(version) === true)
    .sort((a, b) => pypi.compareVersions(a, b) ?? 0)
    .slice(0, maxRanges)
  const requires = new Map(
    await Promise.all(
      wanted.map(
        async (version) => [version, await readRequires(facts, metadataOf(files.get(version)!))] as const,
      ),
    ),
  )
  return versions.map((version) => releaseOf(version, files.get(version)!, requires.get(version)))
}

function releaseOf(
  version: string,
  files: readonly Record<string, unknown>[],
  requires: Record<string, string> | null | undefined,
): Release {
  const runtime = files.map((file) => textOf(file['requires-python'])).find((text) => text !== '')
  const isYanked = files.every(({ yanked }) => yanked !== undefined && yanked !== false)
  const times = files
    .map((file) => Date.parse(textOf(file['upload-time'])))
    .filter((time) => !Number.isNaN(time))
  return {
    version,
    publishedAt: times.length > 0 ? Math.min(...times) : null,
    ...(isYanked && { isYanked: true as const }),
    ...(runtime !== undefined && { runtime }),
    ...(requires && { requires }),
  }
}

/** Without what only extras require. A package that is required several times is required in all the ranges. */
async function readRequires(facts: RegistryFacts, metadata: string): Promise<Record<string, string> | null> {
  const bytes = metadata === '' ? null : await facts.read(pypi.id, { path: metadata, isFixed: true })
  if (!(bytes instanceof Uint8Array)) return null
  const ranges = new Map<string, string>()
  for (const { name, specifier, marker } of requirementsIn(bytes)) {
    if (/\bextra\b/.test(marker)) continue
    const known = ranges.get(name)
    ranges.set(name, known === undefined || known === specifier ? specifier : `${known}, ${specifier}`)
  }
  return Object.fromEntries(ranges)
}
