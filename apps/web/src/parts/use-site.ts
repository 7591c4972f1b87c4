import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { query } from '../api/query.ts'

/** What a visitor may know of the installation; undefined until it is known. */
export const useSite = () => useQuery({ ...query(api.site.get, {}), staleTime: Infinity }).data
