import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { firstApi } from '../../api/initial-api.ts'
import { initialAccount } from '../../api/login-steps.ts'
import { query } from '../../api/query.ts'

/**
 * Public configuration of the installation; undefined while loading. Includes an account's own providers after its link
 * was followed or an address of its domain was entered.
 */
export function usePublicConfig(domain?: string) {
  const selector = initialAccount === null ? domain && { domain } : { account: initialAccount }
  return useQuery({
    ...query(firstApi.publicConfig.get, selector ? { query: selector } : {}),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  }).data
}
