import { manifestTypes } from '@assay/engine/inventory/registry/manifest-types.ts'
import { markBase } from '@assay/engine/inventory/image/image-config.ts'
import type { BlobStore } from '@assay/engine/inventory/image/image-store.ts'
import { descriptorOf, type StoredImage, storedImage } from '@assay/engine/inventory/image/stored-image.ts'
import { findAttached } from '@assay/engine/inventory/image/find-attached.ts'
import { ArchiveFault } from '@assay/engine/inventory/trees/archive-fault.ts'
import { memorySource } from '@assay/engine/inventory/trees/byte-source.ts'
import { forwardSource } from '@assay/engine/inventory/trees/forward-source.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { Settings } from '../settings.ts'
import { nodeCodecs } from '../trees/node-codecs.ts'
import { choiceOf, type TreeOptions } from '../trees/scan-tree.ts'
import { findCredentials } from './docker-config.ts'
import {
  type ImageReference,
  readReference,
  repositoryName,
} from '@assay/engine/inventory/registry/image-reference.ts'
import { findNewerBase } from './newer-base.ts'
import { readBody } from './read-body.ts'
import { readMirrors } from './mirrors.ts'
import { placeOf, type RegistryClient, registryClient } from './registry-client.ts'

/** Finds an image in its registry; its layers are fetched while they are read. */
export async function pullImage(
  reference: ImageReference,
  environment: Settings['environment'],
  options: TreeOptions,
): Promise<StoredImage> {
  const { host, repository, tag, digest } = reference
  const { base, clientOf } = await openRegistry(reference, environment)
  const client = clientOf(repository)
  const wanted = digest || tag
  const bytes = await manifestBytes(client, wanted)
  if (bytes === null)
    throw new CommandError(
      exitCodes.configuration,
      `${base.host} has no image ${repository}:${wanted}, or does not show it without a login.`,
    )
  const root = digest || sha256(bytes)
  const store = storeOf(client, new Map([[root, bytes]]))
  const image = await storedImage(store, descriptorOf(root), {
    choice: choiceOf(options),
    codecs: nodeCodecs,
  })
  const named = {
    ...image,
    name: `${repositoryName(reference)}${tag === '' ? '' : `:${tag}`}`,
    digest: image.digest,
    ...(options.attached && {
      findAttached: () =>
        findAttached({
          store,
          codecs: nodeCodecs,
          roots: [{ digest: root, bytes }],
          digest: image.digest,
          get: (path) => documentAt(client, path),
        }),
    }),
  }
  return withBase(named, { host, clientOf })
}

/** A registry or its mirror, with the login that is stored for it. */
async function openRegistry(reference: ImageReference, environment: Settings['environment']) {
  const { base } = placeOf(reference, readMirrors(environment['ASSAY_REGISTRY_MIRRORS']))
  const credentials = await findCredentials(reference.host, environment)
  return { base, clientOf: (name: string) => registryClient({ base, repository: name, credentials }) }
}

/** The repository of an image. */
export const openRepository = async (
  reference: ImageReference,
  environment: Settings['environment'],
): Promise<RegistryClient> => (await openRegistry(reference, environment)).clientOf(reference.repository)

function sha256(bytes: Uint8Array): string {
  const hash = nodeCodecs.hash('sha256')
  hash.update(bytes)
  return `sha256:${hash.hex()}`
}

const manifestBytes = (client: RegistryClient, reference: string): Promise<Uint8Array | null> =>
  documentAt(client, `manifests/${reference}`)

async function documentAt(client: RegistryClient, path: string): Promise<Uint8Array | null> {
  const response = await client.get(path, manifestTypes)
  if (response === null) return null
  return readBody(response, 'manifest')
}

const storeOf = (client: RegistryClient, known: ReadonlyMap<string, Uint8Array>): BlobStore => ({
  async manifest(digest) {
    const bytes = known.get(digest) ?? (await manifestBytes(client, digest))
    return bytes && memorySource(bytes)
  },
  async blob(digest, size) {
    const first = await client.get(`blobs/${digest}`)
    if (first === null) return null
    let response: Response | null = first
    return forwardSource(
      async function* () {
        // The first answer is used once; reading again asks again.
        const current = response ?? (await client.get(`blobs/${digest}`))
        response = null
        yield* (current?.body ?? []) as AsyncIterable<Uint8Array>
      },
      size ?? Number(first.headers.get('content-length') ?? 0),
    )
  },
})

interface Registry {
  host: string
  clientOf: (repository: string) => RegistryClient
}

/** Marks the layers of the base image that the labels name, if the same registry has it. No other host is asked. */
async function withBase(image: StoredImage, { host, clientOf }: Registry): Promise<StoredImage> {
  const { base, layers, platform } = image.config
  const named = base && readReference(base.name)
  if (named?.host !== host || !base?.digest) return image
  try {
    const store = storeOf(clientOf(named.repository), new Map())
    const options = { choice: { platform, isExplicit: true }, codecs: nodeCodecs }
    const { config } = await storedImage(store, descriptorOf(base.digest), options)
    const ids = config.layers.map(({ diffId }) => diffId)
    const newer = await findNewerBase(clientOf(named.repository), named)
    const marked = { ...image, config: { ...image.config, layers: markBase(layers, ids) } }
    return newer === null ? marked : { ...marked, issues: [...image.issues, newer] }
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof ArchiveFault)) throw error
    const message = `The base image ${base.name} cannot be read, so it is not known which layers are of it: ${error.message}`
    return { ...image, issues: [...image.issues, { code: 'base-unread', message, where: base.name }] }
  }
}
