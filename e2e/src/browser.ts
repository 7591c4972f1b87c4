import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

/** Without windows, the shell needs less than half the processor time for each visit. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** What is waited for may take long on a busy machine. */
export const patienceMs = 120_000

/** The Chromium of this machine; undefined when there is none. */
export const browserPath = (): string | undefined => places.find((path) => existsSync(path))

export const launchBrowser = (...flags: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath()!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...flags],
    timeout: patienceMs,
  })

let shared: Promise<Browser> | undefined

/** One for all files of a worker; the end of the process ends it. Each visit has a context of its own. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (!running?.isConnected()) shared = launchBrowser()
  return shared!
}

/** A page of a new visitor that notes what goes wrong in it. */
export async function newPage(context: BrowserContext): Promise<{ page: Page; failures: string[] }> {
  const page = await context.newPage()
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('console', (message) => {
    // A visitor without a session is told so by the refresh call; the browser logs every 401.
    if (message.type() === 'error' && !message.text().includes('401')) failures.push(message.text())
  })
  return { page, failures }
}
