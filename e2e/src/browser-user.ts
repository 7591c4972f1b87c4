import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { newPage, patienceMs } from './browser.ts'
import { admin, type Product } from './product.ts'

export interface BrowserUser {
  context: BrowserContext
  page: Page
  /** What went wrong in the page so far. */
  failures: string[]
  /** Ends the visit; nothing that went wrong in it may be left unsaid. */
  leave(): Promise<void>
}

/** Every page is looked at in these, and in each of them by `violationsInBothSchemes`. */
export const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const

/** A page of a new visitor. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserUser> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(patienceMs)
  const { page, failures } = await newPage(context)
  return {
    context,
    page,
    failures,
    async leave() {
      expect(failures).toEqual([])
      await context.close()
    },
  }
}

/** At a path of the product, as one of its administrator's sessions that the browser remembers. */
export async function visitAsMember(
  browser: Browser,
  product: Product,
  { path = '/dashboard', ...options }: BrowserContextOptions & { path?: string | undefined } = {},
): Promise<BrowserUser> {
  const visitor = await visit(browser, options)
  const { request } = visitor.context
  expect((await request.post(`${product.url}/api/v1/credentials/login`, { data: admin })).status()).toBe(200)
  await visitor.page.goto(product.url + path)
  // Pages for everyone are there before the session is; whoever left now would lose its renewed cookie.
  await visitor.page
    .getByRole('button', { name: /^(?:Logout|Abmelden)$/ })
    .or(bare(visitor.page))
    .first()
    .waitFor()
  await visitor.page.getByRole('main').getByRole('heading').first().waitFor()
  return visitor
}

/** A bare view shows no account. */
const bare = (page: Page) => page.locator('body:not(:has(header)) main')

/** What the frame says of who is logged in: at every width by the avatar, with room also in words. */
export const showsMember = (page: Page, email: string) =>
  page.getByRole('link', { name: /^Settings, logged in as/ }).and(page.getByTitle(email))

/** By the dialog that a visitor sees. */
export async function logIn(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  await page.getByLabel('Email address').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('dialog', { name: 'Log in' }).waitFor({ state: 'hidden' })
  await page.getByRole('main').getByRole('heading').first().waitFor()
}

const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** The rules of the standard that colors decide. */
const rulesOfColors = ['color-contrast', 'link-in-text-block']

/** What breaks WCAG 2.2 AA; none is accepted. */
export const violations = (page: Page): Promise<string[]> => check(page, standard)

/** The same, and what the other color scheme breaks by its colors: everything else is the same in it. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const found = await violations(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  try {
    return [...found, ...(await check(page, rulesOfColors))]
  } finally {
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  }
}

async function check(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    // Colors on their way from one scheme to the other are of neither.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    // The library's own global, put there by the line above.
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly,
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
}

/** When no form waits for its answer any more: what is sent before is dropped. */
export const settled = (page: Page): Promise<void> =>
  page.locator('[type=submit][aria-busy=true]').first().waitFor({ state: 'hidden' })

export const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth)

/** As whom an invitation was made for, who chooses a password first. */
export async function enterByInvitation(
  browser: Browser,
  product: Product,
  { invitationUrl, ...options }: BrowserContextOptions & { invitationUrl: string | null },
) {
  const visitor = await visit(browser, options)
  const { pathname, hash } = new URL(invitationUrl!)
  await visitor.page.goto(product.url + pathname + hash)
  await visitor.page.getByLabel('New password').fill('plums in the icebox')
  await visitor.page.getByRole('button', { name: 'Save and log in' }).click()
  await visitor.page.waitForURL(/\/dashboard/)
  return visitor
}
