import { noCredentials } from '@assay/engine/url-credentials.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { ReleaseCounts } from './releases.ts'
import { EpochMs, someOf, Uuid, serviceAddressFormat } from './vocabulary.ts'
import { named } from './named.ts'

const credentialKinds = ['none', 'basic', 'bearer'] as const
export type CredentialKind = (typeof credentialKinds)[number]

const Ecosystem = z.string().trim().min(1, 'The ecosystem is missing').max(50)
const Pattern = z.string().trim().min(1).max(200)
const Url = z
  .string()
  .trim()
  .min(1, 'Enter the URL')
  .max(2000)
  .regex(/^https?:\/\/[^?#\s]+$/, 'Enter a URL such as https://npm.example.org')
  .refine((address) => URL.canParse(address), 'Enter a URL such as https://npm.example.org')
  .refine(noCredentials.check, noCredentials.message)
  .meta(serviceAddressFormat)
const Secret = z.string().min(1, 'The password or token is missing').max(4000)
/** Header values cannot contain spaces or control characters. */
const Token = Secret.regex(/^[\x21-\x7e]+$/, 'A token cannot contain spaces')

/** Sent only to the host of the URL, and never returned. */
export const RegistryCredentials = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('basic'),
    user: z
      .string()
      .trim()
      .min(1, 'The user name is missing')
      .max(500)
      .regex(/^[^:]*$/, 'A user name cannot contain a colon'),
    password: Secret,
  }),
  z.object({ kind: z.literal('bearer'), token: Token }),
])
export type RegistryCredentials = z.infer<typeof RegistryCredentials>

/**
 * waiting: not queried yet. failing: the last request failed; the registry is queried again at resumesAt. off: it is not
 * queried, and neither are public sources about its packages.
 */
const registryStates = ['ok', 'waiting', 'failing', 'off'] as const

export const PackageRegistry = named('PackageRegistry', {
  uuid: Uuid,
  ecosystem: z.string(),
  /** Packages of the registry: a scope, group, module path, vendor, name, or a name prefix followed by *. */
  pattern: z.string(),
  url: z.string(),
  credentials: z.enum(credentialKinds),
  enabled: z.boolean(),
  state: z.enum(registryStates),
  lastSuccessAt: EpochMs.nullable(),
  lastErrorAt: EpochMs.nullable(),
  /** The last error, also if it concerned only one package; null if there was none. */
  error: z.string().nullable(),
  /** null if it is not paused. */
  resumesAt: EpochMs.nullable(),
  /** Its packages in use. */
  packages: ReleaseCounts,
  createdAt: EpochMs,
  changedAt: EpochMs,
})
export type PackageRegistry = z.infer<typeof PackageRegistry>

/** An ecosystem whose registries can be queried. */
const RegistryEcosystem = named('RegistryEcosystem', {
  id: z.string(),
  name: z.string(),
  /** A pattern of the ecosystem, such as @acme. */
  example: z.string(),
})

/** found: the registry listed releases. absent: the registry does not have the package. failed: it cannot be queried. */
export const RegistryCheck = named('RegistryCheck', {
  outcome: z.enum(['found', 'absent', 'failed']),
  /** The result in one sentence. */
  message: z.string(),
  versions: z.int(),
  /** The newest stable version; null if there is none. */
  newest: z.string().nullable(),
})
export type RegistryCheck = z.infer<typeof RegistryCheck>

const base = '/api/v1/accounts/{accountUuid}/registries'
const errors = ['registryInvalid'] as const

/**
 * Private package registries of the account. Releases, licenses and copyrights of matching packages are only read from
 * them and only visible to the account. The most specific pattern applies.
 */
export const registries = endpoints({
  list: {
    method: 'GET',
    path: base,
    permission: 'configuration.read',
    summary: 'Package registries of the account with their state, without credentials',
    responses: {
      200: z.object({ registries: z.array(PackageRegistry), ecosystems: z.array(RegistryEcosystem) }),
    },
  },
  create: {
    method: 'POST',
    path: base,
    permission: 'configuration.edit',
    summary: 'Add a package registry; branches that use its packages are rescanned with its data',
    body: z.object({
      ecosystem: Ecosystem,
      pattern: Pattern,
      url: Url,
      credentials: RegistryCredentials.default({ kind: 'none' }),
      enabled: z.boolean().default(true),
    }),
    errors,
    responses: { 200: PackageRegistry },
  },
  update: {
    method: 'POST',
    path: `${base}/{registryUuid}`,
    permission: 'configuration.edit',
    summary:
      'Change a package registry; omitted fields keep their value. If the URL changes, credentials are required again',
    body: someOf(
      z.object({
        pattern: Pattern.optional(),
        url: Url.optional(),
        credentials: RegistryCredentials.optional(),
        enabled: z.boolean().optional(),
      }),
    ),
    errors,
    responses: { 200: PackageRegistry },
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{registryUuid}`,
    permission: 'configuration.edit',
    summary:
      'Remove a package registry and its data; from then on, public sources are queried for its packages',
    responses: { 200: z.object({}) },
  },
  check: {
    method: 'POST',
    path: `${base}/{registryUuid}/check`,
    permission: 'configuration.edit',
    audited: false,
    repeatable: 'it changes nothing',
    summary: 'Test a package registry by querying one package',
    body: z.object({ name: z.string().trim().min(1, 'The name is missing').max(500) }),
    errors: [...errors, 'tooManyAttempts'],
    responses: { 200: RegistryCheck },
  },
})
