import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

/** Without windows, the shell needs less than half the processor time for each visit. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Timeout for everything: a busy machine can be slow. */
export const browserTimeoutMs = 120_000

/** The Chromium of this machine; undefined if there is none. */
export const browserPath = (): string | undefined => places.find((path) => existsSync(path))

export const launchBrowser = (...flags: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath()!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...flags],
    timeout: browserTimeoutMs,
  })

/**
 * Visits are too short for code that V8 optimizes in the background to pay off. Later visits reuse the compiled code of
 * earlier ones, so it is neither recompiled while streaming nor discarded.
 */
const withoutOptimization = '--js-flags=--no-opt --no-maglev --no-script-streaming --no-flush-bytecode'

/** Each request passes through one process fewer. */
const withOwnNetwork = '--enable-features=NetworkServiceInProcess2'

let shared: Promise<Browser> | undefined

/** One browser per worker, ended with its process. Pages of a context share a process. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (!running?.isConnected())
    shared = launchBrowser('--renderer-process-limit=1', withOwnNetwork, withoutOptimization)
  return shared!
}

/** Disables animations: without a GPU, drawing spinners takes a sixth of the processor time of a visit. */
function stopAnimations(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** For tests of animations and transitions: enables those of the open document. */
export const allowAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.adoptedStyleSheets = []))

/** Opens a page that records its errors. */
export async function newPage(context: BrowserContext): Promise<{ page: Page; failures: string[] }> {
  const page = await context.newPage()
  await page.addInitScript(stopAnimations)
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('console', (message) => {
    // Without a session, the refresh request returns 401, which the browser logs.
    if (message.type() === 'error' && !message.text().includes('401')) failures.push(message.text())
  })
  return { page, failures }
}
