import type { Attached } from '@assay/engine/inventory/image/attachments.ts'
import { findAttached } from '@assay/engine/inventory/image/find-attached.ts'
import { memorySource } from '@assay/engine/inventory/trees/byte-source.ts'
import { fileSource } from '#scanning/inventories/file-source.ts'
import { nodeCodecs } from '#scanning/inventories/node-codecs.ts'
import { ImageRejection } from './image-rejection.ts'
import type { Registry } from './registry-client.ts'

const maxDocumentBytes = 64 * 1024 ** 2

interface Fetched {
  /** The manifest or index that was asked for. */
  root: Uint8Array
  /** Those that it leads to, by digest: the first is of it, the last of the image. */
  manifests: ReadonlyMap<string, Uint8Array>
  /** Those to remove. */
  files: string[]
}

/** SBOMs that a registry has attached to an image. What cannot be read is told, and no reason to refuse the image. */
export async function fetchAttached(
  registry: Registry,
  { root, manifests, files }: Fetched,
): Promise<Attached> {
  const digests = [...manifests.keys()]
  // Registries without the call for referrers answer anything.
  const get = (path: string) => {
    const [kind, name = ''] = path.split('/')
    return kind === 'referrers'
      ? registry.referrers(name).catch(() => null)
      : nullIfRefused(registry.manifest(name).then((found) => found?.bytes ?? null))
  }
  const store = {
    async manifest(digest: string) {
      const bytes = manifests.get(digest) ?? (await registry.manifest(digest))?.bytes
      return bytes ? memorySource(bytes) : null
    },
    async blob(digest: string) {
      const file = await registry.blob(digest, maxDocumentBytes)
      if (file) files.push(file.path)
      return file && fileSource(file.path)
    },
  }
  try {
    const roots = [{ digest: digests[0]!, bytes: root }]
    return await findAttached({ store, codecs: nodeCodecs, roots, digest: digests.at(-1)!, get })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { documents: [], problems: [{ by: null, digest: digests[0]!, reason: 'unreadable', detail }] }
  }
}

/** Some registries refuse what they do not have. */
async function nullIfRefused<T>(answer: Promise<T | null>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ImageRejection) return null
    throw error
  }
}
