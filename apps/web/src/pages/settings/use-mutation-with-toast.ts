import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/query.ts'
import { showAlert } from '../../ui/alerts.tsx'

/** A mutation that refetches the page's data. `failed` precedes the server's error message. */
export function useMutationWithToast<I>(action: (input: I) => Promise<unknown>, failed?: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: action,
    onError: (error) => showAlert([failed, messageOf(error)].filter(Boolean).join(' ')),
    // Optimistic: shown until the server's response arrives.
    onSettled: () => queries.invalidateQueries(),
  })
}

/** The same for a form, which shows errors itself. */
export function useSaving<I>(action: (input: I) => Promise<unknown>) {
  const queries = useQueryClient()
  return async (input: I): Promise<void> => {
    await action(input)
    await queries.invalidateQueries()
  }
}
