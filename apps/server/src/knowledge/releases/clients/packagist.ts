import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { type Get, type RegistryClient, SourceError } from './client.ts'
import { fetchExternalFiles } from './external-files.ts'
import { isComplete, factsOfTexts, inOnlyFolder, withFiles } from './package-files.ts'
import { entriesOf, type Requirements, withRanges } from './ranges.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-response.ts'

// https://getcomposer.org/doc/05-repositories.md#metadata-url-available-packages-and-available-package-patterns and https://github.com/composer/metadata-minifier

export const packagistClient: RegistryClient = {
  ecosystem: 'packagist',
  example: 'acme',
  // A vendor.
  startsOf: (pattern) => (/^[^/]+\/?$/.test(pattern) ? [`${pattern.replace('/', '')}/`] : null),
  async read(get, pkg) {
    const { name } = pkg
    const response = await get(await metadataPath(get, name), { isConditional: isComplete(pkg) })
    if (response.kind !== 'found') return response.kind
    const { packages, minified } = recordOf(await jsonOf(response, fields))
    const entries = listOf(ownProperty(recordOf(packages), name)).map(recordOf)
    const full = minified === undefined ? entries : expand(entries)
    if (full.length === 0) return 'absent'
    const readDist = async (version: string) => {
      const entry = full.find((each) => sentenceOf(each['version']) === version)
      const address = sentenceOf(recordOf(entry?.['dist'])['url']) ?? ''
      const files = await fetchExternalFiles(get, address, { inPackage: inOnlyFolder })
      return files === null || files === 'unavailable' ? files : factsOfTexts(files)
    }
    return {
      releases: await withFiles(
        withRanges(full.flatMap(releaseOf), pkg, requirementsOf(full)),
        pkg,
        readDist,
      ),
      ...abandonment(full[0]!['abandoned']),
    }
  },
}

const entry = {
  version: true,
  time: true,
  license: true,
  dist: { url: true },
  abandoned: true,
  require: true,
} as const
/** Lists of entries by package. */
const fields = { packages: [[entry]], minified: true } as const

/** Without platform packages: 'php', 'ext-json'. */
const requirementsOf =
  (entries: readonly Record<string, unknown>[]) =>
  (version: string): Requirements =>
    entriesOf(entries.find((each) => sentenceOf(each['version']) === version)?.['require']).filter(([name]) =>
      name.includes('/'),
    )

function releaseOf({ version, time, license, require }: Record<string, unknown>): Release[] {
  const text = sentenceOf(version)
  const licenses = licensesOf(listOf(license))
  if (text === undefined) return []
  const runtime = sentenceOf(recordOf(require)['php'])
  return [
    {
      version: text,
      publishedAt: timeOf(time),
      ...(licenses.length > 0 && { licenses }),
      ...(runtime !== undefined && { runtime }),
    },
  ]
}

async function metadataPath(get: Get, name: string): Promise<string> {
  const response = await get('/packages.json')
  const index = response.kind === 'found' ? await jsonOf(response, { 'metadata-url': true }) : {}
  const template = sentenceOf(recordOf(index)['metadata-url'])
  if (template === undefined)
    throw new SourceError('The registry index has no URL for package versions', {
      concerns: 'source',
    })
  return template.replace('%package%', () => name.split('/').map(encodeURIComponent).join('/'))
}

/** Each entry contains only the differences from the previous one. */
function expand(entries: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  let current = new Map<string, unknown>()
  return entries.map((entry) => {
    current = new Map(current)
    for (const [key, value] of Object.entries(entry))
      if (value === '__unset') current.delete(key)
      else current.set(key, value)
    return Object.fromEntries(current)
  })
}

/** true, or the name of the replacement package. */
function abandonment(abandoned: unknown): { deprecated?: string } {
  const instead = sentenceOf(abandoned)
  if (instead !== undefined) return { deprecated: `The package is abandoned: use ${instead} instead` }
  return abandoned === true ? { deprecated: 'The package is abandoned' } : {}
}
