import { DatadogSettings } from '#integrations/datadog/settings.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { join } from 'node:path'
import { type Configuration, fetchUserInfo, refreshTokenGrant, skipSubjectCheck } from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import type { OutgoingEvent } from '#accounts/audit/outgoing-store.ts'
import { destinationsOf } from '#accounts/audit/ship-audit-events-job.ts'
import { chat } from '#assistant/model/chat.ts'
import { pingModel } from '#assistant/model/check-service.ts'
import { isLeaked } from './auth/passwords/leaked-passwords.ts'
import { type Config, readConfig } from '#config.ts'
import { LdapSettings } from '@assay/contract/sso.ts'
import { readToken } from '#identity/sso/header/read-token.ts'
import { checkDirectory } from '#identity/sso/ldap/check-directory.ts'
import { checkOidc } from '#identity/sso/oidc/check-oidc.ts'
import { discover, discoverTogether, readKeys } from '#identity/sso/oidc/provider.ts'
import type { OidcSettings } from '#identity/sso/settings.ts'
import * as datadog from '#integrations/datadog/client.ts'
import * as datatrails from '#integrations/datatrails/client.ts'
import * as jira from '#integrations/jira/client.ts'
import { findDefaultBranch, readRepository } from '#integrations/repositories/files/read-repository.ts'
import * as repositories from '#integrations/repositories/connection/client.ts'
import { callForFile, callService } from '#integrations/core/call-service.ts'
import { readFeedFile } from '#knowledge/advisories/feeds/feed-file.ts'
import { sourceFiles } from '#knowledge/advisories/sync/source-files.ts'
import { checkRegistry } from '#knowledge/registry-setup/check-registry.ts'
import { getFrom } from '#knowledge/releases/registry-http.ts'
import { fetchReleases } from '#knowledge/releases/fetch-releases.ts'
import { postMessage } from '#notifications/deliveries/attempt.ts'
import { testMessage } from '#notifications/deliveries/queue-test.ts'
import { postedChannels } from '#notifications/channels/channels.ts'
import { listRooms } from '#notifications/slack-setup/list-rooms.ts'
import { openTracing } from '#operations/traces/open-tracing.ts'
import { startSpan } from '#platform/traces/tracing.ts'
import { checkNetwork } from '#operations/site/check-network.ts'
import { type EgressConfig, egressOf } from '#platform/egress/egress.ts'
import { openDestination } from '#platform/backup/backup.ts'
import { openVault, type Vault } from '#platform/secrets/vault.ts'
import { findDigest } from '#scanning/images/fetch-image.ts'
import { openSms } from '#platform/sms/sms.ts'
import { type ConnectionAttempts, watchConnections } from '#testing/connection-attempts.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { startNameServer, type TestNameServer } from '#testing/name-server.ts'
import { offlineSettings } from '#testing/offline-settings.ts'

/** Sends requests to the host, which the name server finds at a private address. */
type Caller = (to: { config: Config; host: string; settings: Settings }) => Promise<unknown>
type Settings = (more: Record<string, string>) => Config

const repository = (service: 'github' | 'gitlab', { config, host }: { config: Config; host: string }) => ({
  connection: { service, url: `http://${host}`, token: 'x', config },
  repository: 'owner/name',
  folder: '',
})
const model = (host: string) => ({
  url: `http://${host}`,
  model: 'm',
  key: '',
  dailyTokens: 1000,
  contextTokens: 1000,
})
const post =
  (kind: string, token?: string): Caller =>
  ({ config, host }) =>
    postMessage(
      {
        uuid: randomUUID(),
        kind,
        secret: {
          address: `http://${host}/hook`,
          keys: [],
          ...(token !== undefined && { token, room: 'C1' }),
        },
        message: testMessage(),
        language: 'en',
        origin: 'http://assay.test',
      },
      egressOf(config, 'notification'),
    )
const everything = async (files: AsyncIterable<unknown>) => {
  for await (const _ of files);
}
const releasesFrom: (url: (host: string) => Record<string, string>) => Caller =
  (url) =>
  async ({ settings, host }) => {
    await sql`delete from package_releases`.execute(database.db)
    await sql`delete from release_source`.execute(database.db)
    await sql`insert into package_releases (ecosystem, package_name, next_check_at)
      values ('npm', 'left-pad', now() - interval '1 minute')`.execute(database.db)
    const config = settings({ ASSAY_RELEASES: 'true', ...url(host) })
    return fetchReleases({ db: database.db, vault, config }, { budgetMs: 20_000 })
  }

const auditEvent: OutgoingEvent = {
  account_uuid: null,
  sequence: null,
  at: '2026-01-01T00:00:00Z',
  member_uuid: null,
  member_email: '',
  credential: '',
  address: '',
  agent: '',
  action: 'projects.create',
  target: {},
  before: null,
  after: null,
}

const signedBy = {
  header: 'x-token',
  issuer: 'https://proxy.example.org',
  audience: 'assay',
  groups: 'groups',
}

const directoryAt = (url: string) => ({
  ...LdapSettings.parse({ name: 'x', urls: [url], baseDn: 'dc=x' }),
  accountUuid: null,
  bindPassword: undefined,
})

/** By file that sends the requests. */
const callers: Record<string, Record<string, Caller>> = {
  'accounts/audit/ship-audit-events-job.ts': {
    'audit events': ({ settings, host }) => {
      const send = destinationsOf(settings({ ASSAY_AUDIT_WEBHOOK: `http://${host}/events` })).get('webhook')
      return send!([auditEvent])
    },
  },
  'assistant/model/chat.ts': {
    'the language model': ({ config, host }) =>
      chat(config, model(host), {
        messages: [{ role: 'user', content: 'x' }],
        tools: [],
        maxTokens: 10,
        signal: new AbortController().signal,
        onText: () => undefined,
      }),
  },
  'assistant/model/check-service.ts': {
    'the check of the language model': ({ config, host }) => pingModel(config, model(host)),
  },
  'auth/passwords/leaked-passwords.ts': {
    'leaked passwords': ({ settings, host }) => {
      const config = settings({ ASSAY_LEAKED_PASSWORDS_URL: `http://${host}` })
      return isLeaked({ config, log: { warn: () => undefined } }, 'a password')
    },
  },
  'identity/sso/header/read-token.ts': {
    "the keys of a proxy that signs people's names": ({ config, host }) =>
      readToken('x', { ...signedBy, keys: `https://${host}/keys` }, config),
  },
  'identity/sso/ldap/connection.ts': {
    'an LDAP directory': ({ config, host }) => checkDirectory(directoryAt(`ldaps://${host}`), config),
    'an LDAP directory, before TLS': ({ config, host }) =>
      checkDirectory(directoryAt(`ldap://${host}`), config),
  },
  'identity/sso/oidc/provider.ts': {
    'OpenID Connect discovery': ({ config, host }) => discover(providerAt(host, config), config),
    'OpenID Connect discovery for a login': ({ config, host }) =>
      discoverTogether(providerAt(host, config), config),
    'the check of a provider': ({ config, host }) => checkOidc(providerAt(host, config), config),
  },
  'integrations/core/call-service.ts': {
    Datadog: ({ config, host }) => {
      const settings = DatadogSettings.parse({ apiKey: 'x', address: `http://${host}` })
      return datadog.validateKey(config, settings)
    },
    DataTrails: ({ config, host }) =>
      datatrails.fetchToken({ config, url: `http://${host}`, clientId: 'x', clientSecret: 'x' }),
    'Jira Cloud': ({ config, host }) =>
      jira.findMyself({ config, deployment: 'cloud', url: `http://${host}`, email: 'x', apiToken: 'x' }),
    'Jira Data Center': ({ config, host }) =>
      jira.findMyself({ config, deployment: 'dataCenter', url: `http://${host}`, email: '', apiToken: 'x' }),
    'issues on GitHub': (to) => repositories.findMyself(repository('github', to).connection),
    'issues on GitLab': (to) => repositories.findMyself(repository('gitlab', to).connection),
    'repositories on GitHub': (to) => readRepository(repository('github', to), 'main'),
    'repositories on GitLab': (to) => findDefaultBranch(repository('gitlab', to)),
    'any service': ({ config, host }) => callService(config, { method: 'GET', url: `http://${host}` }),
    'a file of any service': ({ config, host }) =>
      callForFile(config, { method: 'GET', url: `http://${host}`, use: 'repository' }),
  },
  'knowledge/advisories/feeds/feed-file.ts': {
    'a feed of advisories': ({ config, host }) =>
      readFeedFile(config, { location: `http://${host}/all.zip`, etag: null }, async () => null),
  },
  'knowledge/advisories/sync/source-files.ts': {
    'advisories from an address': ({ config, host }) =>
      everything(
        sourceFiles({ db: database.db, config }, { kind: 'address', from: `http://${host}/all.zip` }),
      ),
  },
  'knowledge/releases/registry-http.ts': {
    'the check of a registry': ({ config, host }) =>
      checkRegistry(
        { config },
        { ecosystem: 'npm', url: `http://${host}`, authorization: undefined, name: 'left-pad' },
      ),
    'releases from a registry': releasesFrom((host) => ({
      ASSAY_DEPS_DEV_URL: 'off',
      ASSAY_REGISTRIES: `npm=http://${host}`,
    })),
    'releases from deps.dev': releasesFrom((host) => ({ ASSAY_DEPS_DEV_URL: `http://${host}` })),
  },
  'scanning/images/registry-client.ts': {
    'an image in a registry': ({ config, host }) =>
      findDigest(
        { reference: { host, repository: 'app', tag: '1.0', digest: '' }, platform: null, login: null },
        config,
      ),
  },
  'notifications/deliveries/attempt.ts': Object.fromEntries(
    Object.keys(postedChannels).map((kind) => [
      `a channel of ${kind}`,
      post(kind, kind === 'slackApp' ? 'x' : undefined),
    ]),
  ),
  'notifications/slack-setup/list-rooms.ts': {
    'the channels of Slack': ({ config, host }) =>
      listRooms(config, { token: 'x', address: `http://${host}` }),
  },
  'operations/site/check-network.ts': {
    'the check of the network': ({ settings, host }) =>
      checkNetwork({ config: settings({ ASSAY_KEV_URL: `http://${host}/kev.json` }), mail: null }),
  },
  'operations/traces/open-tracing.ts': {
    'the collector of traces': async ({ settings, host }) => {
      const config = settings({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${host}` })
      const tracing = openTracing(config, { warn: () => undefined })!
      startSpan({ name: 'x', kind: 'server' })?.end({})
      await tracing.stop()
    },
  },
  'platform/backup/s3-destination.ts': {
    'object storage': ({ settings, host }) => {
      const credentials = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' }
      const config = settings(Object.assign(credentials, { ASSAY_S3_ENDPOINT: `http://${host}` }))
      return openDestination(config, 's3://bucket/x').list('')
    },
  },
  'platform/sms/sms.ts': {
    'the SMS gateway': ({ settings, host }) =>
      openSms({ config: settings({ ASSAY_SMS_URL: `http://${host}` }) })!.send('+441234567890', 'x'),
  },
}

/** Plain HTTP is only allowed in private networks. */
const providerAt = (host: string, { allowsPrivateNetworks }: EgressConfig): OidcSettings => ({
  accountUuid: null,
  roleNames: {},
  teamNames: {},
  issuer: `${allowsPrivateNetworks === false ? 'https' : 'http'}://${host}`,
  clientId: 'x',
  clientSecret: 'x',
  name: 'x',
  scopes: 'openid',
  roleClaim: undefined,
  teamsClaim: undefined,
})

let vault: Vault
let service: Server
let port: number
/** Responses of the service; otherwise 404. */
const handlers = new Map<string, RequestListener>()
let names: TestNameServer
let attempts: ConnectionAttempts

const database = forAllTests(freshDatabase)
beforeAll(async () => {
  vault = await openVault({ secretKey: 'x'.repeat(32), dataFolder: '' })
  names = await startNameServer()
  service = createServer((request, response) => {
    const handler = handlers.get(request.url!)
    if (handler) handler(request, response)
    else response.writeHead(404).end('{}')
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  ;({ port } = service.address() as AddressInfo)
  attempts = watchConnections()
})
beforeEach(() => {
  names.queries.length = 0
  attempts.addresses.length = 0
})
afterAll(async () => {
  attempts.stop()
  service.closeAllConnections()
  service.close()
  await names.stop()
})

const settingsWith =
  (settings: Record<string, string>): Settings =>
  (more) =>
    readConfig({ ...offlineSettings, ASSAY_DNS_SERVER: names.address, ...settings, ...more })

/** Except connections to the database. */
const sent = () => attempts.addresses.filter((each) => each.endsWith(`:${port}`))

const rows = Object.values(callers).flatMap((each) => Object.entries(each))

describe('a host name that resolves to a private address', () => {
  const call = async (caller: Caller, name: string, own: Record<string, string>) => {
    const settings = settingsWith(own)
    await caller({ config: settings({}), host: `${name}:${port}`, settings }).catch(() => undefined)
    expect(names.queries).toContain(`A ${name}`)
  }

  test.each(rows)('receives nothing from %s', async (_, caller) => {
    names.addresses.set('inside.test', [['127.0.0.1', '10.0.0.1']])
    names.addresses6.set('inside.test', [['0:0:0:0:0:ffff:7f00:1', 'fd00:0:0:0:0:0:0:1']])
    await call(caller, 'inside.test', {})
    expect(sent()).toEqual([])
  })

  test.each(rows)('receives requests from %s if the operator allows private networks', async (_, caller) => {
    names.addresses.set('allowed.test', [['127.0.0.1']])
    await call(caller, 'allowed.test', { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' })
    expect(sent()).toContain(`127.0.0.1:${port}`)
  })

  test('is tried with every file that sends requests', () => {
    const root = import.meta.dirname
    const sends =
      /import \{[^}]*\b(?:exchange(?:Stream)?|fetch(?:ToFile|Stream)|openPlain|openSecure)\b[^}]*\} from '#platform\/egress\//
    const senders = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
      .filter((path) => sends.test(readFileSync(join(root, path), 'utf8')))
    expect(senders.toSorted()).toEqual(Object.keys(callers).toSorted())
  })
})

describe('a public service that names a private host', () => {
  // 127.0.0.1 stands for the public host, and 10.0.0.1 for the private one.
  const config = (): EgressConfig => {
    const allowsPrivateNetworks = new BlockList()
    allowsPrivateNetworks.addAddress('127.0.0.1')
    return { allowsPrivateNetworks, nameServer: names.address }
  }
  const json =
    (body: unknown): RequestListener =>
    (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const inside = () => `http://hidden.test:${port}`

  beforeEach(() => {
    names.addresses.set('public.test', [['127.0.0.1']])
    names.addresses.set('hidden.test', [['10.0.0.1']])
    handlers.clear()
  })

  const issuer = () => `http://public.test:${port}`
  const document = (fields: object) => json({ issuer: issuer(), authorization_endpoint: issuer(), ...fields })

  const uses: Record<string, { names: () => object; use: (provider: Configuration) => Promise<unknown> }> = {
    'its keys': {
      names: () => ({ jwks_uri: `${inside()}/keys` }),
      use: (provider) => readKeys(provider, config()),
    },
    'its keys, for a signature': {
      names: () => ({ token_endpoint: `${issuer()}/token`, jwks_uri: `${inside()}/keys` }),
      use: (provider) => refreshTokenGrant(provider, 'x'),
    },
    'its tokens': {
      names: () => ({ token_endpoint: `${inside()}/token` }),
      use: (provider) => refreshTokenGrant(provider, 'x'),
    },
    'its claims': {
      names: () => ({ userinfo_endpoint: `${inside()}/claims` }),
      use: (provider) => fetchUserInfo(provider, 'x', skipSubjectCheck),
    },
  }

  test.each(Object.keys(uses))('for %s is not reached through an identity provider', async (what) => {
    const { names: named, use } = uses[what]!
    handlers.set('/.well-known/openid-configuration', document(named()))
    const claims = { iss: issuer(), sub: 'x', aud: 'x', exp: 4_000_000_000, iat: 1_700_000_000 }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const idToken = `${part({ alg: 'RS256', kid: '1' })}.${part(claims)}.${'A'.repeat(342)}`
    handlers.set('/token', json({ access_token: 'x', token_type: 'Bearer', id_token: idToken }))
    const provider = await discover(providerAt(`public.test:${port}`, config()), config())
    await expect(use(provider)).rejects.toThrow()
    expect(names.queries).toContain('A hidden.test')
    expect(new Set(sent())).toEqual(new Set([`127.0.0.1:${port}`]))
  })

  const redirecting: Record<string, { path: string; use: () => Promise<unknown> }> = {
    'a feed': {
      path: '/feed.json',
      use: () => readFeedFile(config(), { location: `${issuer()}/feed.json`, etag: null }, async () => null),
    },
    'a registry': {
      path: '/left-pad',
      use: () => {
        const get = getFrom(
          { baseUrl: issuer() },
          {
            egress: egressOf(config(), 'registry'),
            turn: async () => undefined,
            validators: { etag: null, lastModified: null },
          },
        )
        return get('/left-pad')
      },
    },
  }

  test.each(Object.keys(redirecting))('by a redirect of %s is not reached', async (what) => {
    const { path, use } = redirecting[what]!
    handlers.set(path, (_request, response) => response.writeHead(302, { location: `${inside()}/x` }).end())
    await expect(use()).rejects.toThrow('private address')
    expect(names.queries).toContain('A hidden.test')
    expect(sent()).toEqual([`127.0.0.1:${port}`])
  })

  test('by a redirect of a service is not resolved', async () => {
    handlers.set('/', (_request, response) => response.writeHead(307, { location: `${inside()}/x` }).end())
    expect(await callService(config(), { method: 'POST', url: issuer(), json: {} })).toMatchObject({
      status: 307,
    })
    expect(names.queries).not.toContain('A hidden.test')
    expect(sent()).toEqual([`127.0.0.1:${port}`])
  })
})
