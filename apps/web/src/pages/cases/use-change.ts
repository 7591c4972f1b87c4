import type { Case } from '@assay/contract/cases.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { showAlert } from '../../ui/alerts.tsx'

type Body = NonNullable<Parameters<typeof api.cases.update>[0]['body']>

/** Shows a case as the server returned it, and reads the lists again. */
export function useShown() {
  const queries = useQueryClient()
  return (known: Case) => {
    queries.setQueryData(query(api.cases.get, { params: { caseUuid: known.uuid } }).queryKey, known)
    return queries.invalidateQueries({ queryKey: ['cases'] })
  }
}

/** Changes a case. Errors are alerts. */
export function useChange(caseUuid: string) {
  const show = useShown()
  return useMutation({
    mutationFn: (body: Body) => api.cases.update({ params: { caseUuid }, body }),
    onSuccess: show,
    onError: (error) => showAlert(messageOf(error)),
  })
}
