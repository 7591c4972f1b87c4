import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Overview } from '@assay/contract/scans.ts'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'

/** Shared by two tabs. */
export function useComponents({ project, scan }: Overview, isEnabled = true) {
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  return useQuery({
    ...query(api.scans.components, of),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}
