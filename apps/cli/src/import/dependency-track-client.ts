import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** Reads a Dependency-Track server, version 4 or 5. */
export interface DependencyTrack {
  /** null for 404 and for what the key may not read. */
  get<Body>(path: string): Promise<Body | null>
  /** Every item of a paged list. */
  list<Item>(path: string): AsyncGenerator<Item[]>
  /** The body unchanged; null for 404. */
  bytes(path: string): Promise<Uint8Array | null>
}

export interface Connection {
  url: string
  apiKey: string
  /** Base of the pause between attempts. */
  pauseMs?: number
}

const pageSize = 100
const attempts = 5

/** Servers that are busy or restart are asked again. Throws CommandError if one cannot be reached or refuses the key. */
export function connectDependencyTrack({ url, apiKey, pauseMs = 1000 }: Connection): DependencyTrack {
  const request = async (path: string): Promise<Response | null> => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url + path, {
        headers: { 'X-Api-Key': apiKey, accept: 'application/json, application/vnd.cyclonedx+json' },
      }).catch((error: unknown) => String((error as { cause?: unknown }).cause ?? error))
      if (typeof response !== 'string' && response.ok) return response
      const status = typeof response === 'string' ? 0 : response.status
      if (status === 404 || status === 403) return null
      if (status === 401)
        throw new CommandError(exitCodes.unauthorized, `${url} does not accept the API key.`)
      const isTemporary = status === 0 || status === 429 || status >= 500
      const why = typeof response === 'string' ? response : `status ${status}`
      if (!isTemporary || attempt === attempts)
        throw new CommandError(exitCodes.network, `GET ${url}${path} failed: ${why}`)
      await sleep(pauseMs * 2 ** (attempt - 1))
    }
  }
  const get = async <Body>(path: string) => {
    const response = await request(path)
    return response ? ((await response.json()) as Body) : null
  }
  return {
    get,
    async bytes(path) {
      const response = await request(path)
      return response ? new Uint8Array(await response.arrayBuffer()) : null
    },
    async *list<Item>(path: string) {
      let seen = 0
      for (let page = 1; ; page++) {
        const joint = path.includes('?') ? '&' : '?'
        const response = await request(`${path}${joint}pageNumber=${page}&pageSize=${pageSize}`)
        const items = response ? ((await response.json()) as Item[]) : []
        if (items.length > 0) yield items
        seen += items.length
        const total = Number(response?.headers.get('x-total-count') ?? 0)
        // Some lists ignore the page and give everything at once.
        if (items.length === 0 || items.length > pageSize || seen >= total) return
      }
    },
  }
}

export async function listAll<Item>(from: DependencyTrack, path: string): Promise<Item[]> {
  const all: Item[] = []
  for await (const page of from.list<Item>(path)) all.push(...page)
  return all
}
