import { ApiError } from '@assay/sdk/api-error.ts'
import type { ImportContext } from './import-context.ts'
import { count } from './tally.ts'

/** Creates something unless there is one of that name; a refusal is named in the report. */
export async function createOnce(
  { tally, isDryRun }: Pick<ImportContext, 'tally' | 'isDryRun'>,
  { what, name, isThere }: { what: string; name: string; isThere: boolean },
  create: () => Promise<unknown>,
): Promise<void> {
  if (isThere) return count(tally.there, what)
  try {
    if (!isDryRun) await create()
    count(tally.imported, what)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
    tally.leftOut.push({ what, name, why: error.message })
  }
}
