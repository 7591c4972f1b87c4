import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs } from './vocabulary.ts'

export const Provisioning = z
  .object({
    /** Where SCIM is served, for the identity provider. */
    baseUrl: z.string(),
    /** Members and teams that the identity provider keeps. */
    users: z.int().nonnegative(),
    groups: z.int().nonnegative(),
    /** When it last changed something; null: never, as far as the audit log goes back. */
    changedAt: EpochMs.nullable(),
  })
  .meta({ id: 'Provisioning' })

/** How far an identity provider keeps the account by SCIM. */
export const provisioning = endpoints({
  get: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/provisioning',
    permission: 'configuration.read',
    features: ['scim'],
    summary: 'Where SCIM is served for the account, how much it keeps, and when it last changed something',
    responses: { 200: Provisioning },
  },
})
