import { isRecord, listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { type Get, type RegistryClient, SourceError } from './client.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-answer.ts'

// https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md

/** Without times and licenses, and several times smaller. */
const abbreviated = 'application/vnd.npm.install-v1+json'

export const npmClient: RegistryClient = {
  ecosystem: 'npm',
  async read(get, { displayName }) {
    const answer = await readDocument(get, `/${displayName.replaceAll('/', '%2f')}`)
    if (answer.kind !== 'found') return answer.kind
    const releases = parseDocument(jsonOf(answer))
    // A package that was unpublished leaves its times and no versions.
    return releases.length === 0 ? 'absent' : { releases }
  },
}

async function readDocument(get: Get, path: string): Promise<Awaited<ReturnType<Get>>> {
  try {
    return await get(path, { accept: 'application/json', isConditional: true })
  } catch (error) {
    if (!(error instanceof SourceError) || !error.isTooLarge) throw error
    return get(path, { accept: abbreviated })
  }
}

function parseDocument(json: unknown): Release[] {
  const { versions, time } = recordOf(json)
  const times = new Map(Object.entries(recordOf(time)))
  return Object.entries(recordOf(versions)).map(([version, each]) => {
    const { deprecated, license, licenses } = recordOf(each)
    const declared = licensesOf([license, ...listOf(licenses)].map(nameOf))
    return {
      version,
      publishedAt: timeOf(times.get(version)),
      // Also true, and '' or false for what is deprecated no more.
      ...(Boolean(deprecated) && { deprecated: sentenceOf(deprecated) ?? '' }),
      ...(declared.length > 0 && { licenses: declared }),
    }
  })
}

/** 'MIT', or { type: 'MIT' } as packages of early years have it. */
const nameOf = (license: unknown): unknown =>
  isRecord(license) ? (license['type'] ?? license['name']) : license
