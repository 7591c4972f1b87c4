import { Client, type Entry, type Filter, ResultCodeError } from 'ldapts'
import type { Socket } from 'node:net'
import { type Egress, type EgressConfig, egressOf } from '#platform/egress/egress.ts'
import { openPlain, openSecure, type Remote, upgrade } from '#platform/egress/open-socket.ts'
import { Problem } from '#platform/http/problem.ts'
import { unreachable } from '#identity/sso/oidc/provider.ts'
import type { LdapSettings } from '#identity/sso/settings.ts'

/** A connection as the service user. */
export interface Directory {
  search(search: Search): Promise<Entry[]>
  /** Whether the password is that of the entry: never an empty one, with which a bind succeeds for anybody. */
  isPassword(dn: string, password: string): Promise<boolean>
}

interface Search {
  baseDn: string
  filter: Filter | string
  attributes: string[]
  /** Attributes whose values are bytes. */
  binary?: string[]
  /** Entries after which the directory may stop; otherwise, all are read in pages. */
  atMost?: number
}

const pageSize = 200
const searchSeconds = 5
const answerMs = 6000
/** How long a server that could not be reached is asked last. */
const deadMs = 30_000
const deadUntil = new Map<string, number>()

/** Throws Problem 502 if none of the servers can be used. Continuation references are never followed. */
export async function withDirectory<T>(
  settings: LdapSettings,
  config: EgressConfig,
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  const socket = await openFirst(settings, egressOf(config, 'identityProvider'))
  const client = clientOver(socket)
  try {
    await bindService(client, settings)
    return await work(directoryOf(client, settings))
  } catch (error) {
    throw error instanceof Problem ? error : unreachable(error)
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

/** The first server that answers. Those that did not recently are asked last. */
async function openFirst(settings: LdapSettings, egress: Egress): Promise<Socket> {
  const until = Date.now() + egress.timeoutMs
  const isDead = (url: string) => (deadUntil.get(url) ?? 0) > Date.now()
  let failure: unknown
  for (const url of settings.urls.toSorted((a, b) => Number(isDead(a)) - Number(isDead(b)))) {
    const timeoutMs = until - Date.now()
    if (timeoutMs <= 0) break
    try {
      const socket = await open(new URL(url), settings, { ...egress, timeoutMs })
      deadUntil.delete(url)
      return socket
    } catch (error) {
      noteDead(url)
      failure = error
    }
  }
  throw unreachable(failure)
}

function noteDead(url: string): void {
  const now = Date.now()
  for (const [each, until] of deadUntil) if (until < now) deadUntil.delete(each)
  deadUntil.set(url, now + deadMs)
}

const startTls = '1.3.6.1.4.1.1466.20037'

/** Always with TLS: ldap starts it before anything else. RFC 4511, 4.14. */
async function open(url: URL, { certificate }: LdapSettings, egress: Egress): Promise<Socket> {
  const isSecure = url.protocol === 'ldaps:'
  const port = url.port === '' ? (isSecure ? 636 : 389) : Number(url.port)
  const remote: Remote = { url, port, authorities: certificate || undefined }
  if (isSecure) return openSecure(remote, egress)
  const plain = await openPlain(remote, egress)
  try {
    // With a client of its own: what came unencrypted is not read as an answer to what is asked later.
    await clientOver(plain).exop(startTls)
    return await upgrade(plain, remote, egress)
  } catch (error) {
    plain.on('error', () => undefined).destroy()
    throw error
  }
}

/** The library would reconnect by itself, and without TLS. */
function clientOver(socket: Socket): Client {
  let isUsed = false
  const createConnection = () => {
    if (isUsed) throw new Error('The connection to the directory was lost')
    isUsed = true
    return socket
  }
  return new Client({ url: 'ldap://directory', timeout: answerMs, createConnection })
}

/** A simple bind without a name or a password succeeds as nobody: RFC 4513, 5.1.2. */
async function bindService(client: Client, { bindDn, bindPassword }: LdapSettings): Promise<void> {
  if (bindDn === '' || bindPassword === undefined || bindPassword === '') await client.bind('', '')
  else await client.bind(bindDn, bindPassword)
}

/** Answers to a bind that refuse it: the entry has no such password, or may not log in now. RFC 4511, appendix A. */
const refusals: ReadonlySet<number> = new Set([
  19, // constraintViolation: locked
  32, // noSuchObject
  34, // invalidDNSyntax
  48, // inappropriateAuthentication: it has no password
  49, // invalidCredentials
  50, // insufficientAccessRights
  53, // unwillingToPerform: disabled or expired
])

const directoryOf = (client: Client, settings: LdapSettings): Directory => ({
  async search({ baseDn, atMost, binary = [], ...search }) {
    const { searchEntries } = await client.search(baseDn, {
      ...search,
      scope: 'sub',
      derefAliases: 'never',
      explicitBufferAttributes: binary,
      timeLimit: searchSeconds,
      ...(atMost === undefined ? { paged: { pageSize } } : { sizeLimit: atMost }),
    })
    return searchEntries
  },
  async isPassword(dn, password) {
    if (dn === '' || password === '') return false
    try {
      await client.bind(dn, password)
    } catch (error) {
      if (error instanceof ResultCodeError && refusals.has(error.code)) return false
      throw error
    }
    await bindService(client, settings)
    return true
  },
})
