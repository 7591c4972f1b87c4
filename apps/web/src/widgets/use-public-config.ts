import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { firstApi } from '../api/initial-api.ts'
import { accountOnArrival } from '../api/login-steps.ts'
import { query } from '../api/query.ts'

/**
 * What a visitor may know of the installation; undefined until it is known. An account's own providers are among the
 * ways in when its link was followed, or when an address of its domain is typed.
 */
export function usePublicConfig(domain?: string) {
  const wanted = accountOnArrival === null ? domain && { domain } : { account: accountOnArrival }
  return useQuery({
    ...query(firstApi.publicConfig.get, wanted ? { query: wanted } : {}),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  }).data
}
