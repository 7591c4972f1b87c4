import { noCredentials } from '@assay/engine/url-credentials.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { nameOf } from './name.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const onlyWildcards = 'A pattern of * alone would trust anyone'

/** Who is trusted to sign, as certificates name them. */
export const TrustedIdentity = named('TrustedIdentity', {
  /** Subject of the certificate, in which '*' stands for any characters: 'https://github.com/acme/*', '*@acme.example'. */
  subject: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/[^*\s]/, onlyWildcards),
  /** URL of the identity provider, exactly: 'https://token.actions.githubusercontent.com'. */
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine(noCredentials.check, noCredentials.message),
})
export type TrustedIdentity = z.infer<typeof TrustedIdentity>

export const TrustedRoot = named('TrustedRoot', {
  uuid: Uuid,
  name: z.string(),
  /** SHA-256 of the file, in hexadecimal digits. */
  fingerprint: z.string(),
  /** URLs of its certificate authorities. */
  authorities: z.array(z.string()),
  /** URLs of its transparency logs. */
  logs: z.array(z.string()),
  identities: z.array(TrustedIdentity),
  createdAt: EpochMs,
})
export type TrustedRoot = z.infer<typeof TrustedRoot>

/** trusted_root.json as text, or one per line. */
const RootFile = z.string().min(1).max(500_000)
const Identities = z.array(TrustedIdentity).min(1).max(100)

/** Sigstore installations whose signatures without keys of one's own ("keyless") count, and of whom. */
export const trustedRoots = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/trusted-roots',
    permission: 'policies.read',
    summary: 'Sigstore roots that the account trusts, and the identities that it accepts of each',
    responses: { 200: z.array(TrustedRoot) },
  },
  add: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/trusted-roots',
    permission: 'configuration.edit',
    summary:
      'Trust some identities of a Sigstore root (trusted_root.json): documents that they signed, also earlier ones, are shown as signed by them. Nothing is fetched',
    body: z.object({ name: nameOf(200), root: RootFile, identities: Identities }),
    responses: { 200: TrustedRoot },
  },
  update: {
    method: 'PUT',
    path: '/api/v1/accounts/{accountUuid}/trusted-roots/{trustedRootUuid}',
    permission: 'configuration.edit',
    summary: 'Change the identities of a Sigstore root, or replace it after its keys were rotated',
    body: z.object({ name: nameOf(200), root: RootFile.optional(), identities: Identities }),
    responses: { 200: TrustedRoot },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/trusted-roots/{trustedRootUuid}',
    permission: 'configuration.edit',
    summary: 'Trust a Sigstore root no longer',
    responses: { 200: z.object({}) },
  },
})
