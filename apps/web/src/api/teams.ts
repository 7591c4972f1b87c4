import { accountTeams } from '@assay/contract/account-teams.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { loadTeams } from '@assay/sdk/load-lists.ts'
import { connection } from './initial-api.ts'

type Load = typeof loadTeams

/** Apart from the other calls of accounts, which the first view does without. */
const api = createClient({ accounts: accountTeams }, connection)

/** The account's teams, asked for at the login. A list that fails is empty, as the specification has it. */
export const listTeams = (input: Parameters<Load>[1], options?: Parameters<Load>[2]): ReturnType<Load> =>
  loadTeams(api, input, options)
