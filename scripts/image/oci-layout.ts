import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

// https://github.com/opencontainers/image-spec/blob/main/image-layout.md

interface Descriptor {
  mediaType: string
  digest: string
  size: number
}

export interface ImageSettings {
  /** Of Go: amd64, arm64. */
  architecture: string
  tag: string
  /** 'user', 'env', 'entrypoint', 'labels', … as in the specification. */
  config: Record<string, unknown>
}

/** Writes an image of the layers, which are tar files, the lowest first. The same input gives the same digests. */
export async function writeOciLayout(
  folder: string,
  layers: readonly string[],
  { architecture, tag, config }: ImageSettings,
): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'blobs/sha256'), { recursive: true })
  const written = []
  for (const path of layers) written.push(await writeLayer(folder, path))
  const image = {
    architecture,
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: written.map(({ diffId }) => diffId) },
  }
  const manifest = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: await writeBlob(folder, 'application/vnd.oci.image.config.v1+json', image),
    layers: written.map(({ descriptor }) => descriptor),
  }
  const descriptor = await writeBlob(folder, manifest.mediaType, manifest)
  const named = Object.assign(descriptor, {
    platform: { architecture, os: 'linux' },
    annotations: { 'org.opencontainers.image.ref.name': tag },
  })
  const index = { schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests: [named] }
  await writeFile(join(folder, 'index.json'), JSON.stringify(index))
  await writeFile(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  return descriptor.digest
}

async function writeBlob(folder: string, mediaType: string, content: object): Promise<Descriptor> {
  const bytes = Buffer.from(JSON.stringify(content))
  const hex = createHash('sha256').update(bytes).digest('hex')
  await writeFile(join(folder, 'blobs/sha256', hex), bytes)
  return { mediaType, digest: `sha256:${hex}`, size: bytes.length }
}

async function writeLayer(folder: string, path: string): Promise<{ diffId: string; descriptor: Descriptor }> {
  const [plain, packed] = [measure(), measure()]
  const draft = join(folder, 'draft')
  await pipeline(
    createReadStream(path),
    plain.through,
    createGzip({ level: 6 }),
    packed.through,
    createWriteStream(draft),
  )
  const { hex, size } = packed.result()
  await rename(draft, join(folder, 'blobs/sha256', hex))
  const mediaType = 'application/vnd.oci.image.layer.v1.tar+gzip'
  return { diffId: `sha256:${plain.result().hex}`, descriptor: { mediaType, digest: `sha256:${hex}`, size } }
}

function measure() {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ hex: hash.digest('hex'), size }) }
}
