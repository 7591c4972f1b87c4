import { credentials } from '@assay/contract/credentials.ts'
import { contract } from '@assay/contract/contract.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { withIdempotencyKeys } from './idempotency-keys.ts'
import { withReauthentication } from './reauthentication.ts'
import { connection, firstApi } from './initial-api.ts'
import { loadProblemTexts } from '../messages/problems.ts'

// Errors of input that is not sent are shown with these texts, too.
void loadProblemTexts()

/** The typed client of the whole API. Endpoints of the first view have the same names in the query cache. */
export const api = {
  ...createClient(contract, {
    ...connection,
    fetch: withIdempotencyKeys(withReauthentication(connection.fetch)),
  }),
  ...firstApi,
  // A login is never asked to log in again.
  ...createClient({ credentials }, connection),
}
