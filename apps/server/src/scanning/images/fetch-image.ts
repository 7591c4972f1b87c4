import { parseJson } from '@assay/text/parse-json.ts'
import { imagesOf, isIndex, choosePlatform, readManifest } from '@assay/engine/inventory/image/manifests.ts'
import {
  readReference,
  repositoryName,
  type ImageReference,
} from '@assay/engine/inventory/registry/image-reference.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { EgressConfig } from '#platform/egress/egress.ts'
import { removeSpooled } from '#platform/uploads/spool.ts'
import { platformChoice } from '#scanning/inventories/read-archive.ts'
import type { FetchedImage } from '#scanning/inventories/read-image.ts'
import { ImageRejection } from './image-rejection.ts'
import { fetchAttached } from './fetch-attached.ts'
import { type Login, type Registry, registryOf } from './registry-client.ts'

/** Of all layers together. */
const maxImageBytes = 2 * 1024 ** 3
const maxConfigBytes = 8 * 1024 ** 2
const maxManifestBytes = 4 * 1024 ** 2

const Config = z.looseObject({
  created: z.string().optional(),
  os: z.string().optional(),
  architecture: z.string().optional(),
  config: z.looseObject({ Labels: z.record(z.string(), z.string()).nullish() }).nullish(),
  rootfs: z.looseObject({ diff_ids: z.array(z.string()) }).optional(),
})
type Config = z.infer<typeof Config>

export interface ImageSource {
  reference: ImageReference
  /** null: linux/amd64, or the only one. */
  platform: string | null
  login: Login | null
  /** Whether attached SBOMs are used or only compared; absent if they are not looked for. */
  usesAttached?: boolean
  /** Finds a known image by the layers that an image begins with; absent if none is to be guessed. */
  findKnownBase?: (diffIds: readonly string[]) => Promise<KnownBase | null>
}

/** An image that was scanned before. */
export interface KnownBase {
  /** 'debian:12'. */
  name: string
  digest: string
  /** Epoch ms. */
  createdAt: number | null
  diffIds: string[]
}

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** What the tag leads to now. Throws ImageRejection if there is no such image. */
export async function findDigest(source: ImageSource, config: EgressConfig): Promise<string> {
  const { bytes } = await rootManifest(source, registryOf(source.reference, { config, login: source.login }))
  return sha256(bytes)
}

/** What a newer base image is: its digest for the platform, and when it was built. null if the registry does not have it. */
export async function describeImage(
  { reference, platform, login }: ImageSource,
  config: EgressConfig,
): Promise<{ digest: string; createdAt: number | null } | null> {
  const registry = registryOf(reference, { config, login })
  const found = await readConfig(reference.tag, { registry, choice: platformChoice(platform) })
  const built = Date.parse(found?.config.created ?? '')
  return found && { digest: found.digest, createdAt: Number.isNaN(built) ? null : built }
}

async function rootManifest({ reference }: ImageSource, registry: Registry) {
  const wanted = reference.digest || reference.tag
  const found = await registry.manifest(wanted)
  if (!found)
    throw new ImageRejection(
      `${reference.host} has no image ${repositoryName(reference)}:${wanted}, or does not show it without a login`,
    )
  return found
}

/** An image in temporary files, for the duration of the callback. */
export async function withImage<T>(
  source: ImageSource,
  config: EgressConfig,
  use: (image: FetchedImage) => Promise<T>,
): Promise<T> {
  const files: string[] = []
  try {
    return await use(await fetchImage(source, { config, files }))
  } finally {
    for (const path of files) await removeSpooled(path)
  }
}

interface Fetching {
  config: EgressConfig
  /** Those to remove. */
  files: string[]
}

async function fetchImage(source: ImageSource, { config, files }: Fetching): Promise<FetchedImage> {
  const { reference, platform, login, usesAttached, findKnownBase } = source
  const registry = registryOf(reference, { config, login })
  const root = await rootManifest(source, registry)
  const manifests = new Map([[sha256(root.bytes), root.bytes]])
  const choice = platformChoice(platform)
  const json = await manifestOf({ bytes: root.bytes, registry, manifests, choice })
  const { config: descriptor, layers } = readManifest(json)
  const blobs = new Map<string, string>()
  let room = maxImageBytes
  for (const { digest, limit } of [
    { digest: descriptor.digest, limit: maxConfigBytes },
    ...layers.map((layer) => ({ digest: layer.digest, limit: room })),
  ]) {
    if (blobs.has(digest)) continue
    const blob = await registry.blob(digest, Math.min(limit, room))
    if (!blob) continue
    files.push(blob.path)
    blobs.set(digest, blob.path)
    room -= blob.size
  }
  const configFile = blobs.get(descriptor.digest)
  const own = configFile ? Config.safeParse(parseJson(await readFile(configFile))).data : undefined
  return {
    name: `${repositoryName(reference)}${reference.tag === '' ? '' : `:${reference.tag}`}`,
    digest: sha256(root.bytes),
    platform,
    manifests: [...manifests],
    blobs: [...blobs],
    createdAt: own?.created ?? null,
    attached:
      usesAttached === undefined
        ? null
        : {
            ...(await fetchAttached(registry, { root: root.bytes, manifests, files })),
            isUsed: usesAttached,
          },
    base: own
      ? ((await findBase(own, { reference, config, login })) ?? (await guessBase(own, findKnownBase)))
      : null,
  }
}

interface Descending {
  bytes: Uint8Array
  registry: Registry
  manifests: Map<string, Uint8Array>
  choice: ReturnType<typeof platformChoice>
}

/** Descends through indexes to the image of the platform. */
async function manifestOf(
  { bytes, registry, manifests, choice }: Descending,
  depth = 0,
): Promise<Record<string, unknown>> {
  const json = parseJson(bytes)
  if (bytes.length > maxManifestBytes || typeof json !== 'object' || json === null || depth > 3)
    throw new ImageRejection('The manifest of the image cannot be read')
  const record = json as Record<string, unknown>
  if (!isIndex(record)) return record
  const [image] = choosePlatform(imagesOf(record), choice)
  const found = image && (await registry.manifest(image.digest))
  if (!found) throw new ImageRejection('The image of the platform is missing')
  manifests.set(sha256(found.bytes), found.bytes)
  return manifestOf({ bytes: found.bytes, registry, manifests, choice }, depth + 1)
}

/** The base image that the labels name, if the same registry has it. No other host is asked, and failures are no loss. */
async function findBase(
  own: Config,
  { reference, config, login }: { reference: ImageReference; config: EgressConfig; login: Login | null },
): Promise<FetchedImage['base']> {
  const labels = own.config?.Labels ?? {}
  const [name, digest] = ['name', 'digest'].map((key) =>
    ownProperty(labels, `org.opencontainers.image.base.${key}`),
  )
  const named = name === undefined ? null : readReference(name)
  if (!named || named.host !== reference.host || !digest) return null
  try {
    const registry = registryOf(named, { config, login })
    const choice = platformChoice([own.os, own.architecture].filter(Boolean).join('/') || null)
    const used = await readConfig(digest, { registry, choice })
    const newest = await readConfig(named.tag || 'latest', { registry, choice })
    const isNewer = newest !== null && newest.digest !== digest && newest.config !== used?.config
    return {
      createdAt: used?.config.created ?? null,
      diffIds: used?.config.rootfs?.diff_ids ?? [],
      newest: isNewer && newest ? { digest: newest.digest, createdAt: newest.config.created ?? null } : null,
    }
  } catch {
    // What is not known of the base image is no reason to refuse the image.
    return null
  }
}

/** Of an image whose labels name none. */
async function guessBase(
  { config, rootfs }: Config,
  findKnown: ImageSource['findKnownBase'],
): Promise<FetchedImage['base']> {
  const isNamed = ownProperty(config?.Labels ?? {}, 'org.opencontainers.image.base.name') !== undefined
  const known = isNamed ? null : ((await findKnown?.(rootfs?.diff_ids ?? [])) ?? null)
  if (known === null) return null
  const { name, digest, createdAt, diffIds } = known
  const built = createdAt === null ? null : new Date(createdAt).toISOString()
  return { createdAt: built, diffIds, newest: null, guessed: { name, digest } }
}

async function readConfig(
  wanted: string,
  { registry, choice }: Pick<Descending, 'registry' | 'choice'>,
): Promise<{ digest: string; config: Config } | null> {
  const found = await registry.manifest(wanted)
  if (!found) return null
  const json = await manifestOf({ bytes: found.bytes, registry, manifests: new Map(), choice })
  const blob = await registry.blob(readManifest(json).config.digest, maxConfigBytes)
  if (!blob) return null
  try {
    const config = Config.safeParse(parseJson(await readFile(blob.path))).data
    return config ? { digest: sha256(found.bytes), config } : null
  } finally {
    await removeSpooled(blob.path)
  }
}
