import { contract } from '@assay/contract/contract.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { confirming } from './confirming.ts'
import { connection, firstApi } from './first-api.ts'

/** The whole API, typed. What the first view calls has the same names in the query cache. */
export const api = {
  ...createClient(contract, { ...connection, fetch: confirming(connection.fetch) }),
  ...firstApi,
}
