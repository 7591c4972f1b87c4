import { repositoryAt } from '@assay/engine/project-address.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { usePermission } from '../use-permission.ts'

const keptMs = 60_000

/** Returns the connected service that has a project's repository; null if the project cannot be refreshed from one. */
export function useRepositoryService(): (projectUrl: string) => string | null {
  const canScan = usePermission()('reports.edit')
  const { data } = useQuery({
    ...query(api.pullServer.connection, {}),
    staleTime: keptMs,
    enabled: canScan,
  })
  const connection = data?.connection ?? null
  return (projectUrl) =>
    canScan && connection !== null && repositoryAt(connection.site, projectUrl) !== null
      ? connection.service
      : null
}
