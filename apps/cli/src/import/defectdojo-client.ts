import { CommandError, exitCodes } from '../exit-codes.ts'
import { inParallel } from './in-parallel.ts'
import { getFrom } from './other-server.ts'

/** Reads a DefectDojo server. */
export interface DefectDojo {
  /** Every item of a list; none if the token may not read it. */
  list<Item>(name: string): Promise<Item[]>
}

export interface DojoConnection {
  url: string
  apiToken: string
  /** Base of the pause between attempts. */
  pauseMs?: number
}

interface Page<Item> {
  count: number
  results: Item[]
}

const pageSize = 100

/** Throws CommandError if it is no DefectDojo, cannot be reached, or refuses the token. */
export async function connectDefectDojo({ url, apiToken, pauseMs }: DojoConnection): Promise<DefectDojo> {
  const headers = { Authorization: `Token ${apiToken}`, accept: 'application/json' }
  const server = { url, headers, credential: 'API token', pauseMs }
  const read = async <Item>(name: string, offset: number, limit = pageSize) => {
    const path = `/api/v2/${name}/?limit=${limit}&offset=${offset}`
    const response = await getFrom(server, path)
    return response === null ? null : ((await response.json().catch(() => null)) as Page<Item> | null)
  }
  if (!Array.isArray((await read('products', 0))?.results))
    throw new CommandError(exitCodes.configuration, `${url} is not a DefectDojo whose products may be read.`)
  return {
    async list<Item>(name: string) {
      const first = await read<Item>(name, 0)
      if (!first || first.results.length === 0) return []
      const { length } = first.results
      const offsets = Array.from(
        { length: Math.ceil(first.count / length) - 1 },
        (_, at) => (at + 1) * length,
      )
      const pages = await inParallel(offsets, (offset) => read<Item>(name, offset, length))
      return [first, ...pages].flatMap((page) => page?.results ?? [])
    },
  }
}
