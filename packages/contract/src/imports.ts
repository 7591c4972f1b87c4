import { z } from 'zod'
import { endpoints, FilePart, form } from './endpoint.ts'
import { optionalNameOf } from './name.ts'
import { ProjectUrl } from './project-url.ts'
import { TagName } from './tags.ts'
import { BranchName, Uuid } from './vocabulary.ts'

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
})
