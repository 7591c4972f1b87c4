import { licenseSources } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { License } from './licenses.ts'
import { ProjectSelection } from './metrics.ts'
import { EpochMs, Uuid, licenseStates } from './vocabulary.ts'

/** One license, and where it is in use, as of the last scan of each branch. */
export const LicenseUse = z
  .object({
    /** null: components for which no license is known. */
    license: License.nullable(),
    projects: z.int(),
    branches: z.int(),
    /** Components under it, each once for each branch. */
    components: z.int(),
    /** Who says so, and of how many of them; the most frequent first. */
    sources: z.array(z.object({ source: z.enum(licenseSources), components: z.int() })),
    /** Components of which a policy forbids it, each once for each branch. */
    violatingComponents: z.int(),
    violatingProjects: z.int(),
    /** Names of the policies that forbid it; at most 20. */
    policies: z.array(z.string()),
  })
  .meta({ id: 'LicenseUse' })
export type LicenseUse = z.infer<typeof LicenseUse>

/** One branch with components under a license. */
export const LicenseBranch = z
  .object({
    projectUuid: Uuid,
    projectName: z.string(),
    projectUrl: z.string(),
    branch: z.string(),
    scannedAt: EpochMs,
    components: z.int(),
    violatingComponents: z.int(),
  })
  .meta({ id: 'LicenseBranch' })
export type LicenseBranch = z.infer<typeof LicenseBranch>

const Filter = {
  ...ProjectSelection,
  /** Part of a license's id, in any case. */
  text: z.string().trim().max(200).default(''),
  /** violated: a policy forbids it somewhere; unknown: no license is known. */
  state: z.enum(licenseStates).optional(),
}
const Page = {
  cursor: z.string().max(4000).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
}

export const licenseUse = endpoints({
  list: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/licenses',
    permission: 'insights.read',
    summary: 'Every license in use, by the number of components under it, with what policies forbid',
    query: z.object({ ...Filter, ...Page }),
    responses: {
      200: z
        .object({
          /** Of all that the filters of projects admit, whatever the page. */
          overview: z.object({
            licenses: z.int(),
            projects: z.int(),
            violatingProjects: z.int(),
            unknownProjects: z.int(),
          }),
          licenses: z.array(LicenseUse),
          /** Pass it as `cursor` for the next page; null at the end. */
          nextCursor: z.string().nullable(),
        })
        .meta({ id: 'LicensesInUse' }),
    },
  },
  csv: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/licenses.csv',
    permission: 'insights.read',
    summary: 'Every license in use as CSV with a header row',
    query: z.object(Filter),
    responses: { 200: text('text/csv') },
  },
  branches: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/licenses/branches',
    permission: 'insights.read',
    summary: 'Projects and branches with components under a license, those that violate a policy first',
    query: z.object({
      ...ProjectSelection,
      /** Its id; 'none': no license is known. */
      license: z.string().trim().min(1).max(500),
      ...Page,
    }),
    responses: {
      200: z
        .object({ branches: z.array(LicenseBranch), nextCursor: z.string().nullable() })
        .meta({ id: 'LicenseBranches' }),
    },
  },
})
