import type { Exclusion } from '@assay/contract/exclusions.ts'
import type { Overview } from '@assay/contract/scans.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { usePermission } from '../use-permission.ts'
import { isPendingBy } from './model.ts'

const none: Exclusion[] = []

/** Whether a finding of the branch's last scan has been excluded since. */
export function usePendingExclusions({ project, scan, scans }: Pick<Overview, 'project' | 'scan' | 'scans'>) {
  const { state } = useSession()
  const hasPermission = usePermission()
  const user = state.status === 'member' ? state.user : null
  const isLast = scans[0]?.uuid === scan.uuid
  const { data = none } = useQuery({
    ...query(api.exclusions.list, {
      params: { accountUuid: user?.account.uuid ?? '' },
      query: { domain: 'security' },
    }),
    enabled: user !== null && isLast && hasPermission('policies.read'),
  })
  if (!isLast) return () => false
  const made = { projectUuid: project.uuid, scannedAt: scan.timestamp, memberUuid: user?.id ?? '' }
  return (finding: Finding) =>
    finding.exclusion === null && data.some((each) => isPendingBy(each, finding, made))
}
