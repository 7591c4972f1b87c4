import { launchBrowser } from '@assay/e2e/browser.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { time } from '../measure.ts'
import { admin } from '../product.ts'
import { watch } from './watch.ts'

export interface Visits {
  /** A page without session and with an empty cache. */
  stranger(): Promise<Page>
  /** The same with a session. */
  member(): Promise<Page>
  end(): Promise<void>
}

const viewport = { width: 1440, height: 900 }

export async function startVisits(baseURL: string): Promise<Visits> {
  const browser = await launchBrowser()
  const visit = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport, baseURL, ...options })
    await watch(context)
    return context.newPage()
  }
  const first = await visit()
  await first.goto('/dashboard')
  await logIn(first)
  const storageState = await first.context().storageState()
  await first.context().close()
  return { stranger: visit, member: () => visit({ storageState }), end: () => browser.close() }
}

/** Time in ms from the click on the button to the dashboard's rows. */
export async function logIn(page: Page): Promise<number> {
  await page.getByLabel('Email address').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  return time(async () => {
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.locator('[data-row]').first().waitFor()
  })
}

/** Closes a page with its cache. */
export const leave = (page: Page): Promise<void> => page.context().close()
