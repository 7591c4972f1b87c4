import { useQuery } from '@tanstack/react-query'
import { firstApi } from '../api/first-api.ts'
import { query } from '../api/query.ts'

/** What a visitor may know of the installation; undefined until it is known. */
export const useSite = () => useQuery({ ...query(firstApi.site.get, {}), staleTime: Infinity }).data
