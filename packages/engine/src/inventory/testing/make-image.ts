import { createHash } from 'node:crypto'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { bytesOf, makeTar, type Parts } from './make-archives.ts'

/** An image of layers; files by path, as an OCI layout or as 'docker save' writes them. */
export interface TestImage {
  layers: readonly Parts[]
  history?: readonly { created_by?: string; empty_layer?: boolean }[]
  labels?: Record<string, string>
  platform?: string
  tag?: string
  packing?: 'none' | 'gzip' | 'zstd'
}

export const digestOf = (bytes: Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`

const jsonBytes = (json: unknown) => bytesOf(JSON.stringify(json))
const packers = {
  none: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)),
  zstd: (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes)),
}
const suffixes = { none: '', gzip: '+gzip', zstd: '+zstd' }

export type Files = Map<string, Uint8Array>

const blobPath = (digest: string) => `blobs/${digest.replace(':', '/')}`

function configOf({ layers, history, labels = {}, platform = 'linux/amd64' }: TestImage, tars: Uint8Array[]) {
  const [os, architecture, variant] = platform.split('/')
  return {
    os,
    architecture,
    ...(variant && { variant }),
    config: { Labels: labels },
    rootfs: { type: 'layers', diff_ids: layers.map((_, index) => digestOf(tars[index]!)) },
    ...(history && { history }),
  }
}

/** Adds the blobs of an image and returns the descriptor of its manifest. */
export function addImage(
  files: Files,
  image: TestImage,
): { mediaType: string; digest: string; size: number } {
  const { layers, packing = 'gzip' } = image
  const add = (bytes: Uint8Array) => {
    files.set(blobPath(digestOf(bytes)), bytes)
    return { digest: digestOf(bytes), size: bytes.length }
  }
  const tars = layers.map(makeTar)
  const manifest = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: {
      mediaType: 'application/vnd.oci.image.config.v1+json',
      ...add(jsonBytes(configOf(image, tars))),
    },
    layers: tars.map((tar) => ({
      mediaType: `application/vnd.oci.image.layer.v1.tar${suffixes[packing]}`,
      ...add(packers[packing](tar)),
    })),
  }
  return { mediaType: manifest.mediaType, ...add(jsonBytes(manifest)) }
}

/** The files of an OCI layout. */
export function makeLayout(image: TestImage): Files {
  const files: Files = new Map()
  return finishLayout(files, [
    {
      ...addImage(files, image),
      annotations: { 'org.opencontainers.image.ref.name': image.tag ?? 'example.org/app:1.0' },
    },
  ])
}

export function finishLayout(files: Files, manifests: readonly object[]): Files {
  files.set('oci-layout', jsonBytes({ imageLayoutVersion: '1.0.0' }))
  files.set('index.json', jsonBytes({ schemaVersion: 2, manifests }))
  return files
}

/** The files of 'docker save' before version 25. */
export function makeSave(image: TestImage): Files {
  const tars = image.layers.map(makeTar)
  const files: Files = new Map(tars.map((tar, index) => [`${index}/layer.tar`, tar]))
  files.set('config.json', jsonBytes(configOf(image, tars)))
  const layers = tars.map((_, index) => `${index}/layer.tar`)
  files.set(
    'manifest.json',
    jsonBytes([{ Config: 'config.json', RepoTags: [image.tag ?? 'app:1.0'], Layers: layers }]),
  )
  return files
}

export const tarOf = (files: Files): Uint8Array => makeTar([...files])
