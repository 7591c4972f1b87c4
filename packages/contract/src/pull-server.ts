import { z } from 'zod'
import { Build } from './builds.ts'
import { endpoints } from './endpoint.ts'
import { BranchName } from './vocabulary.ts'
import { named } from './named.ts'

export const Refresh = named('Refresh', {
  ...Build.shape,
  /** pull: the files were fetched from the repository; rescan: the last inventory was scanned again. */
  source: z.enum(['pull', 'rescan']),
})
export type Refresh = z.infer<typeof Refresh>

export const pullServer = endpoints({
  connection: {
    method: 'GET',
    path: '/api/v1/pull-server/connection',
    permission: 'reports.edit',
    summary: 'The connected service whose repositories a refresh fetches; null if none is connected',
    responses: {
      200: z.object({
        connection: z
          .object({
            /** GitHub or GitLab. */
            service: z.string(),
            /** Address whose projects have their repository there, such as https://github.com. */
            site: z.string(),
          })
          .nullable(),
      }),
    },
  },
  refresh: {
    method: 'POST',
    path: '/api/v1/pull-server/projects/{projectUuid}',
    permission: 'reports.edit',
    summary:
      "Fetch a branch's inventories from the connected GitHub or GitLab and scan them; rescan the last inventory of any other project",
    /** Defaults to the branch shown first, before the first scan to the repository's default branch. */
    query: z.object({ branch: BranchName.optional() }),
    errors: ['integrationFailed', 'sourceFailed', 'addressRefused'],
    responses: { 200: Refresh },
  },
})
