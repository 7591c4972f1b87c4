import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { count, type Tally } from './tally.ts'

export type AddedBody = Parameters<Api['imports']['addVersion']>[0]['body']
export type Added = Awaited<ReturnType<Api['imports']['addVersion']>>

const pauseMs = 200

/** Adds the inventory of a branch, and counts it, unless it is a later one; null if it was refused, which the report names. */
export async function addInventory(
  { api, tally }: { api: Api; tally: Tally },
  counted: { what: string; name: string } | null,
  body: AddedBody,
): Promise<Added | null> {
  for (;;)
    try {
      const added = await api.imports.addVersion({ body })
      if (counted) count(tally.imported, counted.what)
      return added
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
      if (error.errorType === 'conflict') await sleep(pauseMs)
      else {
        if (counted && error.status === 409) count(tally.there, counted.what)
        else if (counted) tally.leftOut.push({ ...counted, why: error.message })
        return null
      }
    }
}

/** Findings exist from then on. */
export async function untilScanned(api: Api, id: string): Promise<void> {
  for (;;) {
    const { status } = await api.builds.get({ params: { id } })
    if (status === 'success' || status === 'failed') return
    await sleep(pauseMs)
  }
}
