import type { Overview } from '@assay/contract/scans.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { useSession } from '../../../api/session.tsx'
import { report as messages } from '../../../messages/report.ts'
import { showAlert, showNotice } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'

interface Props {
  overview: Overview
  /** The branch has a newer scan. */
  onScanned: () => void
}

const texts = messages.rescan

/** Rescans the branch's last inventory with current advisories and rules. */
export function Rescan({ overview: { project, branch, scans }, onScanned }: Props) {
  const { state } = useSession()
  const queries = useQueryClient()
  const rescan = useMutation({
    mutationFn: () => api.reports.recompute({ params: { projectUuid: project.uuid }, query: { branch } }),
    onSuccess: async ({ uuid }) => {
      // The report is unchanged, so the rescan recorded no new scan.
      const isUnchanged = scans.some((scan) => scan.uuid === uuid)
      onScanned()
      await queries.invalidateQueries()
      showNotice(isUnchanged ? texts.unchanged : texts.done)
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  const isAllowed = state.status === 'member' && state.user.permissions.includes('reports.edit')
  // Focusable although disabled, so that screen readers announce the reason.
  const isOff = !isAllowed || rescan.isPending
  return (
    <Button
      aria-disabled={isOff}
      title={isAllowed ? texts.hint : texts.notAllowed}
      onPress={() => !isOff && rescan.mutate()}
    >
      {rescan.isPending ? texts.running : texts.start}
    </Button>
  )
}
