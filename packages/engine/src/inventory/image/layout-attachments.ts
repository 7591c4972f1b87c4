import { listOf, recordOf, shortTextOf } from '../../documents/parsers/json-value.ts'
import type { Codecs } from '../trees/codecs.ts'
import type { Attached } from './attachments.ts'
import { findAttached } from './find-attached.ts'
import type { BlobStore } from './image-store.ts'
import { maxManifestBytes, parseObject, readDescriptor } from './manifests.ts'

// https://github.com/opencontainers/image-spec/blob/main/image-layout.md

/** An OCI layout, in which an image was found. */
interface Layout {
  store: BlobStore
  codecs: Codecs
  /** index.json. */
  index: Uint8Array
  /** Of its entry that leads to the image, and of the image itself. */
  root: string
  digest: string
}

const attachmentTag = /^sha(?:256|512)-[\da-f]+(?:\.(?:sbom|att|sig))?$/

/** Whether an entry of index.json is attached to an image, and no image itself. */
export function isAttachment(entry: unknown): boolean {
  const { artifactType } = recordOf(entry)
  return artifactType !== undefined || attachmentTag.test(tagOf(entry))
}

const tagOf = (entry: unknown): string =>
  readDescriptor(entry).annotations.get('org.opencontainers.image.ref.name') ?? ''

/** What a layout has attached to an image, under the tags that a registry has, or as entries that name it as their subject. */
export async function attachedIn({ store, codecs, index, root, digest }: Layout): Promise<Attached> {
  const entries = listOf(parseObject(index, 'index')['manifests'])
  const read = async (wanted: string): Promise<Uint8Array | null> => {
    const source = await store.manifest(wanted)
    return source && source.size <= maxManifestBytes ? source.read(0, source.size) : null
  }
  const bytes = await read(root)
  const roots = [...(bytes ? [{ digest: root, bytes }] : []), { digest: '', bytes: index }]
  const get = async (path: string): Promise<Uint8Array | null> => {
    const [kind, name = ''] = path.split('/')
    if (kind === 'referrers') return referrersOf(name, entries, read)
    const tagged = entries.find((entry) => tagOf(entry) === name)
    return tagged === undefined ? null : read(readDescriptor(tagged).digest)
  }
  return findAttached({ store, codecs, roots, digest, get })
}

const maxReferrers = 100

/** As the call of a registry answers; null if no entry names the image. */
async function referrersOf(
  subject: string,
  entries: readonly unknown[],
  read: (digest: string) => Promise<Uint8Array | null>,
): Promise<Uint8Array | null> {
  const manifests: unknown[] = []
  for (const entry of entries.slice(0, maxReferrers)) {
    const bytes = await read(readDescriptor(entry).digest)
    const json = bytes ? parseObject(bytes, 'manifest') : {}
    if (shortTextOf(recordOf(json['subject'])['digest']) === subject) manifests.push(entry)
  }
  return manifests.length === 0 ? null : new TextEncoder().encode(JSON.stringify({ manifests }))
}
