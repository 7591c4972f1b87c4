import type { referenceData } from '@assay/contract/reference-data.ts'
import type { Client } from './create-client.ts'

/** Languages whose components have a registry page; empty on errors, for which `messages.languagesNotAvailable` is the message. */
export async function loadComponentLanguages(
  api: Pick<Client<{ referenceData: typeof referenceData }>, 'referenceData'>,
): Promise<string[]> {
  try {
    return await api.referenceData.componentLanguages({})
  } catch {
    return []
  }
}
