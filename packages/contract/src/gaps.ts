import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** A package (of no known ecosystem: null), a file, or all packages of a kind that no advisories are about: 'pkg:conda'. */
const Subject = {
  package: z
    .object({ ecosystem: z.string().max(50).nullable(), name: z.string().trim().min(1).max(500) })
    .optional(),
  file: z.string().trim().min(1).max(1000).optional(),
  kind: z
    .string()
    .max(100)
    .regex(/^pkg:[a-z][a-z0-9.+-]*(?:\/[^/\s]+)?$/, 'The kind is not that of a package URL: pkg:conda')
    .optional(),
}

const subjects = ['package', 'file', 'kind'] as const

/** A member's decision that a gap need not be closed. */
export const AcceptedGap = named('AcceptedGap', {
  uuid: Uuid,
  ...Subject,
  reason: z.string(),
  /** null for all projects of the account, or of the teams. */
  projectUuid: Uuid.nullable(),
  /** Set if accepted by a team administrator: it applies to the projects of these teams. null: the whole account. */
  teamUuids: z.array(Uuid).nullable(),
  createdBy: Uuid,
  createdAt: EpochMs,
  /** null if it does not expire. */
  expiresAt: EpochMs.nullable(),
})
export type AcceptedGap = z.infer<typeof AcceptedGap>

export const gaps = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/accepted-gaps',
    permission: 'policies.read',
    summary: 'Accepted gaps in coverage, newest first, without expired ones',
    responses: { 200: z.array(AcceptedGap) },
  },
  accept: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/accepted-gaps',
    permission: 'policies.create',
    summary:
      'Accept that a package or file is not checked, permanently or until a given time, in a project or the whole account. The branches concerned are rescanned',
    body: z
      .object({
        ...Subject,
        reason: z.string().trim().min(1, 'The reason is missing').max(2000),
        projectUuid: Uuid.nullable().default(null),
        expiresAt: EpochMs.nullable().default(null),
      })
      .refine(
        (value) => subjects.filter((name) => value[name] !== undefined).length === 1,
        'Specify exactly one of package, file and kind',
      )
      .meta({ oneOf: subjects.map((name) => ({ required: [name] })) }),
    errors: ['gapAccepted'],
    responses: { 200: AcceptedGap },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/accepted-gaps/{gapUuid}',
    permission: 'policies.delete',
    summary: 'Delete the acceptance of a gap; the branches concerned are rescanned',
    responses: { 200: z.object({}) },
  },
})
