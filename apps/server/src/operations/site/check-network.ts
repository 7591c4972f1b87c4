import type { NetworkCheck } from '@assay/contract/site.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import type { Config } from '#config.ts'
import type { AppContext } from '#context.ts'
import type { Mail } from '#platform/email/mail.ts'
import { egressOf, exchange } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { isWebAddress } from '#knowledge/advisories/feeds/feeds.ts'

type Context = Pick<AppContext, 'config' | 'mail'>

interface OutsideService {
  id: string
  name: string
  address: string
  /** Resolves with the HTTP status, or null for other protocols. Throws if unreachable. */
  tryIt(): Promise<number | null>
}

/** Checks all of them concurrently. */
export const checkNetwork = (context: Context): Promise<NetworkCheck[]> =>
  Promise.all(listServices(context).map(tryService))

async function tryService({ id, name, address, tryIt }: OutsideService): Promise<NetworkCheck> {
  const described = { id, name, address: withoutCredentials(address) }
  const from = performance.now()
  try {
    const status = await tryIt()
    const latencyMs = Math.round(performance.now() - from)
    return { ...described, isReachable: true, status, latencyMs, reason: null }
  } catch (error) {
    const reason = error instanceof Problem ? error.message : reasonOf(error)
    return { ...described, isReachable: false, status: null, latencyMs: null, reason }
  }
}

/** The first line of a mail server's error, which never contains a password. */
const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message.split('\n', 1)[0]!.slice(0, 300) : 'It cannot be reached'

function listServices({ config, mail }: Context): OutsideService[] {
  const targets = [...listAddresses(config), ...listRegistries(config.releases)]
  const web = targets.map((service) => ({ ...service, tryIt: () => ask(config, service.address) }))
  if (mail === null || config.mail === undefined) return web
  const address = new URL(config.mail.url).host
  return [...web, { id: 'mail', name: 'Mail server', address, tryIt: () => logIn(mail) }]
}

/** Connects without sending a message. A mail server has no HTTP status. */
async function logIn(mail: Mail): Promise<null> {
  await mail.check()
  return null
}

/** Any response means the service is reachable. Nothing is downloaded. */
async function ask(config: Config, address: string): Promise<number> {
  const outgoing = { method: 'HEAD', headers: { 'user-agent': 'Assay' }, body: undefined }
  const { status } = await exchange(address, outgoing, egressOf(config, 'networkCheck'))
  return status
}

type Target = Omit<OutsideService, 'tryIt'>

/** Configured services. Local files are skipped, and SAML providers are only reached by browsers. */
function listAddresses(config: Config): Target[] {
  const { feeds, releases, leakedPasswordsUrl, sms, oidc } = config
  const issuer = oidc?.issuer.replace(/\/+$/, '')
  const addresses: [id: string, name: string, address: string | undefined][] = [
    ['advisories', 'Advisories (OSV)', feeds.advisories],
    ['kev', 'CISA KEV', feeds.kev],
    ['eu-kev', 'EU KEV', feeds.euKev],
    ['epss', 'EPSS', feeds.epss],
    ['end-of-life', 'endoflife.date', feeds.endOfLife],
    ['deps-dev', 'deps.dev', releases?.depsDevUrl],
    ['leaked-passwords', 'Leaked passwords', leakedPasswordsUrl],
    ['sms', 'SMS gateway', sms?.url],
    ['oidc', 'OpenID Connect', issuer && `${issuer}/.well-known/openid-configuration`],
  ]
  return addresses.flatMap(([id, name, address]) =>
    address !== undefined && isWebAddress(address) ? [{ id, name, address }] : [],
  )
}

const listRegistries = (releases: Config['releases']): Target[] =>
  (releases?.registries ?? []).map(({ ecosystem, url }, index) => ({
    id: `registry-${index + 1}`,
    name: `${ecosystemById(ecosystem).name} registry`,
    address: url,
  }))
