import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from './product.ts'

/** Loads the demo data into the product's empty account, and waits for it. */
export async function loadDemo({ api }: Product): Promise<void> {
  const params = { accountUuid: (await api.accounts.me()).uuid }
  await api.demo.load({ params })
  for (let state = 'loading'; state !== 'loaded'; await sleep(500)) {
    state = (await api.demo.progress({ params })).state
    if (state === 'failed') throw new Error('The demo data could not be loaded')
  }
}
