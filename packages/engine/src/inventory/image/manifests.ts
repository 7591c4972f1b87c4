import { listOf, recordOf, shortTextOf, textOf } from '../../documents/parsers/json-value.ts'
import { readJson } from '../../documents/parsers/json-document.ts'
import { ArchiveFault } from '../trees/archive-fault.ts'
import type { ByteSource } from '../trees/byte-source.ts'
import type { Codecs } from '../trees/codecs.ts'

// https://github.com/opencontainers/image-spec/blob/main/manifest.md and image-index.md

export interface Descriptor {
  mediaType: string
  digest: string
  /** In bytes; null if absent. */
  size: number | null
  /** 'linux/amd64', 'linux/arm/v7'; '' if absent. */
  platform: string
  annotations: ReadonlyMap<string, string>
}

export interface ImageManifest {
  config: Descriptor
  layers: Descriptor[]
}

export const maxManifestBytes = 4 * 1024 * 1024
export const maxConfigBytes = 8 * 1024 * 1024

export function readDescriptor(json: unknown): Descriptor {
  const { mediaType, digest, size, platform, annotations } = recordOf(json)
  const { os, architecture, variant } = recordOf(platform)
  return {
    mediaType: shortTextOf(mediaType),
    digest: shortTextOf(digest),
    size: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null,
    platform: [os, architecture, variant]
      .map(shortTextOf)
      .filter((part) => part !== '')
      .join('/'),
    annotations: new Map(Object.entries(recordOf(annotations)).map(([key, value]) => [key, textOf(value)])),
  }
}

/** Throws ArchiveFault if it is no JSON object. */
export function parseObject(bytes: Uint8Array, what: string): Record<string, unknown> {
  const { json } = readJson({ path: what, bytes })
  if (json !== null && typeof json === 'object' && !Array.isArray(json)) return recordOf(json)
  throw new ArchiveFault('image-broken', `The ${what} of the image is not valid JSON.`)
}

/** An index of several images, or the manifest of one. Both at once is an attack: programs would read different ones. */
export function isIndex(json: Record<string, unknown>): boolean {
  const isList = json['manifests'] !== undefined
  if (isList && json['layers'] !== undefined)
    throw new ArchiveFault('image-broken', 'The manifest of the image is also an index.')
  return isList
}

/** Of which platform an image is wanted, and whether that was asked for. */
export interface PlatformChoice {
  platform: string
  isExplicit: boolean
}

/** Entries of an index that are images: attestations have the platform unknown/unknown. */
export const imagesOf = (index: Record<string, unknown>): Descriptor[] =>
  listOf(index['manifests'])
    .map(readDescriptor)
    .filter(
      ({ platform, annotations }) =>
        platform !== 'unknown/unknown' &&
        annotations.get('vnd.docker.reference.type') !== 'attestation-manifest',
    )

/** The entries to try, best first. Without the wanted platform, one that is the only image is taken unless asked for. */
export function choosePlatform(
  images: readonly Descriptor[],
  { platform, isExplicit }: PlatformChoice,
): Descriptor[] {
  const [os, architecture, variant] = platform.split('/')
  const fitting = images.filter((each) => `${each.platform}/`.startsWith(`${os}/${architecture}/`))
  const exact = fitting.filter((each) => each.platform === platform)
  // A processor runs what was built for those before it: v8, v7, v6.
  const older = fitting
    .filter(
      (each) =>
        each.platform !== platform &&
        (variant === undefined || (each.platform.split('/')[2] ?? '') <= variant),
    )
    .toSorted((a, b) => (a.platform < b.platform ? 1 : -1))
  const unnamed = images.filter((each) => each.platform === '')
  const chosen = [...exact, ...older, ...unnamed]
  if (chosen.length > 0) return chosen
  if (images.length === 1 && !isExplicit) return [...images]
  const known = images.map((each) => each.platform).join(', ')
  throw new ArchiveFault(
    'platform-missing',
    `The image does not exist for ${platform}, only for: ${known || 'none'}.`,
  )
}

const imageConfigs = new Set([
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
  '',
])

/** Kinds of artifacts that are stored like images. */
const artifacts: readonly [mediaType: RegExp, name: string][] = [
  [/helm/, 'a Helm chart'],
  [/wasm/, 'a WebAssembly module'],
  [/spdx|cyclonedx|in-toto|dsse/, 'an SBOM or attestation'],
  [/cosign|sigstore|notary/, 'a signature'],
]

/** Throws ArchiveFault if it is no image. */
export function readManifest(json: Record<string, unknown>): ImageManifest {
  if (json['schemaVersion'] === 1)
    throw new ArchiveFault(
      'image-unsupported',
      'The image has a manifest of the old schema 1, which is not read.',
    )
  const config = readDescriptor(json['config'])
  const type = shortTextOf(json['artifactType']) || config.mediaType
  if (json['artifactType'] !== undefined || !imageConfigs.has(config.mediaType)) {
    const kind =
      artifacts.find(([mediaType]) => mediaType.test(type))?.[1] ?? `an artifact of the type ${type}`
    throw new ArchiveFault('image-unsupported', `It is ${kind}, not an image.`)
  }
  if (!Array.isArray(json['layers']))
    throw new ArchiveFault('image-broken', 'The manifest of the image lists no layers.')
  return { config, layers: listOf(json['layers']).map(readDescriptor) }
}

/** The bytes of a manifest or configuration, whose digest must be right. null if it is missing. */
export async function readVerified(
  source: ByteSource | null,
  { digest, what, maxBytes, codecs }: { digest: string; what: string; maxBytes: number; codecs: Codecs },
): Promise<Uint8Array | null> {
  if (source === null) return null
  if (source.size > maxBytes) throw new ArchiveFault('image-broken', `The ${what} of the image is too large.`)
  const bytes = await source.read(0, source.size)
  const [algorithm, hex] = digest.split(':')
  if (algorithm !== 'sha256' && algorithm !== 'sha512')
    throw new ArchiveFault('image-broken', `The ${what} of the image has a digest of an unknown kind.`)
  const hash = codecs.hash(algorithm)
  hash.update(bytes)
  if (hash.hex() !== hex)
    throw new ArchiveFault('digest-wrong', `The ${what} of the image does not have its digest.`)
  return bytes
}
