import { dayMs } from '@assay/engine/time.ts'
import { withoutField } from '@assay/contract/field-issues.ts'
import { messagesFor } from '@assay/contract/input-messages.ts'
import type { SamlAttribute } from '@assay/contract/sso.ts'
import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type AddressConfig, addressVariables, readAddressConfig } from './address-settings.ts'
import { type DirectoryConfig, directoryVariables, readDirectory } from './directory-settings.ts'
import { type FeedSettings, feedVariables, readFeedSettings } from './feed-settings.ts'
import { readTracing, type TracingSettings, tracingVariables } from './tracing-settings.ts'
import { withSecretFiles } from './secret-files.ts'
import { type HeaderLoginConfig, headerVariables, readHeaderLogin } from './header-settings.ts'
import type { Proxies } from '#platform/egress/proxies.ts'
import { operationVariables, type OperationConfig, readOperationConfig } from './operation-settings.ts'
import {
  DatabaseUrl,
  isNetwork,
  PlainUrl,
  ProxyUrl,
  readRegistry,
  type Registry,
  splitList,
} from './setting-values.ts'

const maxDocumentMb = maxDocumentBytes / 1024 / 1024

/** Not a valid email address. */
const defaultAdmin = 'admin@localhost'

const roles = ['web', 'worker'] as const
type ProcessRole = (typeof roles)[number]

/** All settings of the server, read only here. docs/operate/settings.md lists the same with the same defaults. */
export const Environment = z.object({
  ASSAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8800),
  ASSAY_HOST: z.string().min(1).default('127.0.0.1'),
  ASSAY_DATA: z.string().min(1).default('./data'),
  DATABASE_URL: DatabaseUrl.optional(),
  ASSAY_ADMIN_EMAIL: z.email().or(z.literal(defaultAdmin)).default(defaultAdmin),
  ASSAY_ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(1024).optional(),
  ASSAY_ROLES: z
    .string()
    .default('web,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .refine(
      (list): list is ProcessRole[] => list.every((each) => roles.some((role) => role === each)),
      `must be a comma-separated list of ${roles.join(' and ')}`,
    ),
  ASSAY_TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((value) =>
      value
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    )
    .refine(
      (list) => list.every(isNetwork),
      'must be a comma-separated list of loopback, linklocal, uniquelocal, IP addresses and networks',
    ),
  ASSAY_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ASSAY_METRICS_WINDOW_DAYS: z.coerce.number().int().min(1).max(3660).default(366),
  ASSAY_MAX_ADVISORY_AGE_DAYS: z.coerce.number().int().min(1).max(3660).default(7),
  ASSAY_ADVISORY_UPLOAD_LIMIT_MB: z.coerce.number().int().min(1).max(2048).default(2048),
  ...feedVariables,
  ASSAY_UPLOAD_LIMIT_MB: z.coerce.number().int().min(1).max(maxDocumentMb).default(maxDocumentMb),
  ASSAY_SCAN_WAIT_SECONDS: z.coerce.number().int().min(0).max(60).default(5),
  ASSAY_ALLOW_PRIVATE_NETWORKS: z.stringbool().default(false),
  ASSAY_ALLOW_PLAIN_CREDENTIALS: z.stringbool().default(false),
  ASSAY_DNS_SERVER: z.string().max(300).optional(),
  HTTP_PROXY: ProxyUrl.optional(),
  HTTPS_PROXY: ProxyUrl.optional(),
  NO_PROXY: z
    .string()
    .transform(splitList)
    .refine((list) => list.every((each) => /^[\w.*:[\]/-]+$/.test(each)), 'must be a list of hosts')
    .optional(),
  ASSAY_SMTP_URL: z
    .url({
      protocol: /^(?:smtps?|console)$/,
      error: 'must be an SMTP URL, such as smtp://mail.example.org:587, or console://',
    })
    .optional(),
  ASSAY_MAIL_FROM: z.string().min(3).default('Assay <assay@localhost>'),
  ASSAY_SECRET_KEY: z.string().min(32, 'must have at least 32 characters').max(1024).optional(),
  ASSAY_SECRET_KEY_EARLIER: z.string().min(32, 'must have at least 32 characters').max(1024).optional(),
  ASSAY_SMS_URL: z
    .url({
      protocol: /^(?:https?|console)$/,
      error: 'must be a URL, such as https://sms.example.org, or console://',
    })
    .optional(),
  ASSAY_SMS_TOKEN: z.string().max(1024).optional(),
  ASSAY_SIGN_ON_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(60).default(10),
  ASSAY_OIDC_ISSUER: PlainUrl.optional(),
  ASSAY_OIDC_CLIENT_ID: z.string().max(500).optional(),
  ASSAY_OIDC_CLIENT_SECRET: z.string().max(1024).optional(),
  ASSAY_OIDC_NAME: z.string().max(50).default('Single sign-on'),
  ASSAY_OIDC_SCOPES: z.string().max(500).default('openid email profile'),
  ASSAY_OIDC_ROLE_CLAIM: z.string().max(200).optional(),
  ASSAY_OIDC_TEAMS_CLAIM: z.string().max(200).optional(),
  ASSAY_SAML_URL: PlainUrl.optional(),
  ASSAY_SAML_ISSUER: z.string().max(1024).optional(),
  ASSAY_SAML_CERTIFICATE: z.string().max(100_000).optional(),
  ASSAY_SAML_ALLOW_SHA1: z.stringbool().default(false),
  ASSAY_SAML_NAME: z.string().max(50).default('Single sign-on'),
  ASSAY_SAML_EMAIL_ATTRIBUTE: z.string().max(500).optional(),
  ASSAY_SAML_NAME_ATTRIBUTE: z.string().max(500).optional(),
  ASSAY_SAML_ROLE_ATTRIBUTE: z.string().max(500).optional(),
  ASSAY_SAML_TEAMS_ATTRIBUTE: z.string().max(500).optional(),
  ASSAY_READ_ONLY: z.stringbool().default(false),
  ASSAY_BANNER: z.string().trim().max(300).optional(),
  ASSAY_REGISTRATION: z.stringbool().default(false),
  ASSAY_SESSION_IDLE_HOURS: z.coerce.number().int().min(1).max(720).default(72),
  ASSAY_LEAKED_PASSWORDS_URL: z.url({ protocol: /^https?$/ }).optional(),
  ASSAY_RELEASES: z.stringbool().default(true),
  ASSAY_DEPS_DEV_URL: z
    .string()
    .refine(
      (text) => text === 'off' || PlainUrl.safeParse(text).success,
      'must be a URL without user name and password, or off',
    )
    .default('https://api.deps.dev'),
  ASSAY_REGISTRIES: z
    .string()
    .transform(splitList)
    .refine(
      (list) => list.every((each) => readRegistry(each) !== null),
      'must be a comma-separated list of registries, such as npm=https://registry.example.org/npm',
    )
    .optional(),
  ASSAY_DEPS_DEV_BATCHES: z.stringbool().default(false),
  ASSAY_SUPPORT_EMAIL: z.email().optional(),
  ASSAY_DOCS_URL: PlainUrl.optional(),
  ASSAY_BLOG_URL: PlainUrl.optional(),
  ...addressVariables,
  ...directoryVariables,
  ...headerVariables,
  ...operationVariables,
  ...tracingVariables,
})

export interface Config extends AddressConfig, OperationConfig {
  port: number
  host: string
  dataFolder: string
  /** The built pages. A build may replace them while the server runs. */
  webFolder: string
  /** Days of history in the demo data; by default, a year. */
  demoDays?: number
  /** Interval of looking for events that were not announced; by default, two seconds. */
  pollSeconds?: number
  databaseUrl: string | undefined
  admin: { email: string; password: string | undefined }
  roles: ReadonlySet<ProcessRole>
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  logLevel: string
  /** undefined: no traces. */
  tracing: TracingSettings | undefined
  metricsWindowDays: number
  /** Older advisory data counts as outdated. */
  maxAdvisoryAgeMs: number
  /** Maximum size of an advisory file. */
  advisoryUploadLimitBytes: number
  uploadLimitBytes: number
  /** How long a request waits for the result of its scan. */
  scanWaitMs: number
  allowsPrivateNetworks: boolean
  /** Whether credentials may be sent over http to public addresses. */
  allowsPlainCredentials: boolean
  /** DNS server for outgoing requests and domain verification, with optional port; undefined for the system's. */
  nameServer: string | undefined
  proxies: Proxies
  /** undefined: no email is sent, and links are shown to the requester. */
  mail: { url: string; from: string } | undefined
  /** Encryption key of secrets; undefined for a generated key in the data folder. */
  secretKey: string | undefined
  /** The key before it, for what is still encrypted with that one; undefined for `secret.key.old`, if there is one. */
  earlierSecretKey: string | undefined
  /** undefined: no text messages are sent. */
  sms: { url: string; token: string | undefined } | undefined
  /** Total time limit of a login flow with an identity provider. */
  signOnTimeoutMs: number
  /** The OpenID Connect provider; undefined for none. */
  oidc:
    | {
        issuer: string
        clientId: string
        /** undefined for a public client, secured by PKCE. */
        clientSecret: string | undefined
        name: string
        scopes: string
        /** Claims with role and teams; undefined if these are managed here. */
        roleClaim: string | undefined
        teamsClaim: string | undefined
      }
    | undefined
  /** The SAML identity provider; undefined for none. */
  saml:
    | {
        /** Login URL. */
        url: string
        /** Its entity id. */
        issuer: string
        /** PEM, or only its Base64. */
        certificate: string
        /** Whether SHA-1 signatures and digests are accepted. */
        allowsSha1: boolean
        name: string
        /** Attribute names; undefined for common defaults, and none for role and teams. */
        attributes: Record<SamlAttribute, string | undefined>
      }
    | undefined
  /** The LDAP directory; undefined for none. */
  ldap: DirectoryConfig | undefined
  /** Logins by the headers of a reverse proxy; undefined for none. */
  headerLogin: HeaderLoginConfig | undefined
  /** Members can read and log in, but change nothing. */
  isReadOnly: boolean
  /** What every page says at the top. */
  banner: string | undefined
  /** Whether self-registration is allowed. */
  allowsRegistration: boolean
  /** Idle timeout of sessions. */
  sessionIdleMs: number
  /** Service for leaked password checks by hash prefix; undefined for none. */
  leakedPasswordsUrl: string | undefined
  feeds: FeedSettings
  /** Sources of package releases; undefined if off. */
  releases:
    | {
        /** undefined: deps.dev is not used. */
        depsDevUrl: string | undefined
        /** Uses the batch API of deps.dev, which may still change. */
        usesBatches: boolean
        /** Registries used instead of deps.dev. */
        registries: Registry[]
      }
    | undefined
  /** Links of the web app; undefined for the defaults. */
  links: { supportEmail: string | undefined; docs: string | undefined; blog: string | undefined }
}

/** A setting has an invalid value; the message names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

function fail(sentence: string): never {
  throw new ConfigError(sentence)
}

/** Other programs read these in small letters first. */
const withCommonNames = (environment: Record<string, string | undefined>) => ({
  ...environment,
  HTTP_PROXY: environment['http_proxy'] ?? environment['HTTP_PROXY'],
  HTTPS_PROXY: environment['https_proxy'] ?? environment['HTTPS_PROXY'],
  NO_PROXY: environment['no_proxy'] ?? environment['NO_PROXY'],
})

/** Reads and validates the settings; an empty value counts as unset. Throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const read = withSecretFiles(environment, fail)
  const set = Object.fromEntries(Object.entries(withCommonNames(read)).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(set, { error: messagesFor('environment') })
  if (!result.success) throw new ConfigError(result.error.issues.map(sentence).join('\n'))
  const values = result.data
  return {
    port: values.ASSAY_PORT,
    host: values.ASSAY_HOST,
    dataFolder: resolve(values.ASSAY_DATA),
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    databaseUrl: values.DATABASE_URL,
    admin: { email: values.ASSAY_ADMIN_EMAIL.toLowerCase(), password: values.ASSAY_ADMIN_PASSWORD },
    roles: new Set(values.ASSAY_ROLES),
    trustedProxies: values.ASSAY_TRUSTED_PROXIES,
    logLevel: values.ASSAY_LOG_LEVEL,
    metricsWindowDays: values.ASSAY_METRICS_WINDOW_DAYS,
    maxAdvisoryAgeMs: values.ASSAY_MAX_ADVISORY_AGE_DAYS * dayMs,
    advisoryUploadLimitBytes: values.ASSAY_ADVISORY_UPLOAD_LIMIT_MB * 1024 * 1024,
    uploadLimitBytes: values.ASSAY_UPLOAD_LIMIT_MB * 1024 * 1024,
    scanWaitMs: values.ASSAY_SCAN_WAIT_SECONDS * 1000,
    allowsPrivateNetworks: values.ASSAY_ALLOW_PRIVATE_NETWORKS,
    allowsPlainCredentials: values.ASSAY_ALLOW_PLAIN_CREDENTIALS,
    signOnTimeoutMs: values.ASSAY_SIGN_ON_TIMEOUT_SECONDS * 1000,
    nameServer: values.ASSAY_DNS_SERVER,
    proxies: { http: values.HTTP_PROXY, https: values.HTTPS_PROXY, except: values.NO_PROXY ?? [] },
    mail:
      values.ASSAY_SMTP_URL === undefined
        ? undefined
        : { url: values.ASSAY_SMTP_URL, from: values.ASSAY_MAIL_FROM },
    secretKey: values.ASSAY_SECRET_KEY,
    earlierSecretKey: values.ASSAY_SECRET_KEY_EARLIER,
    sms:
      values.ASSAY_SMS_URL === undefined
        ? undefined
        : { url: values.ASSAY_SMS_URL, token: values.ASSAY_SMS_TOKEN },
    oidc: readOidc(values),
    saml: readSaml(values),
    ldap: readDirectory(values, fail),
    headerLogin: readHeaderLogin(values, fail),
    isReadOnly: values.ASSAY_READ_ONLY,
    banner: values.ASSAY_BANNER || undefined,
    allowsRegistration: readRegistration(values),
    sessionIdleMs: values.ASSAY_SESSION_IDLE_HOURS * 3_600_000,
    leakedPasswordsUrl: values.ASSAY_LEAKED_PASSWORDS_URL?.replace(/\/+$/, ''),
    ...readAddressConfig(values, fail),
    ...readOperationConfig(values),
    tracing: readTracing(values),
    feeds: readFeedSettings(values),
    releases: readReleaseSources(values),
    links: {
      supportEmail: values.ASSAY_SUPPORT_EMAIL,
      docs: values.ASSAY_DOCS_URL,
      blog: values.ASSAY_BLOG_URL,
    },
  }
}

/** Registration requires email to verify addresses. */
function readRegistration(values: z.infer<typeof Environment>): boolean {
  if (values.ASSAY_REGISTRATION && values.ASSAY_SMTP_URL === undefined)
    throw new ConfigError(
      'The setting ASSAY_SMTP_URL is missing: ASSAY_REGISTRATION needs it, to verify addresses by a mailed link.',
    )
  return values.ASSAY_REGISTRATION
}

function readReleaseSources(values: z.infer<typeof Environment>): Config['releases'] {
  if (!values.ASSAY_RELEASES) return undefined
  const { ASSAY_DEPS_DEV_URL: url } = values
  return {
    depsDevUrl: url === 'off' ? undefined : url.replace(/\/+$/, ''),
    usesBatches: values.ASSAY_DEPS_DEV_BATCHES,
    registries: (values.ASSAY_REGISTRIES ?? []).flatMap((each) => readRegistry(each) ?? []),
  }
}

function readOidc(values: z.infer<typeof Environment>): Config['oidc'] {
  if (values.ASSAY_OIDC_ISSUER === undefined) return undefined
  if (values.ASSAY_OIDC_CLIENT_ID === undefined)
    throw new ConfigError('The setting ASSAY_OIDC_CLIENT_ID is missing: ASSAY_OIDC_ISSUER needs it.')
  return {
    issuer: values.ASSAY_OIDC_ISSUER,
    clientId: values.ASSAY_OIDC_CLIENT_ID,
    clientSecret: values.ASSAY_OIDC_CLIENT_SECRET,
    name: values.ASSAY_OIDC_NAME,
    scopes: values.ASSAY_OIDC_SCOPES,
    roleClaim: values.ASSAY_OIDC_ROLE_CLAIM,
    teamsClaim: values.ASSAY_OIDC_TEAMS_CLAIM,
  }
}

function readSaml(values: z.infer<typeof Environment>): Config['saml'] {
  const { ASSAY_SAML_URL: url, ASSAY_SAML_ISSUER: issuer, ASSAY_SAML_CERTIFICATE: certificate } = values
  if (url === undefined) return undefined
  if (issuer === undefined || certificate === undefined)
    throw new ConfigError('ASSAY_SAML_URL needs the settings ASSAY_SAML_ISSUER and ASSAY_SAML_CERTIFICATE.')
  return {
    // In an environment file, a certificate is on one line.
    url,
    issuer,
    certificate: certificate.replaceAll(String.raw`\n`, '\n'),
    allowsSha1: values.ASSAY_SAML_ALLOW_SHA1,
    name: values.ASSAY_SAML_NAME,
    attributes: {
      email: values.ASSAY_SAML_EMAIL_ATTRIBUTE,
      name: values.ASSAY_SAML_NAME_ATTRIBUTE,
      role: values.ASSAY_SAML_ROLE_ATTRIBUTE,
      teams: values.ASSAY_SAML_TEAMS_ATTRIBUTE,
    },
  }
}

// The value is not included, since it may be a password.
const sentence = ({ path, message }: z.core.$ZodIssue) =>
  `The setting ${String(path[0])} ${withoutField(path, message)}.`
