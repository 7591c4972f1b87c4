import {
  type AttachedManifest,
  attachmentTags,
  attestationsIn,
  type AttachmentStore,
  readAttached,
  referrersIn,
} from '@assay/engine/inventory/image/attachments.ts'
import { parseObject } from '@assay/engine/inventory/image/manifests.ts'
import { nodeCodecs } from '../trees/node-codecs.ts'

interface Attachments {
  store: AttachmentStore
  /** The manifest or index that was asked for. */
  root: { digest: string; bytes: Uint8Array }
  /** Of the image's manifest. */
  digest: string
  /** A document of the repository: 'manifests/…', 'referrers/…'. null if it has none. */
  get(path: string): Promise<Uint8Array | null>
}

/** SBOMs and attestations that are stored with an image: in its index, as referrers, and under the tags of cosign. */
export async function findAttached({ store, root, digest, get }: Attachments) {
  const subjects = [...new Set([digest, root.digest])]
  const manifests: AttachedManifest[] = attestationsIn(parseObject(root.bytes, 'manifest'), digest)
  for (const subject of subjects) {
    const { referrers, cosign } = attachmentTags(subject)
    // Registries without the call have the same index under a tag.
    const listed = (await get(`referrers/${subject}`)) ?? (await get(`manifests/${referrers}`))
    if (listed) manifests.push(...referrersIn(parseObject(listed, 'list of referrers')))
    for (const tag of cosign) {
      const bytes = await get(`manifests/${tag}`)
      if (bytes) manifests.push({ by: 'cosign', digest: digestOf(bytes) })
    }
  }
  return readAttached(manifests, { store, codecs: nodeCodecs, subjects })
}

function digestOf(bytes: Uint8Array): string {
  const hash = nodeCodecs.hash('sha256')
  hash.update(bytes)
  return `sha256:${hash.hex()}`
}
