import { isResolvable, resolveManifests } from '@assay/engine/resolution/resolve-manifests.ts'
import { writeResolution } from '@assay/engine/resolution/write-resolution.ts'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { AppContext } from '#context.ts'
import { openRegistryFacts } from '#knowledge/releases/registry-facts.ts'
import { packDocument, type PackedDocument } from '#scanning/builds/documents/pack-document.ts'

const budgetMs = 5 * 60_000
const unpack = promisify(zstdDecompress)

/** The files of a repository with what manifests without a lockfile come to, by the registries that are set up. */
export async function addResolutions(
  context: Pick<AppContext, 'config'>,
  documents: readonly PackedDocument[],
): Promise<PackedDocument[]> {
  if (!documents.some(({ path }) => isResolvable(path))) return [...documents]
  const texts = await Promise.all(
    documents.map(async ({ path, content }) => ({
      path,
      // Manifests are never as large as what is kept on the disk.
      bytes: content instanceof Uint8Array ? new Uint8Array(await unpack(content)) : new Uint8Array(),
    })),
  )
  const resolutions = await resolveManifests(texts, openRegistryFacts(context, { budgetMs }))
  const added = await Promise.all(
    resolutions.map((each) => packDocument({ ...writeResolution(each), format: 'auto' })),
  )
  const paths = new Set(added.map(({ path }) => path))
  return [...documents.filter(({ path }) => !paths.has(path)), ...added]
}
