import { parseJson } from '@assay/text/parse-json.ts'
import { listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'

/** A part of a repository's tags, and the tag after which the next part begins; null if there is none. */
export interface TagPage {
  tags: string[]
  next: string | null
}

/** Tags asked for at once, and how often that is done. */
const pageSize = 1_000
const maxPages = 20

/** Path of a page of the list, below the repository. */
const pagePath = (last: string): string =>
  `tags/list?${new URLSearchParams({ n: String(pageSize), ...(last !== '' && { last }) }).toString()}`

/** The tags of a repository. read returns a page; null if the registry has none. */
export async function listTags(read: (path: string) => Promise<TagPage | null>): Promise<string[]> {
  const tags: string[] = []
  for (let page = 0, last = ''; page < maxPages; page++) {
    const found = await read(pagePath(last))
    if (found === null) break
    tags.push(...found.tags)
    if (found.next === null || found.next === last) break
    last = found.next
  }
  return tags
}

/** link: the header of that name. https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-tags */
export function readTagPage(text: string, link: string): TagPage {
  const tags = listOf(recordOf(parseJson(text))['tags'])
    .map(textOf)
    .filter((tag) => tag !== '' && tag.length <= 128)
  const [, address] = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link) ?? []
  const query = address?.slice(address.indexOf('?') + 1) ?? ''
  return { tags, next: new URLSearchParams(query).get('last') }
}
