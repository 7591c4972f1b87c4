import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs } from './vocabulary.ts'

export const ScimStatus = z
  .object({
    /** Where SCIM is served, for the identity provider. */
    baseUrl: z.string(),
    /** Members and teams that the identity provider keeps. */
    users: z.int().nonnegative(),
    groups: z.int().nonnegative(),
    /** When it last changed something; null: never, as far as the audit log goes back. */
    changedAt: EpochMs.nullable(),
  })
  .meta({ id: 'ScimStatus' })

/** How far an identity provider keeps the account by SCIM. */
export const scimStatus = endpoints({
  get: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/provisioning',
    permission: 'configuration.read',
    features: ['scim'],
    summary: "The account's SCIM address, the number of provisioned users and groups, and the last change",
    responses: { 200: ScimStatus },
  },
})
