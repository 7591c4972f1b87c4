import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/query.ts'
import { showAlert } from '../../ui/alerts.tsx'

/** Does something with failed jobs, says what came of it, and shows the list as it is then. */
export function useJobAction(action: () => Promise<string>, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: (message) => {
      showAlert(message)
      onDone()
    },
    onError: (error) => showAlert(messageOf(error)),
    onSettled: () => queries.invalidateQueries(),
  })
}
