import { licenseSources } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { License } from './licenses.ts'
import { ProjectSelection } from './metrics.ts'
import { EpochMs, Uuid, licenseStates } from './vocabulary.ts'
import { named } from './named.ts'

/** A license and its use, as of each branch's last scan. */
export const LicenseUse = named('LicenseUse', {
  /** null: components without a known license. */
  license: License.nullable(),
  projects: z.int(),
  branches: z.int(),
  /** Components with this license, counted once per branch. */
  components: z.int(),
  /** Sources of the license with their number of components, most frequent first. */
  sources: z.array(z.object({ source: z.enum(licenseSources), components: z.int() })),
  /** Components for which a policy forbids it, counted once per branch. */
  violatingComponents: z.int(),
  violatingProjects: z.int(),
  /** Names of the policies that forbid it; at most 20. */
  policies: z.array(z.string()),
})
export type LicenseUse = z.infer<typeof LicenseUse>

/** A branch with components under a license. */
export const LicenseBranch = named('LicenseBranch', {
  projectUuid: Uuid,
  projectName: z.string(),
  projectUrl: z.string(),
  branch: z.string(),
  scannedAt: EpochMs,
  components: z.int(),
  violatingComponents: z.int(),
})
export type LicenseBranch = z.infer<typeof LicenseBranch>

const Filter = {
  ...ProjectSelection,
  /** Part of a license id, case-insensitive. */
  text: z.string().trim().max(200).default(''),
  /** violated: forbidden by a policy somewhere; unknown: no known license. */
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
    readsMuch: true,
    summary: 'All licenses in use, by number of components, with policy violations',
    query: z.object({ ...Filter, ...Page }),
    responses: {
      200: named('LicensesInUse', {
        /** Totals of everything that matches the project filters. */
        overview: z.object({
          licenses: z.int(),
          projects: z.int(),
          violatingProjects: z.int(),
          unknownProjects: z.int(),
        }),
        licenses: z.array(LicenseUse),
        /** Pass as `cursor` for the next page; null on the last page. */
        nextCursor: z.string().nullable(),
      }),
    },
  },
  csv: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/licenses.csv',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'All licenses in use as CSV with a header row',
    query: z.object(Filter),
    responses: { 200: text('text/csv') },
  },
  branches: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/licenses/branches',
    permission: 'insights.read',
    summary: 'Projects and branches with components under a license, policy violations first',
    query: z.object({
      ...ProjectSelection,
      /** The license id; 'none' for components without a known license. */
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
