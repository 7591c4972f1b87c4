import type { Overview } from '@assay/contract/scans.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import type { UpgradeGroup } from './upgrades-model.ts'

/** The shell command for an upgrade of the branch's last scan; null if there is no single command for it. */
export function useCommandOf({ project, branch, scan, scans }: Overview) {
  const hasPermission = usePermission()
  const { data } = useQuery({
    ...query(api.fixes.ofProject, {
      params: { projectUuid: project.uuid },
      query: { branch, limit: '200' },
    }),
    enabled: hasPermission('insights.read') && scans[0]?.uuid === scan.uuid,
  })
  return ({ ecosystem, name, to }: UpgradeGroup): string | null =>
    data?.upgrades.find((each) => each.ecosystem === ecosystem && each.name === name && each.to === to)
      ?.command ?? null
}
