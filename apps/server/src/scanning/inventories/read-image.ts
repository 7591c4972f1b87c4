import type { Attached } from '@assay/engine/inventory/image/attachments.ts'
import { scanImage } from '@assay/engine/inventory/archives/catalog-archive.ts'
import { markBase } from '@assay/engine/inventory/image/image-config.ts'
import type { BlobStore } from '@assay/engine/inventory/image/image-store.ts'
import { descriptorOf, storedImage } from '@assay/engine/inventory/image/stored-image.ts'
import { memorySource } from '@assay/engine/inventory/trees/byte-source.ts'
import { fileSource } from './file-source.ts'
import { platformChoice, type ReadTree, readingLimits, writeTree } from './read-archive.ts'

/** An image whose parts are in files. */
export interface FetchedImage {
  /** 'registry.example.org/app:1.0'. */
  name: string
  /** What the tag leads to: an index or a manifest. */
  digest: string
  /** null: linux/amd64, or the only one. */
  platform: string | null
  /** By digest. */
  manifests: [digest: string, bytes: Uint8Array][]
  /** Files by digest. */
  blobs: [digest: string, path: string][]
  /** As the image says. */
  createdAt: string | null
  /** SBOMs that are attached to it, and whether they are used; null if none were looked for. */
  attached: (Attached & { isUsed: boolean }) | null
  /** What its registry tells of its base image; null if it does not. */
  base: {
    createdAt: string | null
    diffIds: string[]
    /** Its name and digest, if they are guessed by its layers. */
    guessed?: { name: string; digest: string }
    /** If its tag leads to another image now. */
    newest: { digest: string; createdAt: string | null } | null
  } | null
}

/** Runs in a process with little memory: writes the packages of an image to a file, as a CycloneDX document. */
export function readImage({ image, path }: { image: FetchedImage; path: string }): Promise<ReadTree> {
  const reading = readingLimits()
  const { codecs } = reading
  const { attached } = image
  return writeTree(
    async () => {
      const options = { choice: platformChoice(image.platform), codecs }
      const stored = await storedImage(storeOf(image), descriptorOf(image.digest), options)
      const layers = image.base ? markBase(stored.config.layers, image.base.diffIds) : stored.config.layers
      const named = {
        ...stored,
        name: image.name,
        digest: image.digest,
        config: { ...stored.config, layers },
        ...(attached && { findAttached: () => Promise.resolve(attached) }),
      }
      const scanned = await scanImage(named, { ...reading, usesAttached: attached?.isUsed === true })
      const { createdAt, base } = image
      const known = { createdAt, baseCreatedAt: base?.createdAt ?? null, newestBase: base?.newest ?? null }
      const guessed = base?.guessed && { base: { ...base.guessed, isGuessed: true as const } }
      return { ...scanned, image: { ...scanned.image!, ...known, ...guessed } }
    },
    { name: image.name, path },
  )
}

function storeOf({ manifests, blobs }: FetchedImage): BlobStore {
  const known = new Map(manifests)
  const files = new Map(blobs)
  return {
    manifest(digest) {
      const bytes = known.get(digest)
      return Promise.resolve(bytes ? memorySource(bytes) : null)
    },
    async blob(digest) {
      const path = files.get(digest)
      return path === undefined ? null : fileSource(path)
    },
  }
}
