import { describe, expect, test } from 'vitest'
import { ecosystems } from '../packages/engine/src/ecosystems.ts'
import { below, inside, lines, product, readImports, type Source, type Sources, users } from './sources.ts'

// What leaves a process, and what it reads from its surroundings.

describe('outgoing traffic', () => {
  const server = inside('apps/server/src')

  /** What a file imports from modules with the name, except types: 'Agent', '*' for all of it. */
  const valuesFrom = (file: Source, name: string) => {
    const isAsked = new RegExp(`^(?:node:)?(?:${name})$`)
    const imported = readImports(file)
      .filter((each) => isAsked.test(each.name) && !each.isType)
      .flatMap(({ values }) => (values.length > 0 ? values : ['*']))
    const loaded = new RegExp(String.raw`\b(?:require|getBuiltinModule)\('(?:node:)?(?:${name})'`, 'g')
    return [...imported, ...(file.text.match(loaded) ?? [])]
  }

  /** Parts of node:net that only process addresses. */
  const addressNames = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'])
  const sendsByNode = (file: Source) =>
    valuesFrom(file, String.raw`net|tls|https?|http2|dgram|dns|dns\/promises|inspector`).some(
      (name) => !addressNames.has(name),
    )
  const globals =
    /\bfetch\(|(?:[=:(,?] *)fetch\b(?!['\w:-])|\bglobalThis\.\w|\bnew (?:WebSocket|WebSocketStream|EventSource|XMLHttpRequest|WebTransport)\b/
  const senders = (files: Sources) =>
    files.filter((file) => sendsByNode(file) || lines([file], globals).length > 0).map(({ path }) => path)

  test('goes through platform/egress, which rejects forbidden targets', () => {
    expect(senders([...server, ...inside('packages/osv')]).toSorted()).toEqual([
      'apps/server/src/platform/egress/egress.ts',
      'apps/server/src/platform/egress/open-socket.ts',
      // The operator's syslog server, mostly within the private network.
      'apps/server/src/platform/egress/syslog.ts',
      'apps/server/src/platform/egress/targets.ts',
    ])
  })

  test.each([
    "import net from 'node:net'",
    "import * as tls from 'tls'",
    "import {\n  BlockList,\n  connect,\n} from 'node:net'",
    "import { type Socket, createConnection } from 'node:net'",
    "import { request } from 'node:https'",
    "import { createSocket } from 'node:dgram'",
    "import { lookup } from 'node:dns/promises'",
    "const { connect } = await import('node:http2')",
    "const net = process.getBuiltinModule('node:net')",
    "const http = require('http')",
    'await fetch(url)',
    'const options = { [customFetch]: fetch }',
    'retry(fetch, url)',
    'const send = globalThis.fetch',
    'new WebSocket(url)',
    'new EventSource(url)',
  ])('is found in %j', (text) => {
    expect(senders([{ path: 'x.ts', text }])).toEqual(['x.ts'])
  })

  test.each([
    "import type { Socket } from 'node:net'",
    "import { BlockList, isIP, type Socket } from 'node:net'",
    "import { pipeline } from 'node:stream/promises'",
    'const { fetchStream } = egress',
  ])('is not found in %j', (text) => {
    expect(senders([{ path: 'x.ts', text }])).toEqual([])
  })

  test('of other clients goes to hosts configured by the operator, or through platform/egress', () => {
    const clients = String.raw`pg|pg-boss|nodemailer|openid-client|ldapts|@simplewebauthn\/server|@node-saml\/node-saml`
    const others = 'undici|axios|got|ws|node-fetch|eventsource'
    const using = server.filter((file) => valuesFrom(file, `${clients}|${others}`).length > 0)
    expect(using.map(({ path }) => path).toSorted()).toEqual(
      [
        // PostgreSQL: of DATABASE_URL, or the embedded one by its socket.
        'apps/server/src/platform/backup/base-backup.ts',
        'apps/server/src/platform/database/database.ts',
        'apps/server/src/platform/database/embedded/database-role.ts',
        'apps/server/src/platform/database/embedded/running-server.ts',
        'apps/server/src/platform/database/listen.ts',
        'apps/server/src/platform/database/pooled-sessions.ts',
        'apps/server/src/platform/database/watch-primary.ts',
        'apps/server/src/platform/database/reach-database.ts',
        'apps/server/src/platform/database/write-schema.ts',
        'apps/server/src/platform/queue/queue.ts',
        // Only uses its errors.
        'apps/server/src/platform/database/outage.ts',
        // The mail server of ASSAY_SMTP_URL, mostly within the private network.
        'apps/server/src/platform/email/mail.ts',
        // OpenID Connect, with the client created by provider.ts.
        'apps/server/src/identity/sso/oidc/check-oidc.ts',
        'apps/server/src/identity/sso/oidc/flow.ts',
        'apps/server/src/identity/sso/oidc/provider.ts',
        'apps/server/src/identity/sso/oidc/tokens.ts',
        // LDAP, over the sockets of platform/egress/open-socket.ts.
        'apps/server/src/identity/sso/ldap/check-directory.ts',
        'apps/server/src/identity/sso/ldap/connection.ts',
        'apps/server/src/identity/sso/ldap/person.ts',
        // Only verifies what browsers send.
        'apps/server/src/identity/sso/saml/provider.ts',
        'apps/server/src/identity/sso/saml/verify-response.ts',
        // Would fetch addresses in certificates, which read-attestation.ts removes.
        'apps/server/src/identity/passkeys/verify.ts',
      ].toSorted(),
    )
  })

  test('to identity providers goes through platform/egress: only provider.ts creates their clients', () => {
    const using = server.filter((file) => valuesFrom(file, 'openid-client').length > 0)
    expect(users(using, /\bdiscovery\(|\bnew Configuration\(|\b\w+Discovery\w*\(/)).toEqual([
      'apps/server/src/identity/sso/oidc/provider.ts',
    ])
    expect(lines(using, /\[customFetch\]/)).toEqual([
      'apps/server/src/identity/sso/oidc/provider.ts: [customFetch]: call,',
    ])
  })

  test('to directories goes through platform/egress: only connection.ts creates their clients', () => {
    const using = server.filter((file) => valuesFrom(file, 'ldapts').length > 0)
    expect(lines(using, /\bnew Client\(/)).toEqual([
      "apps/server/src/identity/sso/ldap/connection.ts: return new Client({ url: 'ldap://directory', timeout: answerMs, createConnection })",
    ])
  })

  test('goes to private addresses only as the operator allows, never by decision of a caller', () => {
    expect(users(server, /\ballowsPrivate\b/).toSorted()).toEqual([
      'apps/server/src/platform/egress/egress.ts',
      'apps/server/src/platform/egress/targets.ts',
    ])
    expect(users(server, /\ballowsPrivateNetworks\b/).toSorted()).toEqual(
      [
        'apps/server/src/config.ts',
        // Reads the setting: only a provider within a private network may lack TLS.
        'apps/server/src/identity/sso/oidc/provider.ts',
        // The same for keys of a proxy.
        'apps/server/src/identity/sso/header/read-token.ts',
        'apps/server/src/platform/egress/egress.ts',
      ].toSorted(),
    )
  })

  test('does not go through other programs', () => {
    const starting = server.filter((file) => valuesFrom(file, 'child_process|cluster').length > 0)
    expect(starting.map(({ path }) => path).toSorted()).toEqual([
      // ps, and the programs of the embedded PostgreSQL.
      'apps/server/src/platform/database/embedded/process-state.ts',
      'apps/server/src/platform/database/embedded/run-program.ts',
      // Readers of large documents, which run this code.
      'apps/server/src/platform/worker-threads/isolate.ts',
    ])
  })
})

describe('in the server', () => {
  const server = inside('apps/server/src')

  test('integrations send requests through callService, which pauses for busy services', () => {
    const integrations = below('apps/server/src/integrations', server)
    const request = /\b(?:exchange(?:Stream)?|fetch(?:ToFile|Stream))\b/
    expect(users(integrations, request)).toEqual(['apps/server/src/integrations/core/call-service.ts'])
  })

  test("emitters of 'error' events have a listener: an unhandled event ends the process", () => {
    const emitters =
      /\bnew (?:pg\.)?(?:Client|Pool|Piscina|Worker)\(|\b(?:spawn|fork|createServer|createConnection|createTransport|create(?:Read|Write)Stream)\(/
    // Errors of streams passed to pipeline() reject its promise.
    const isPiped = (line: string) => line.includes('pipeline(')
    const unheard = [...server, ...inside('packages/osv')].filter(
      (file) =>
        lines([file], emitters).some((line) => !isPiped(line)) && !/\.(?:on|once)\('error'/.test(file.text),
    )
    expect(unheard.map(({ path }) => path).toSorted()).toEqual(
      [
        // guard-pool.ts listens to the pool and to each of its connections.
        'apps/server/src/platform/database/database.ts',
        // Without a pool, errors reject the promise of each email.
        'apps/server/src/platform/email/mail.ts',
      ].toSorted(),
    )
  })

  test('settings are read in config.ts, from the environment that program.ts passes', () => {
    expect(users(server, /\bprocess\.env\b/).toSorted()).toEqual(
      [
        // The embedded database's programs get an environment without PG… variables.
        'apps/server/src/platform/database/embedded/run-program.ts',
        'apps/server/src/program.ts',
      ].toSorted(),
    )
  })
})

describe('outside of the server', () => {
  test('calls are made by the SDK; web and CLI only wrap its fetch', () => {
    const rest = [...inside('packages/sdk'), ...inside('apps/web'), ...inside('apps/cli')]
    expect(
      users(rest, /\bfetch\(|globalThis\.fetch|'node:https?'|XMLHttpRequest|'undici'/).toSorted(),
    ).toEqual([
      // Turns a failed connection into a message.
      'apps/cli/src/api.ts',
      // Another product's server, which an import reads.
      'apps/cli/src/import/other-server.ts',
      // The archives of a mirror, without a server.
      'apps/cli/src/offline/download.ts',
      // Makes every call by way of the proxies of the environment.
      'apps/cli/src/program.ts',
      // Images of a registry, without a server.
      'apps/cli/src/registry/registry-client.ts',
      'apps/cli/src/resolve/fetch-document.ts',
      // Renews an expired access token and repeats the call.
      'apps/web/src/api/initial-api.ts',
      // The page itself, to see whether another version was deployed.
      'apps/web/src/api/outage.ts',
      'packages/sdk/src/create-client.ts',
    ])
  })

  test('the command line reads its environment in settings.ts, as passed by main.js', () => {
    const rest = [...inside('packages'), ...inside('apps/web'), ...inside('apps/cli')]
    expect(users(rest, /\bprocess\.env\b/)).toEqual([
      // npm run dev tells Vite where the API is.
      'apps/web/vite.config.ts',
    ])
  })
})

test('only the ecosystems name the hosts of public registries: what is requested is a setting', () => {
  const isEcosystem = (path: string) => /^packages\/engine\/src\/ecosystems\/[\w-]+\/index\.ts$/.test(path)
  // 'crates.io' is also the name of the ecosystem.
  const hosts = ecosystems.flatMap(({ registryHosts = [], osvName }) =>
    registryHosts.filter((host) => host !== osvName),
  )
  expect(hosts.length).toBeGreaterThan(15)
  const named = product
    .filter(({ path }) => !isEcosystem(path))
    // Not as the end of a longer name, such as the archive 'crates.io/all.zip' of a feed.
    .filter(({ text }) => hosts.some((host) => text.includes(`//${host}`) || text.includes(`'${host}'`)))
    .map(({ path }) => path)
  expect(named).toEqual([
    // A license by its address there.
    'packages/engine/src/licenses/declared.ts',
  ])
})
