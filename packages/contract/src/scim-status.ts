import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

export const ScimStatus = named('ScimStatus', {
  /** SCIM base URL for the identity provider. */
  baseUrl: z.string(),
  /** Members and teams provisioned by the identity provider. */
  users: z.int().nonnegative(),
  groups: z.int().nonnegative(),
  /** Last change by the identity provider; null if there is none in the audit log. */
  changedAt: EpochMs.nullable(),
})

/** SCIM provisioning of the account. */
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
