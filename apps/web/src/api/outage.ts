import { system } from '@assay/contract/system.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { basePath } from '../paths.ts'

const bare = createClient({ system }, { baseUrl: basePath })

/** Polling interval until the server is back. */
const pollMs = 3_000
/** Statuses of the server without its database, and of proxies without the server. */
const statuses = [502, 503, 504]

/** Whether a call failed because the server, its database or the network is unavailable. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError ? statuses.includes(error.status) : error instanceof TypeError

let isAway = false
/** The server has a newer version of the page. */
let isOutdated = false
const listeners = new Set<() => void>()
const recoveryListeners = new Set<() => void>()

export const isServerAway = (): boolean => isAway
export const isPageOutdated = (): boolean => isOutdated

/** Calls back on changes. Returns a function to unsubscribe. */
export function subscribeToOutage(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls back whenever the server is back. Returns a function to unsubscribe. */
export function onRecovery(listener: () => void): () => void {
  recoveryListeners.add(listener)
  return () => void recoveryListeners.delete(listener)
}

/** Polls until the server is ready again. */
export function reportOutage(): void {
  if (isAway) return
  change(true)
  pollLater()
}

const pollLater = () => setTimeout(() => void poll(), pollMs)

async function poll(): Promise<void> {
  if (!(await isReady())) return void pollLater()
  change(false)
  for (const listener of recoveryListeners) listener()
  if (await isReplaced()) reportNewVersion()
}

/** The page reloads while it is hidden, or when a chunk is missing. */
function reportNewVersion(): void {
  if (isOutdated) return
  isOutdated = true
  notify()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && !hasUnsaved()) location.reload()
  })
}

function reloadOnceSaved(): void {
  if (hasUnsaved()) setTimeout(reloadOnceSaved, pollMs)
  else location.reload()
}

/** Whether a dialog is open or a field has unsaved input. */
const hasUnsaved = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )

const isReady = () =>
  bare.system.ready().then(
    ({ status }) => status === 'ok',
    () => false,
  )

async function isReplaced(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src')
  if (own == null) return false
  const page = await fetch(`${basePath}/`, { headers: { accept: 'text/html' } }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
  return page.includes('<script') && !page.includes(own)
}

/**
 * Loads a chunk of the page. Waits while the server is unavailable, so that the page stays. A chunk of an older build
 * comes with the page that is loaded in its place.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    if (await isReady()) {
      // A short interruption is over already.
      if (!(await isReplaced())) return load()
      reportNewVersion()
      reloadOnceSaved()
      return new Promise(() => undefined)
    }
    reportOutage()
    await new Promise<void>((resolve) => {
      const stop = onRecovery(() => {
        stop()
        resolve()
      })
    })
    return load()
  }
}

function change(next: boolean): void {
  isAway = next
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
