import type { Issue } from '../../inventory.ts'
import { listOf, recordOf, shortTextOf } from '../../documents/parsers/json-value.ts'
import { readJson } from '../../documents/parsers/json-document.ts'
import { ArchiveFault } from '../trees/archive-fault.ts'
import type { ByteSource } from '../trees/byte-source.ts'
import type { Codecs } from '../trees/codecs.ts'
import type { Attached } from './attachments.ts'
import { attachedIn, isAttachment } from './layout-attachments.ts'
import { type ImageConfig, readImageConfig } from './image-config.ts'
import { type BlobStore, blobsOf, type StoredFiles } from './image-store.ts'
import {
  choosePlatform,
  type Descriptor,
  imagesOf,
  isIndex,
  maxConfigBytes,
  maxManifestBytes,
  parseObject,
  type PlatformChoice,
  readDescriptor,
  readManifest,
  readVerified,
} from './manifests.ts'

/** A layer before it is read. */
export interface LayerBlob {
  /** Of the stored, packed layer; '' if it is not known. */
  digest: string
  size: number | null
  mediaType: string
  /** null if it is missing. */
  open(): Promise<ByteSource | null>
}

/** An image before its layers are read. */
export interface StoredImage {
  name: string
  digest: string
  config: ImageConfig
  layers: LayerBlob[]
  /** Finds the SBOMs that are attached to it; absent if they are not wanted, or cannot be stored with it. */
  findAttached?: () => Promise<Attached>
  /** Remarks: another platform was taken, several images are in the archive. */
  issues: Issue[]
}

interface Options {
  choice: PlatformChoice
  codecs: Codecs
}

/** Indexes within indexes. */
const maxIndexDepth = 3

/** Finds the image that a manifest or index leads to. Throws ArchiveFault. */
export async function storedImage(
  store: BlobStore,
  root: Descriptor,
  options: Options,
): Promise<StoredImage> {
  const found = await findManifest(store, { descriptor: root, depth: 0 }, options)
  if (found === null) throw new ArchiveFault('image-broken', 'The manifest of the image is missing.')
  const { config, layers } = readManifest(found.json)
  const configBytes = await readVerified(await store.blob(config.digest, config.size), {
    digest: config.digest,
    what: 'configuration',
    maxBytes: maxConfigBytes,
    codecs: options.codecs,
  })
  if (configBytes === null)
    throw new ArchiveFault('image-broken', 'The configuration of the image is missing.')
  return {
    name: nameOf(root) || nameOf(found.descriptor),
    digest: found.descriptor.digest,
    config: readImageConfig(parseObject(configBytes, 'configuration')),
    layers: layers.map(({ digest, size, mediaType }) => ({
      digest,
      size,
      mediaType,
      open: () => store.blob(digest, size),
    })),
    issues: otherPlatform(found.descriptor, options.choice),
  }
}

/** Descends to the first image of the wanted platform that is there: an archive may lack the others of its index. */
async function findManifest(
  store: BlobStore,
  { descriptor, depth }: { descriptor: Descriptor; depth: number },
  options: Options,
): Promise<{ json: Record<string, unknown>; descriptor: Descriptor } | null> {
  if (depth > maxIndexDepth)
    throw new ArchiveFault('image-broken', 'The indexes of the image are nested too deeply.')
  const bytes = await readVerified(await store.manifest(descriptor.digest), {
    digest: descriptor.digest,
    what: 'manifest',
    maxBytes: maxManifestBytes,
    codecs: options.codecs,
  })
  if (bytes === null) return null
  const json = parseObject(bytes, 'manifest')
  if (!isIndex(json)) return { json, descriptor }
  for (const image of choosePlatform(imagesOf(json), options.choice)) {
    const found = await findManifest(store, { descriptor: image, depth: depth + 1 }, options)
    if (found) return found
  }
  return null
}

const nameOf = ({ annotations }: Descriptor): string =>
  annotations.get('io.containerd.image.name') ?? annotations.get('org.opencontainers.image.ref.name') ?? ''

const otherPlatform = ({ platform }: Descriptor, choice: PlatformChoice): Issue[] =>
  platform === '' || platform.startsWith(choice.platform)
    ? []
    : [
        {
          code: 'platform-other',
          message: `The image for ${platform} was read; there is none for ${choice.platform}.`,
          where: platform,
        },
      ]

/** The image of an OCI layout or of 'docker save'; null if the files are those of neither. Throws ArchiveFault. */
export async function partsOfFiles(files: StoredFiles, options: Options): Promise<StoredImage | null> {
  const index = await readSmall(files, 'index.json')
  if (index !== null && (await files.open('oci-layout')) !== null) {
    const { manifests } = parseObject(index, 'index')
    const entries = imagesOf({ manifests: listOf(manifests).filter((each) => !isAttachment(each)) })
    const [first] = entries.every(({ platform }) => platform === '')
      ? entries
      : choosePlatform(entries, options.choice)
    if (!first) throw new ArchiveFault('image-broken', 'The index lists no image.')
    const store = blobsOf(files)
    const image = await storedImage(store, first, options)
    const layout = { store, codecs: options.codecs, index, root: first.digest, digest: image.digest }
    const parts = { ...image, findAttached: () => attachedIn(layout) }
    const names = new Set(entries.map(nameOf))
    return names.size > 1 ? withRemark(parts, entries.length) : parts
  }
  const manifest = await readSmall(files, 'manifest.json')
  return manifest === null ? null : partsOfSave(files, manifest)
}

const withRemark = (parts: StoredImage, count: number): StoredImage => ({
  ...parts,
  issues: [
    ...parts.issues,
    {
      code: 'images-several',
      message: `Of ${count} images in it, only ${parts.name || 'the first'} was read.`,
      where: 'index.json',
      isUnread: true,
    },
  ],
})

async function readSmall(files: StoredFiles, path: string): Promise<Uint8Array | null> {
  const source = await files.open(path)
  return source === null || source.size > maxManifestBytes ? null : source.read(0, source.size)
}

/** The format of 'docker save' before version 25; its layers are plain archives. null if it is another manifest. */
async function partsOfSave(files: StoredFiles, manifest: Uint8Array): Promise<StoredImage | null> {
  const { json } = readJson({ path: 'manifest.json', bytes: manifest })
  const images = listOf(json).map(recordOf)
  const configPath = shortTextOf(images[0]?.['Config'])
  if (configPath === '') return null
  const source = await files.open(configPath)
  if (source === null || source.size > maxConfigBytes)
    throw new ArchiveFault('image-broken', 'The configuration of the image is missing.')
  const parts: StoredImage = {
    name: shortTextOf(listOf(images[0]!['RepoTags'])[0]),
    digest: '',
    config: readImageConfig(parseObject(await source.read(0, source.size), 'configuration')),
    layers: listOf(images[0]!['Layers']).map((path) => ({
      digest: '',
      size: null,
      mediaType: '',
      open: () => files.open(shortTextOf(path)),
    })),
    issues: [],
  }
  return images.length > 1 ? withRemark(parts, images.length) : parts
}

/** A manifest by its digest alone. */
export const descriptorOf = (digest: string): Descriptor => readDescriptor({ digest })
