import { CommandError, exitCodes } from '../exit-codes.ts'
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
  const read = async <Item>(name: string, offset: number) => {
    const path = `/api/v2/${name}/?limit=${pageSize}&offset=${offset}`
    const response = await getFrom(server, path)
    return response === null ? null : ((await response.json().catch(() => null)) as Page<Item> | null)
  }
  if (!Array.isArray((await read('products', 0))?.results))
    throw new CommandError(exitCodes.configuration, `${url} is not a DefectDojo whose products may be read.`)
  return {
    async list<Item>(name: string) {
      const all: Item[] = []
      for (;;) {
        const page = await read<Item>(name, all.length)
        all.push(...(page?.results ?? []))
        if (!page || page.results.length === 0 || all.length >= page.count) return all
      }
    },
  }
}
