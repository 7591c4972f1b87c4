import { domains } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const exclusionReasons = ['mitigated', 'unapplicable'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

const Domain = z.enum(domains)
const Reason = z.enum(exclusionReasons)

const Library = z.object({
  language: z.string().min(1, 'The language is missing').max(50),
  name: z.string().min(1, 'The name is missing').max(500),
})

/** Excludes exactly one of an advisory uuid, a CVE and a library. */
const Target = {
  uuid: Uuid.optional(),
  cve: z
    .string()
    .regex(/^CVE-\d{4}-\d{4,}$/i, 'The CVE is invalid')
    .optional(),
  library: Library.optional(),
  /** Version of the library; '*' stands for every version. */
  version: z.string().max(200).optional(),
}

const { library: _library, ...Named } = Target
/** What an exclusion excludes, but for a library, and for which project; by default for the account. */
const Owned = { ...Named, projectUuid: Uuid.nullish() }

/** The reason for the exclusion. */
const Explanation = z.object({
  reason: Reason.default('mitigated'),
  description: z.string().max(2000).default(''),
})

export const Exclusion = named('Exclusion', {
  id: Uuid,
  domain: Domain,
  ...Target,
  reason: Reason,
  description: z.string(),
  projectUuid: Uuid.nullable(),
  /** Set if created by a team administrator: the exclusion applies to the projects of these teams. null: the whole account. */
  teamUuids: z.array(Uuid).nullable(),
  createdBy: Uuid,
  createdAt: EpochMs,
  /** Expiry; null means none. */
  expiresAt: EpochMs.nullable(),
  /** When it last matched anything in a scan, to within a day; null if never. */
  lastMatchedAt: EpochMs.nullable(),
})
export type Exclusion = z.infer<typeof Exclusion>

const OfDomain = z.object({ domain: Domain })
const OfDomainOrSecurity = z.object({ domain: Domain.default('security') })

/**
 * A subject in a path is an advisory's UUID or alias ('CVE-2021-23337', 'GHSA-…'), or a component such as
 * 'lodash@4.17.4' or 'nodejs:@babel/*'. The version defaults to all, the language to the one in use. '|' stands for
 * '/'.
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
      'Exclude an advisory, a CVE or a component, permanently or until a given time. Takes effect with the next scan. Warnings list subjects unknown to this server',
    query: OfDomain,
    body: Explanation.extend({
      ...Target,
      projectUuid: Uuid.nullable().default(null),
      expiresAt: EpochMs.nullable().default(null),
    })
      .refine(
        (value) =>
          [value.uuid, value.cve, value.library].filter((target) => target !== undefined).length === 1,
        'Specify exactly one of uuid, cve and library',
      )
      .meta({ oneOf: ['uuid', 'cve', 'library'].map((name) => ({ required: [name] })) }),
    errors: ['exclusionExists'],
    responses: { 200: Exclusion.extend({ warnings: z.array(z.string()) }) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/exclusions',
    permission: 'policies.delete',
    summary:
      'Delete an exclusion, named in query or body by its id or by exactly one of uuid, cve and library; takes effect with the next scan',
    query: OfDomain.extend({
      id: Uuid.optional(),
      ...Owned,
      language: Library.shape.language.optional(),
      name: Library.shape.name.optional(),
    }),
    body: z.object({ id: Uuid.optional(), ...Owned, library: Library.optional() }).optional(),
    responses: { 200: z.object({}) },
  },
  createFor: {
    method: 'POST',
    path: '/api/v2/exclusions/{ownerUuid}/{subject}',
    permission: 'policies.create',
    summary:
      'Exclude an advisory or a component for a project, or for the account if its UUID is given. Takes effect with the next scan',
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
