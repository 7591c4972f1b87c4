import type { TestServer } from './test-server.ts'

interface RequestOptions {
  method?: string
  authorization?: string
  /** Sent as JSON. */
  body?: object
  signal?: AbortSignal
}

/** A minimal browser: stores cookies by host and follows redirects one by one. */
export class TestBrowser {
  readonly #server: Pick<TestServer, 'url'>
  readonly #publicUrl: string
  readonly #cookies = new Map<string, string>()

  constructor(server: Pick<TestServer, 'url'>, publicUrl: string) {
    this.#server = server
    this.#publicUrl = publicUrl
  }

  /** Another browser with the same cookies. */
  copy(): TestBrowser {
    const copy = new TestBrowser(this.#server, this.#publicUrl)
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value)
    return copy
  }

  /** Ends the session at the provider. */
  clearProviderCookies(): void {
    for (const name of this.#cookies.keys()) if (name.startsWith('provider ')) this.#cookies.delete(name)
  }

  /** Sends one request without following redirects. The public URL is mapped to the test server. */
  async get(
    url: string,
    { method = 'GET', authorization, body: sent, signal }: RequestOptions = {},
  ): Promise<{ status: number; location: string; body: string }> {
    const target = new URL(url, this.#publicUrl)
    const isOurs = target.origin === this.#publicUrl
    const host = isOurs ? 'assay' : 'provider'
    const own = [...this.#cookies].filter(([name]) => name.startsWith(`${host} `))
    const response = await fetch(isOurs ? this.#server.url + target.pathname + target.search : target, {
      method,
      redirect: 'manual',
      ...(signal && { signal }),
      ...(sent && { body: JSON.stringify(sent) }),
      headers: {
        cookie: own.map(([name, value]) => `${name.slice(host.length + 1)}=${value}`).join('; '),
        ...(authorization !== undefined && { authorization }),
        ...(sent && { 'content-type': 'application/json' }),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(`${host} ${name}`)
      else this.#cookies.set(`${host} ${name}`, value)
    }
    const location = response.headers.get('location')
    const body = await response.text()
    return { status: response.status, location: location ? new URL(location, target).href : '', body }
  }

  /** Follows redirects through the provider until the callback URL, which is returned. */
  async leave(path = '/api/v1/sso/oidc/start'): Promise<string> {
    return this.#follow((await this.get(path)).location)
  }

  /** The same for a call that returns the provider's URL. */
  async leaveByPost(path: string, options: RequestOptions): Promise<string> {
    const { body } = await this.get(path, { method: 'POST', ...options })
    return this.#follow((JSON.parse(body) as { url: string }).url)
  }

  async #follow(start: string): Promise<string> {
    let location = start
    for (let steps = 0; steps < 10 && !location.startsWith(this.#publicUrl); steps++) {
      ;({ location } = await this.get(location))
    }
    return location
  }

  /** The whole login; returns the access token, or the error shown on the page. */
  async logIn(path?: string): Promise<{ token: string | null; error: string | null }> {
    const { location } = await this.get(await this.leave(path))
    const error = new URL(location).searchParams.get('login')
    return { error, token: error === null ? await this.refresh() : null }
  }

  async refresh(signal?: AbortSignal): Promise<string | null> {
    const options = { method: 'POST', ...(signal && { signal }) }
    const { status, body } = await this.get('/api/v1/credentials/refresh', options)
    return status === 200 ? (JSON.parse(body) as { token: string }).token : null
  }
}
