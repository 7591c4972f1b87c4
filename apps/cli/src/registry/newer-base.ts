import { manifestTypes } from '@assay/engine/inventory/registry/manifest-types.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { type ImageReference, repositoryName } from '@assay/engine/inventory/registry/image-reference.ts'
import { newerTag } from '@assay/engine/inventory/registry/newer-tag.ts'
import { listTags, readTagPage } from '@assay/engine/inventory/registry/tag-list.ts'
import { createHash } from 'node:crypto'
import { CommandError } from '../exit-codes.ts'
import { readBody } from './read-body.ts'
import type { RegistryClient } from './registry-client.ts'

/** What to write in the Dockerfile if a base image has a newer tag of its line and variant; null if it has none. */
export async function findNewerBase(client: RegistryClient, base: ImageReference): Promise<Issue | null> {
  const tag = await newerTagOf(client, base)
  if (tag === null) return null
  const [used, newer] = [base.tag, tag].map((each) => `${repositoryName(base)}:${each}`)
  const message = `The base image has a newer tag. In the Dockerfile: FROM ${used!} → FROM ${newer!}`
  return { code: 'base-outdated', message, where: used! }
}

/** The newest tag of the same line and variant; null if there is none, or the registry does not list tags. */
export const newerTagOf = async (client: RegistryClient, { tag }: ImageReference): Promise<string | null> =>
  newerTag(tag, await tagsOf(client))

/** Of what a tag leads to: an index or a manifest. null if there is no such tag. */
export async function digestOfTag(client: RegistryClient, tag: string): Promise<string | null> {
  const response = await client.get(`manifests/${tag}`, manifestTypes)
  return (
    response &&
    `sha256:${createHash('sha256')
      .update(await readBody(response, 'manifest'))
      .digest('hex')}`
  )
}

/** Some registries let only some logins list tags, which is no reason not to scan. */
async function tagsOf(client: RegistryClient): Promise<string[]> {
  try {
    return await listTags(async (path) => {
      const response = await client.get(path, 'application/json')
      if (response === null) return null
      const text = new TextDecoder().decode(await readBody(response, 'list of tags'))
      return readTagPage(text, response.headers.get('link') ?? '')
    })
  } catch (error) {
    if (error instanceof CommandError) return []
    throw error
  }
}
