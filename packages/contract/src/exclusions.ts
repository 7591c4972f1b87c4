import { domains } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'

export const exclusionReasons = ['mitigated', 'unapplicable'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

const Domain = z.enum(domains)
const Reason = z.enum(exclusionReasons)

const Library = z.object({
  language: z.string().min(1, 'The language is missing').max(50),
  name: z.string().min(1, 'The name is missing').max(500),
})

/** What is excluded: exactly one of uuid (an advisory's), cve and library. */
const Target = {
  uuid: Uuid.optional(),
  cve: z
    .string()
    .regex(/^CVE-\d{4}-\d{4,}$/i, 'The CVE is invalid')
    .optional(),
  library: Library.optional(),
  /** Of the library; '*' is every version. */
  version: z.string().max(200).optional(),
}

/** Why something is excluded, for those who ask later. */
const Explanation = z.object({
  reason: Reason.default('mitigated'),
  description: z.string().max(2000).default(''),
})

export const Exclusion = z
  .object({
    id: Uuid,
    domain: Domain,
    ...Target,
    reason: Reason,
    description: z.string(),
    projectUuid: Uuid.nullable(),
    /** Made by who administers teams: it holds for their projects; null: for all of the account. */
    teamUuids: z.array(Uuid).nullable(),
    createdBy: Uuid,
    createdAt: EpochMs,
    /** From when on it holds no more; null: until it is removed. */
    expiresAt: EpochMs.nullable(),
  })
  .meta({ id: 'Exclusion' })
export type Exclusion = z.infer<typeof Exclusion>

const OfDomain = z.object({ domain: Domain })
const OfDomainOrSecurity = z.object({ domain: Domain.default('security') })

/**
 * A subject in a path is an advisory's UUID or alias ('CVE-2021-23337', 'GHSA-…'), or a component: 'lodash@4.17.4',
 * 'nodejs:@babel/*'. Without a version it means every version, without a language the one in use; '/' may be '|'.
 */
export const exclusions = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/exclusions',
    permission: 'policies.read',
    summary: 'Exclusions of the account',
    query: z.object({ domain: Domain.optional() }),
    responses: { 200: z.array(Exclusion) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/exclusions',
    permission: 'policies.create',
    summary:
      'Exclude an advisory, a CVE or a component, permanently or until a given time; takes effect with the next scan. Its warnings say what this server does not know',
    query: OfDomain,
    body: Explanation.extend({
      ...Target,
      projectUuid: Uuid.nullable().default(null),
      expiresAt: EpochMs.nullable().default(null),
    }).refine(
      (value) => [value.uuid, value.cve, value.library].filter((target) => target !== undefined).length === 1,
      'Name exactly one of uuid, cve and library',
    ),
    errors: ['exclusionExists'],
    responses: { 200: Exclusion.extend({ warnings: z.array(z.string()) }) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/exclusions',
    permission: 'policies.delete',
    summary: 'Delete an exclusion; takes effect with the next scan',
    query: OfDomain.extend({ id: Uuid }),
    responses: { 200: z.object({}) },
  },
  createFor: {
    method: 'POST',
    path: '/api/v2/exclusions/{ownerUuid}/{subject}',
    permission: 'policies.create',
    summary:
      'Exclude an advisory or a component for a project, or for the account when its UUID is given; takes effect with the next scan',
    query: OfDomainOrSecurity,
    body: Explanation.extend({ expiresAt: EpochMs.nullable().default(null) }).optional(),
    responses: { 200: Exclusion },
    errors: ['advisoryUnknown', 'languageUnknown', 'languageMissing', 'exclusionExists'],
  },
  removeFor: {
    method: 'DELETE',
    path: '/api/v2/exclusions/{ownerUuid}/{subject}/{exclusionUuid}',
    permission: 'policies.delete',
    summary: 'Delete an exclusion of a project or of the account; takes effect with the next scan',
    query: OfDomainOrSecurity,
    responses: { 200: z.object({}) },
  },
})
