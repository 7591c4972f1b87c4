import { z } from 'zod'
import { Explanation, explainedSchema, hasJustification, hasReason } from './decisions.ts'
import { endpoints, FilePart, form } from './endpoint.ts'
import { optionalNameOf } from './name.ts'
import { ProjectUrl } from './project-url.ts'
import { TagName } from './tags.ts'
import { FindingRef, skipReasons } from './triage.ts'
import { BranchName, EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const Switch = z.enum(['true', 'false']).default('false')

/** Tags of a form: JSON, since names can contain any character. */
const Tags = z
  .string()
  .max(10_000)
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('Must be a JSON array of names')
      return z.NEVER
    }
  })
  .pipe(z.array(TagName).max(50))

const { reason, justification, expiresAt, untilFix } = Explanation

/** What people said of a finding there. */
const ToldFinding = FindingRef.omit({ projectUuid: true })
  .extend({
    state: z.enum(['open', 'in-triage', 'fix-planned', 'accepted', 'false-positive', 'not-affected']),
    reason,
    justification,
    expiresAt,
    untilFix,
    comments: z
      .array(
        z.object({
          text: z.string().trim().min(1, 'The comment is empty').max(5000),
          /** A name, as the author is no member. */
          author: z.string().trim().min(1).max(255),
          /** When it was written. */
          at: EpochMs,
        }),
      )
      .max(200)
      .default([]),
  })
  .refine(hasReason, 'Give a reason')
  .refine(hasJustification, 'Choose a justification')
  .meta({ id: 'ToldFinding', allOf: explainedSchema })

/** What became of the state: 'there' if somebody has set one here; null for 'open', which is nothing to set. */
const toldOutcomes = ['set', 'waiting', 'there', 'not-found', ...skipReasons] as const

/** Moving from another product, with the dates of what it knows. */
export const imports = endpoints({
  addVersion: {
    method: 'POST',
    path: '/api/v1/imports/versions',
    permission: 'configuration.edit',
    summary:
      'Add the last inventory of a branch as it was scanned by another product, at that time; branches with other scans are refused',
    body: form({
      file: FilePart,
      url: ProjectUrl,
      branch: BranchName,
      name: optionalNameOf(255).optional(),
      tags: Tags,
      /** When the inventory was received, in epoch milliseconds; defaults to now. */
      at: z.coerce.number().int().nonnegative().max(8.64e15).optional(),
      /** JSON: [{"ecosystem","package","vulnerability","at"}], when that product first saw each, in epoch milliseconds. */
      firstSeen: FilePart.optional(),
      /**
       * For a branch whose last scan is of this time, in epoch milliseconds: the inventory as it was scanned next. Others
       * are refused.
       */
      follows: z.coerce.number().int().nonnegative().max(8.64e15).optional(),
      /** Makes it the default branch. */
      isLatest: Switch,
    }),
    errors: ['unreadableDocument', 'notFound', 'alreadyExists'],
    responses: { 200: z.object({ id: Uuid, projectUuid: Uuid, branchUuid: Uuid }) },
  },
  decide: {
    method: 'POST',
    path: '/api/v1/imports/projects/{projectUuid}/findings',
    permission: 'configuration.edit',
    summary:
      'Take over what another product knows of the findings of a project: states, unless a member has set one here, and comments that are not there; refused while an inventory of it is being scanned',
    body: z.object({ findings: z.array(ToldFinding).min(1).max(1000) }),
    errors: ['conflict'],
    responses: {
      200: z.object({
        /** In the order of the findings. */
        findings: z.array(
          named('ToldOutcome', {
            outcome: z.enum(toldOutcomes).nullable(),
            comments: z.object({ added: z.int(), there: z.int() }),
          }),
        ),
      }),
    },
  },
})
