import type { FindingChangeResult } from '@assay/contract/triage.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { triage as messages } from '../../messages/triage.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'

export type Change = NonNullable<Parameters<typeof api.triage.decide>[0]['body']>

export type FindingDetails = Awaited<ReturnType<typeof api.triage.read>>

/** The account of the current member; '' without a login. */
export function useAccountUuid(): string {
  const { state } = useSession()
  return state.status === 'member' ? state.user.account.uuid : ''
}

/** When the rescans that a decision queues have usually ended. */
const rescannedAfterMs = [3_000, 10_000]

/** Reads again what is shown, now and after the rescans. */
export function refreshAfterRescan(queries: QueryClient): Promise<void> {
  for (const delay of rescannedAfterMs) setTimeout(() => void queries.invalidateQueries(), delay)
  return queries.invalidateQueries()
}

/** Changes findings, says what was changed and left out, and offers to undo it. */
export function useTriage(onDone: () => void = () => undefined) {
  const queries = useQueryClient()
  const params = { accountUuid: useAccountUuid() }
  const undo = async (changeUuid: string) => {
    try {
      const { changed } = await api.triage.revert({ params: { ...params, changeUuid } })
      showNotice(messages.result.undone(changed))
    } catch (error) {
      showAlert(messageOf(error))
    }
    await refreshAfterRescan(queries)
  }
  return useMutation({
    mutationFn: (body: Change) => api.triage.decide({ params, body }),
    onSuccess: (result) => {
      const { changed, waiting, changeUuid } = result
      if (changed + waiting === 0) showAlert(summaryOf(result))
      else showNotice(summaryOf(result), { label: messages.result.undo, run: () => void undo(changeUuid) })
      onDone()
      return refreshAfterRescan(queries)
    },
    onError: (error) => showAlert(messageOf(error)),
  })
}

function summaryOf({ changed, waiting, skipped }: FindingChangeResult): string {
  const reasons = [...new Set(skipped.map(({ reason }) => messages.result.reasons[reason]))].join(', ')
  const parts = [
    ...(changed > 0 ? [messages.result.changed(changed)] : []),
    ...(waiting > 0 ? [messages.result.waiting(waiting)] : []),
    ...(skipped.length > 0 ? [messages.result.skipped(skipped.length, reasons)] : []),
  ]
  return `${parts.join('; ')}.`
}
