import { policyModes } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { nameOf } from './name.ts'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { TagName } from './tags.ts'
import { EpochMs, Uuid, someOf } from './vocabulary.ts'
import { named } from './named.ts'

const Mode = z.enum(policyModes)

const Content = {
  name: nameOf(200, messages.missingParameters),
  mode: Mode,
  /** SPDX ids, optionally WITH an exception, or a LicenseRef. */
  licenses: z.array(z.string().trim().min(1).max(200)).max(1000),
  /** A pattern for project urls with '*' as wildcard; null for no pattern. */
  pattern: z.string().trim().min(1).max(2000).nullable(),
  /** Projects with one of these tags. Without pattern and tags, the policy applies to all projects. */
  tags: z.array(TagName).max(100),
  active: z.boolean(),
  /** For ALLOW: whether components without a recognized license violate the policy. */
  denyUnknown: z.boolean(),
}

export const LicensePolicy = named('LicensePolicy', {
  uuid: Uuid,
  ...Content,
  /** Set if created by a team administrator: the policy applies to the projects of these teams. null: the whole account. */
  teamUuids: z.array(Uuid).nullable(),
  createdAt: EpochMs,
})
export type LicensePolicy = z.infer<typeof LicensePolicy>

/** All matching policies apply: each violated one is named, and the licensing score becomes 0. */
export const policies = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/policies/licenses',
    permission: 'policies.read',
    summary: 'License policies of the account',
    responses: { 200: z.array(LicensePolicy) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/policies/licenses',
    permission: 'policies.create',
    summary: 'Create a license policy; takes effect with the next scan',
    body: z.object({
      ...Content,
      pattern: Content.pattern.default(null),
      tags: Content.tags.default([]),
      active: z.boolean().default(true),
      denyUnknown: z.boolean().default(true),
    }),
    errors: ['licenseUnknown'],
    responses: { 200: LicensePolicy },
  },
  get: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/policies/licenses/{policyUuid}',
    permission: 'policies.read',
    summary: 'Get a license policy',
    responses: { 200: LicensePolicy },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/policies/licenses/{policyUuid}',
    permission: 'policies.edit',
    summary: 'Update a license policy; omitted fields keep their value',
    body: someOf(z.object(Content).partial()),
    errors: ['licenseUnknown'],
    responses: { 200: LicensePolicy },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/policies/licenses/{policyUuid}',
    permission: 'policies.delete',
    summary: 'Delete a license policy',
    responses: { 200: z.object({}) },
  },
  templates: {
    method: 'GET',
    path: '/api/v1/policies/licenses/templates',
    permission: 'policies.read',
    summary: 'License policy templates: no copyleft, no AGPL, no GPL',
    responses: { 200: z.array(z.object({ name: z.string(), mode: Mode, licenses: z.array(z.string()) })) },
  },
})
