import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core'
import { browserTimeoutMs } from './browser.ts'

/** Options that the page of a visit can set. All others need a context of their own. */
const ofPages = new Set(['viewport', 'colorScheme', 'reducedMotion'])

/** Their effects outlast the page, so a context on which a visit calls one is not reused. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'once',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
  'unrouteAll',
] as const satisfies (keyof BrowserContext)[]

const ofClock = [
  'fastForward',
  'install',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const satisfies (keyof BrowserContext['clock'])[]

interface KeptContext {
  context: BrowserContext
  isFree: boolean
}

const keptContexts = new WeakMap<Browser, KeptContext>()
/** Contexts being opened. */
const opening = new WeakSet<Browser>()

/**
 * A context without cookies and stored data. A new one per visit would start a process and load everything again, so
 * one is kept per browser, and emptied when a visit closes it. A second visit at the same time gets another context.
 */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const kept = keptContexts.get(browser)
  if (kept?.isFree && canKeep(options)) {
    kept.isFree = false
    return kept.context
  }
  if (kept || opening.has(browser) || !canKeep(options)) return newContext(browser, options)
  opening.add(browser)
  try {
    return await keepNewContext(browser)
  } finally {
    opening.delete(browser)
  }
}

const canKeep = (options: BrowserContextOptions) => Object.keys(options).every((name) => ofPages.has(name))

async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(browserTimeoutMs)
  return context
}

async function keepNewContext(browser: Browser): Promise<BrowserContext> {
  const context = await newContext(browser)
  // The process of the pages ends with its last page.
  const idle = await context.newPage()
  const session = await context.newCDPSession(idle)
  const origins = new Set<string>()
  context.on('page', (page) => page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin)))
  const kept = { context, isFree: false }
  const isChanged = watchChanges(context)
  const close = context.close.bind(context)
  context.close = async () => {
    if (isChanged()) {
      keptContexts.delete(browser)
      return close()
    }
    for (const page of context.pages()) if (page !== idle) await page.close()
    await context.clearCookies()
    await clearStorage(session, origins)
    kept.isFree = true
  }
  keptContexts.set(browser, kept)
  return context
}

/** Returns whether the context was changed in a way that affects later pages. */
function watchChanges(context: BrowserContext): () => boolean {
  let isChanged = false
  const watch = (object: object, name: string, method: (...values: unknown[]) => unknown) =>
    Object.defineProperty(object, name, {
      value(...values: unknown[]) {
        isChanged = true
        return method.apply(object, values)
      },
    })
  for (const name of lasting) watch(context, name, context[name] as () => unknown)
  for (const name of ofClock) watch(context.clock, name, context.clock[name] as () => unknown)
  return () => isChanged
}

async function clearStorage(session: CDPSession, origins: Set<string>): Promise<void> {
  for (const origin of origins)
    if (origin.startsWith('http'))
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  origins.clear()
}
