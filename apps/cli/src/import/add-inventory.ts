import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { count, type Tally } from './tally.ts'
import { whenScanned } from './when-scanned.ts'

export type AddedBody = Parameters<Api['imports']['addVersion']>[0]['body']
export type Added = Awaited<ReturnType<Api['imports']['addVersion']>>

/** Adds the inventory of a branch, and counts it, unless it is a later one; null if it was refused, which the report names. */
export async function addInventory(
  { api, tally }: { api: Api; tally: Tally },
  counted: { what: string; name: string } | null,
  body: AddedBody,
): Promise<Added | null> {
  try {
    const added = await whenScanned(() => api.imports.addVersion({ body }))
    if (counted) count(tally.imported, counted.what)
    return added
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
    if (counted && error.status === 409) count(tally.there, counted.what)
    else if (counted) tally.leftOut.push({ ...counted, why: error.message })
    return null
  }
}

const maxPauseMs = 2000

/** The next inventory of the branch can follow from then on. */
export async function untilScanned(api: Api, id: string): Promise<void> {
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    const { status } = await api.builds.get({ params: { id } })
    if (status === 'success' || status === 'failed') return
    await sleep(pauseMs)
  }
}
