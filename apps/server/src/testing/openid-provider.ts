import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const testClient = { id: 'assay', secret: 'a secret of the client' }

/** Changes the claims of the next ID tokens, which are then signed again. */
export type Forge = (claims: Record<string, unknown>) => Record<string, unknown>

export interface TestProvider {
  issuer: string
  /** Claims of the person who logs in next. */
  person: Record<string, unknown> & { sub: string }
  forge: Forge | null
  /** Number of times that it asked for credentials. */
  loginCount: number
  /** Requests are not answered while this promise is pending. */
  hangs: Promise<void> | null
  /** Signs the next ID tokens instead of the published key. */
  signer: KeyObject | null
  /** Replaces the next ID tokens, header and signature included. */
  replace: ((idToken: string) => string) | null
  /** Publishes a new key and signs with it; earlier sessions and codes are lost. */
  rotateKey(): void
  stop(): Promise<void>
}

/** Starts a real OpenID provider, which submits its login form automatically. */
export async function startTestProvider(...redirectUris: string[]): Promise<TestProvider> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: TestProvider = {
    issuer,
    person: { sub: 'nobody' },
    forge: null,
    signer: null,
    replace: null,
    hangs: null,
    loginCount: 0,
    rotateKey: () => void (current = makeProvider(state, redirectUris)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  let current = makeProvider(state, redirectUris)

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    await state.hangs
    if (!request.url!.startsWith('/interaction/')) return current.callback()(request, response)
    state.loginCount++
    const { params } = await current.interactionDetails(request, response)
    const grant = new current.Grant({ accountId: state.person.sub, clientId: params.client_id })
    grant.addOIDCScope(params.scope)
    const result = { login: { accountId: state.person.sub }, consent: { grantId: await grant.save() } }
    return current.interactionFinished(request, response, result)
  }
  return state
}

function makeProvider(state: TestProvider, redirectUris: string[]): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key: JsonWebKey = { ...privateKey.export({ format: 'jwk' }), kid: `key ${Date.now()}`, use: 'sig' }
  const provider = new Provider(state.issuer, {
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: redirectUris,
        post_logout_redirect_uris: redirectUris.map((uri) => `${new URL(uri).origin}/`),
      },
    ],
    jwks: { keys: [{ ...key, alg: 'RS256' }] },
    cookies: { keys: ['a key for cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'role', 'groups'] },
    // Claims must be found in both places: here, those of the profile are only in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    ttl: { Session: 60, Grant: 60, Interaction: 60, RefreshToken: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...state.person }) }),
  })
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.oidc?.route === 'token' && body?.id_token !== undefined && (state.forge ?? state.signer))
      body.id_token = forged(body.id_token, state.forge ?? ((claims) => claims), state.signer ?? privateKey)
    if (context.oidc?.route === 'token' && body?.id_token !== undefined && state.replace)
      body.id_token = state.replace(body.id_token)
  })
  return provider
}

function forged(token: string, forge: Forge, key: KeyObject): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const signed = `${header}.${Buffer.from(JSON.stringify(forge(claims))).toString('base64url')}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
