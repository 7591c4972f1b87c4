import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'

const refetchMs = 30_000

/** The state of the installation; null for members who do not operate it. */
export function useInstallation() {
  const queue = useQuery(query(api.system.queue, {}))
  const isOperator = queue.data?.isWholeInstallation === true
  const status = useQuery({ ...query(api.site.status, {}), enabled: isOperator, refetchInterval: refetchMs })
  return isOperator ? status : null
}
