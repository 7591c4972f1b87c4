import type { accounts } from '@assay/contract/accounts.ts'
import type { Input } from '@assay/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useUser } from '../use-user.ts'

export type ConfigurationChange = Input<typeof accounts.configure>['body']

/** The account's configuration, with its update mutation. */
export function useConfiguration() {
  const params = { accountUuid: useUser().account.uuid }
  return {
    known: useQuery(query(api.accounts.configuration, { params })),
    configure: (body: ConfigurationChange) => api.accounts.configure({ params, body }),
  }
}
