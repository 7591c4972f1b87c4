import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/query.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'

/** Runs an action on failed jobs, shows the result, and reloads the list. */
export function useJobAction(action: () => Promise<string>, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: (message) => {
      showNotice(message)
      onDone()
    },
    onError: (error) => showAlert(messageOf(error)),
    onSettled: () => queries.invalidateQueries(),
  })
}
