import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { nameOf } from './name.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const TrustedKey = named('TrustedKey', {
  uuid: Uuid,
  name: z.string(),
  /** 'Ed25519', 'ECDSA P-256', 'RSA 3072'. */
  kind: z.string(),
  /** SHA-256 of the public key (SPKI), in hexadecimal digits. */
  fingerprint: z.string(),
  createdAt: EpochMs,
})
export type TrustedKey = z.infer<typeof TrustedKey>

/** Keys with which suppliers and builds sign SBOMs and attestations. */
export const trustedKeys = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/trusted-keys',
    permission: 'policies.read',
    summary: 'Public keys that the account trusts to sign documents',
    responses: { 200: z.array(TrustedKey) },
  },
  add: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/trusted-keys',
    permission: 'configuration.edit',
    summary:
      'Trust a public key: documents that it signed, also earlier ones, are shown as signed by its name',
    body: z.object({
      name: nameOf(200),
      /** Public key or certificate in PEM: Ed25519, ECDSA or RSA. */
      pem: z.string().trim().min(1).max(20_000),
    }),
    responses: { 200: TrustedKey },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/trusted-keys/{trustedKeyUuid}',
    permission: 'configuration.edit',
    summary: 'Trust a key no longer',
    responses: { 200: z.object({}) },
  },
})
