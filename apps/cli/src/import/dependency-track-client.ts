import { getFrom } from './other-server.ts'

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

/** Throws CommandError if the server cannot be reached or refuses the key. */
export function connectDependencyTrack({ url, apiKey, pauseMs }: Connection): DependencyTrack {
  const headers = { 'X-Api-Key': apiKey, accept: 'application/json, application/vnd.cyclonedx+json' }
  const server = { url, headers, credential: 'API key', pauseMs }
  const request = (path: string) => getFrom(server, path)
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
