import type { FixUpgrade } from '@assay/contract/fixes.ts'
import type { Overview } from '@assay/contract/scans.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { obstaclesOf } from '../../../widgets/findings/obstacles-of.ts'
import { usePermission } from '../../../widgets/use-permission.ts'
import type { UpgradeGroup } from './upgrades-model.ts'

/** How to do an upgrade of the branch's last scan: its shell command, null if there is none, and what else there is to say. */
export function useStepsOf({ project, branch, scan, scans }: Overview) {
  const hasPermission = usePermission()
  const { data } = useQuery({
    ...query(api.fixes.ofProject, {
      params: { projectUuid: project.uuid },
      query: { branch, limit: '200' },
    }),
    enabled: hasPermission('insights.read') && scans[0]?.uuid === scan.uuid,
  })
  return ({ ecosystem, name, to }: UpgradeGroup): { command: string | null; obstacles: string[] } => {
    const isSame = (each: FixUpgrade) => each.ecosystem === ecosystem && each.name === name && each.to === to
    const found = data?.upgrades.find(isSame)
    return { command: found?.command ?? null, obstacles: found ? obstaclesOf(found) : [] }
  }
}
