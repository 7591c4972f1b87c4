import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { count, type Tally } from './tally.ts'

type AddedBody = Parameters<Api['imports']['addVersion']>[0]['body']
type Added = Awaited<ReturnType<Api['imports']['addVersion']>>

/** Adds the inventory of a branch, and counts it; null if it was refused, which the report names. */
export async function addInventory(
  { api, tally }: { api: Api; tally: Tally },
  { what, name }: { what: string; name: string },
  body: AddedBody,
): Promise<Added | null> {
  try {
    const added = await api.imports.addVersion({ body })
    count(tally.imported, what)
    return added
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
    if (error.status === 409) count(tally.there, what)
    else tally.leftOut.push({ what, name, why: error.message })
    return null
  }
}

const pauseMs = 200

/** Findings exist from then on. */
export async function untilScanned(api: Api, id: string): Promise<void> {
  for (;;) {
    const { status } = await api.builds.get({ params: { id } })
    if (status === 'success' || status === 'failed') return
    await sleep(pauseMs)
  }
}
