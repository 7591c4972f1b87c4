import type { Codecs } from '../trees/codecs.ts'
import {
  type Attached,
  type AttachedManifest,
  attachmentTags,
  attestationsIn,
  type AttachmentStore,
  readAttached,
  referrersIn,
} from './attachments.ts'
import { parseObject } from './manifests.ts'

interface Attachments {
  store: AttachmentStore
  codecs: Codecs
  /** The manifest or index that was asked for; of an index without a digest, the entries may have attestations. */
  roots: { digest: string; bytes: Uint8Array }[]
  /** Of the image's manifest. */
  digest: string
  /** A document of the repository: 'manifests/…', 'referrers/…'. null if it has none. */
  get(path: string): Promise<Uint8Array | null>
}

/** SBOMs and attestations that are stored with an image: in its index, as referrers, and under the tags of cosign. */
export async function findAttached({ store, codecs, roots, digest, get }: Attachments): Promise<Attached> {
  const subjects = [...new Set([digest, ...roots.map((each) => each.digest)])].filter((each) => each !== '')
  const manifests: AttachedManifest[] = roots.flatMap(({ bytes }) =>
    attestationsIn(parseObject(bytes, 'manifest'), digest),
  )
  for (const subject of subjects) {
    const { referrers, cosign } = attachmentTags(subject)
    // Registries without the call have the same index under a tag.
    const listed = (await get(`referrers/${subject}`)) ?? (await get(`manifests/${referrers}`))
    if (listed) manifests.push(...referrersIn(parseObject(listed, 'list of referrers')))
    for (const tag of cosign) {
      const bytes = await get(`manifests/${tag}`)
      if (bytes) manifests.push({ by: 'cosign', digest: digestOf(bytes, codecs) })
    }
  }
  return readAttached(manifests, { store, codecs, subjects })
}

function digestOf(bytes: Uint8Array, codecs: Codecs): string {
  const hash = codecs.hash('sha256')
  hash.update(bytes)
  return `sha256:${hash.hex()}`
}
