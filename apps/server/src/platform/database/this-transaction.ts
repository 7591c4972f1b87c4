import { sql } from 'kysely'

/**
 * Written to a row whose change has to be in the dashboard's numbers: they read the rows of transactions that their last
 * snapshot did not contain, also those that commit late.
 */
export const thisTransaction = sql<string>`pg_current_xact_id()`
