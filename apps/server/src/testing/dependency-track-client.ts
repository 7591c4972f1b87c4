import { setTimeout as sleep } from 'node:timers/promises'
import type { TestMember, TestServer } from './test-server.ts'

// Sends what clients of Dependency-Track send.

export interface Sent {
  status: number
  /** Parsed if it is JSON. */
  body: ReturnType<JSON['parse']>
  headers: Headers
}

export interface DependencyTrackClient {
  key: string
  get(path: string): Promise<Sent>
  send(method: string, path: string, body?: unknown): Promise<Sent>
  form(path: string, parts: Record<string, string | Uint8Array>): Promise<Sent>
  /** Uploads an inventory and waits until it is scanned. Returns the uuid of the version. */
  upload(named: [name: string, version: string], bom: Uint8Array, more?: object): Promise<string>
}

export function dependencyTrackClient(
  { url }: Pick<TestServer, 'url'>,
  member: TestMember,
): DependencyTrackClient {
  const key = member.authorization.replace(/^\w+ /, '')
  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Sent> => {
    const response = await fetch(url + path, {
      method,
      ...init,
      headers: { 'X-Api-Key': key, ...(init.headers as Record<string, string>) },
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      body: isJson && text !== '' ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }
  const send = (method: string, path: string, body?: unknown) =>
    call(method, path, {
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    key,
    get: (path) => call('GET', path),
    send,
    form(path, parts) {
      const form = new FormData()
      for (const [name, part] of Object.entries(parts)) {
        if (typeof part === 'string') form.set(name, part)
        else form.set(name, new Blob([part as Uint8Array<ArrayBuffer>]), 'bom.json')
      }
      return call('POST', path, { body: form })
    },
    async upload([projectName, projectVersion], bom, more = {}) {
      const sent = await send('PUT', '/api/v1/bom', {
        projectName,
        projectVersion,
        autoCreate: true,
        bom: Buffer.from(bom).toString('base64'),
        ...more,
      })
      if (sent.status !== 200) throw new Error(`${sent.status} ${JSON.stringify(sent.body)}`)
      while ((await call('GET', `/api/v1/event/token/${sent.body.token}`)).body.processing) await sleep(20)
      return sent.body.projectUuid as string
    },
  }
}
