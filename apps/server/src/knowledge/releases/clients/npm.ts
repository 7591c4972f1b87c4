import { isRecord, listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { type Get, type RegistryClient, SourceError } from './client.ts'
import { isComplete, factsOfTexts, fetchFiles, inOnlyFolder, withFiles } from './package-files.ts'
import { entriesOf, type Requirements, withRanges } from './ranges.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-response.ts'

// https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md

/** The abbreviated document has no times and licenses and is several times smaller. */
const abbreviated = 'application/vnd.npm.install-v1+json'

export const npmClient: RegistryClient = {
  ecosystem: 'npm',
  example: '@acme',
  startsOf: (pattern) => (/^@[^/]+\/?$/.test(pattern) ? [`${pattern.replace('/', '')}/`] : null),
  async read(get, pkg) {
    const path = `/${encodeURIComponent(pkg.displayName).replaceAll('%40', '@').replaceAll('%2F', '%2f')}`
    const response = await readDocument(get, path, { isConditional: isComplete(pkg) })
    if (response.kind !== 'found') return response.kind
    const document = await jsonOf(response, pkg.wantsRanges ? fieldsWithRanges : fields)
    const releases = withRanges(parseDocument(document), pkg, requirementsOf(document))
    const tarballOf = tarballsOf(document)
    const readTarball = async (version: string) => {
      const address = tarballOf(version)
      const files = address === null ? null : await fetchFiles(get, address, { inPackage: inOnlyFolder })
      return files && factsOfTexts(files)
    }
    // An unpublished package keeps its times but has no versions.
    return releases.length === 0 ? 'absent' : { releases: await withFiles(releases, pkg, readTarball) }
  },
}

const version = {
  deprecated: true,
  license: true,
  licenses: true,
  engines: { node: true },
  dist: { tarball: true, unpackedSize: true },
} as const
const fields = { versions: [version], time: true } as const
const ranges = { dependencies: true, optionalDependencies: true, peerDependencies: true } as const
const fieldsWithRanges = { ...fields, versions: [{ ...version, ...ranges }] } as const

/** Only licenses and notices are needed. */
const maxUnpackedBytes = 8 * 1024 * 1024

function tarballsOf(document: unknown): (version: string) => string | null {
  const versions = new Map(Object.entries(recordOf(recordOf(document)['versions'])))
  return (version) => {
    const { tarball, unpackedSize } = recordOf(recordOf(versions.get(version))['dist'])
    return Number(unpackedSize ?? 0) > maxUnpackedBytes ? null : (sentenceOf(tarball) ?? null)
  }
}

function requirementsOf(document: unknown): (version: string) => Requirements {
  const versions = new Map(Object.entries(recordOf(recordOf(document)['versions'])))
  return (version) => {
    const { dependencies, optionalDependencies, peerDependencies } = recordOf(versions.get(version))
    const own = [...entriesOf(dependencies), ...entriesOf(optionalDependencies)]
    const names = new Set(own.map(([name]) => name))
    const peers = entriesOf(peerDependencies).filter(([name]) => !names.has(name))
    // Optional dependencies are listed among the others, too.
    return [...new Map([...own, ...peers])].map(([name, range]) => withoutAlias(name, range))
  }
}

/** 'npm:lodash@^4.17.0' under another name. */
function withoutAlias(name: string, range: unknown): readonly [string, unknown] {
  const [, aliased, of] = /^npm:(@?[^@]+)@(.*)$/.exec(typeof range === 'string' ? range : '') ?? []
  return aliased === undefined ? [name, range] : [aliased, of]
}

async function readDocument(
  get: Get,
  path: string,
  options: { isConditional: boolean },
): Promise<Awaited<ReturnType<Get>>> {
  try {
    return await get(path, { accept: 'application/json', ...options })
  } catch (error) {
    if (!(error instanceof SourceError) || !error.isTooLarge) throw error
    return get(path, { accept: abbreviated })
  }
}

function parseDocument(json: unknown): Release[] {
  const { versions, time } = recordOf(json)
  const times = new Map(Object.entries(recordOf(time)))
  return Object.entries(recordOf(versions)).map(([version, each]) => {
    const { deprecated, license, licenses, engines } = recordOf(each)
    // Old packages have a list.
    const runtime = sentenceOf(recordOf(engines)['node'])
    const declared = licensesOf([license, ...listOf(licenses)].map(nameOf))
    return {
      version,
      publishedAt: timeOf(times.get(version)),
      // May also be true, and '' or false after a deprecation was undone.
      ...(Boolean(deprecated) && { deprecated: sentenceOf(deprecated) ?? '' }),
      ...(declared.length > 0 && { licenses: declared }),
      ...(runtime !== undefined && { runtime }),
    }
  })
}

/** 'MIT', or { type: 'MIT' } in old packages. */
const nameOf = (license: unknown): unknown =>
  isRecord(license) ? (license['type'] ?? license['name']) : license
