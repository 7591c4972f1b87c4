import { newerTag } from '@assay/engine/inventory/registry/newer-tag.ts'
import { readReference } from '@assay/engine/inventory/registry/image-reference.ts'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Scope } from '#auth/scope.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { Problem } from '#platform/http/problem.ts'
import { withImageInventory } from '#scanning/builds/uploads/unpack-documents.ts'
import { describeImage, type ImageSource, withImage } from './fetch-image.ts'
import { ImageRejection } from './image-rejection.ts'
import { loginFor } from './logins.ts'
import { findBaseInventory, type NewerBase, saveBaseInventory, type ScannedBase } from './newer-base-store.ts'
import { registryOf } from './registry-client.ts'
import type { ImageRow } from './store.ts'

const compress = promisify(zstdCompress)

interface WatchedBase {
  image: ImageRow
  base: ScannedBase
}

/**
 * Asks the registry for a newer image than the base of an image: the newest tag of its line, or what its own tag leads
 * to now. Its packages are read once. null if there is none, or its registry is neither that of the image nor one that
 * the account has a login for: whoever made the image chose the name.
 */
export async function findNewerImage(
  context: JobContext,
  scope: Scope,
  { image, base }: WatchedBase,
): Promise<NewerBase | null> {
  const named = readReference(base.name)
  if (!named || named.tag === '') return null
  const login = await loginFor(context, scope.accountUuid, named.host)
  if (named.host !== image.host && login === null) return null
  const registry = registryOf(named, { config: context.config, login })
  const tag = newerTag(named.tag, await registry.tags()) ?? named.tag
  const platform = image.platform ?? (base.platform || null)
  const source: ImageSource = { reference: { ...named, tag, digest: '' }, platform, login }
  const found = await describeImage(source, context.config)
  if (!found || found.digest === base.digest) return null
  const { digest, createdAt } = found
  await keepInventory(context, scope, { ...source, reference: { ...source.reference, digest } })
  return { of: base.name, than: base.digest, tag, digest, createdAt, changes: null }
}

/** Reads what an image contains, unless that was done before. */
async function keepInventory({ db, config }: JobContext, scope: Scope, source: ImageSource): Promise<void> {
  const image = { digest: source.reference.digest, platform: source.platform ?? '' }
  if (await findBaseInventory(db, scope, image)) return
  const inventory = await readInventory(source, config)
  await saveBaseInventory(db, scope, { ...image, inventory: inventory && (await compress(inventory)) })
}

async function readInventory(source: ImageSource, config: JobContext['config']): Promise<Uint8Array | null> {
  try {
    return await withImage(source, config, (fetched) =>
      withImageInventory(fetched, ([inventory]) =>
        Promise.resolve(inventory && !inventory.spooled ? inventory.bytes : null),
      ),
    )
  } catch (error) {
    // What cannot be read now cannot be read later, either.
    if (error instanceof ImageRejection || error instanceof Problem) return null
    throw error
  }
}
