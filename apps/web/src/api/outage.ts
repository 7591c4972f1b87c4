import { system } from '@assay/contract/system.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { createClient } from '@assay/sdk/create-client.ts'

const bare = createClient({ system }, { baseUrl: '' })

/** How often the server is asked whether it is back. */
const pollMs = 3_000
/** Its own answer when its database is away, and what proxies say in its place. */
const statuses = [502, 503, 504]

/** Whether a call failed because the server, its database or the network is away. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError ? statuses.includes(error.status) : error instanceof TypeError

let isAway = false
const listeners = new Set<() => void>()
const recoveryListeners = new Set<() => void>()

export const isServerAway = (): boolean => isAway

/** Calls back when that changes; returns how to stop that. */
export function subscribeToOutage(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls back each time the server is back; returns how to stop that. */
export function onRecovery(listener: () => void): () => void {
  recoveryListeners.add(listener)
  return () => void recoveryListeners.delete(listener)
}

/** Asks from now on until the server is ready again. */
export function reportOutage(): void {
  if (isAway) return
  change(true)
  pollLater()
}

const pollLater = () => setTimeout(() => void poll(), pollMs)

async function poll(): Promise<void> {
  const isReady = await bare.system.ready().then(
    ({ status }) => status === 'ok',
    () => false,
  )
  if (!isReady) return void pollLater()
  change(false)
  for (const listener of recoveryListeners) listener()
}

function change(next: boolean): void {
  isAway = next
  for (const listener of listeners) listener()
}
