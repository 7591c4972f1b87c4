import { accountTeams } from '@assay/contract/account-teams.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { loadTeams } from '@assay/sdk/load-lists.ts'
import { connection } from './initial-api.ts'

type Load = typeof loadTeams

/** Separate from other account endpoints, which the first view does not need. */
const api = createClient({ accounts: accountTeams }, connection)

/** The account's teams. If that fails, the list is empty, as specified. */
export const listTeams = (input: Parameters<Load>[1], options?: Parameters<Load>[2]): ReturnType<Load> =>
  loadTeams(api, input, options)
