import type { referenceData } from '@assay/contract/reference-data.ts'
import type { Client } from './create-client.ts'

/** Languages whose components have a page; none when the call fails: `messages.languagesNotAvailable` says so to people. */
export async function loadComponentLanguages(
  api: Pick<Client<{ referenceData: typeof referenceData }>, 'referenceData'>,
): Promise<string[]> {
  try {
    return await api.referenceData.componentLanguages({})
  } catch {
    return []
  }
}
