import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { exclude as texts } from '../../messages/exclude.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'
import { usePermission } from '../use-permission.ts'

export interface RescannedBranch {
  projectUuid: string
  branch: string
  /** The branch has a newer scan. */
  onRescanned?: () => void
}

/** Rescans a branch after a decision, and shows the result. */
export function useRescan({ projectUuid, branch, onRescanned }: RescannedBranch) {
  const queries = useQueryClient()
  const canRescan = usePermission()('reports.edit')
  /** Not awaited: until it is done, the report shows that it is pending. */
  const rescan = async () => {
    await queries.invalidateQueries()
    if (!canRescan) return
    try {
      await api.reports.recompute({ params: { projectUuid }, query: { branch } })
      onRescanned?.()
      await queries.invalidateQueries()
      showNotice(texts.rescanned)
    } catch {
      showAlert(texts.rescanFailed)
    }
  }
  return { canRescan, rescan }
}
