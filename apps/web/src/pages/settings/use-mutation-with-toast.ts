import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/query.ts'
import { showAlert } from '../../ui/alerts.tsx'

/** Changes something at once; what the page shows is asked for anew then. failed stands before the server's sentence. */
export function useMutationWithToast<I>(action: (input: I) => Promise<unknown>, failed?: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: action,
    onError: (error) => showAlert([failed, messageOf(error)].filter(Boolean).join(' ')),
    // Shown as changed until the server's own answer is there.
    onSettled: () => queries.invalidateQueries(),
  })
}

/** The same for a form, which says itself what went wrong. */
export function useSaving<I>(action: (input: I) => Promise<unknown>) {
  const queries = useQueryClient()
  return async (input: I): Promise<void> => {
    await action(input)
    await queries.invalidateQueries()
  }
}
