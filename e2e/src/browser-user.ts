import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { newPage } from './browser.ts'
import { openContext } from './kept-context.ts'
import { admin, type Product } from './product.ts'

export interface BrowserUser {
  context: BrowserContext
  page: Page
  /** Errors in the page so far. */
  failures: string[]
  /** Ends the visit. Fails if there were errors in the page. */
  leave(): Promise<void>
}

/** The viewports and color schemes that pages are tested in; each check adds the colors of the other scheme. */
export const variants = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const

/** Opens a page in a browser context without a session and stored data. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserUser> {
  const context = await openContext(browser, options)
  const { page, failures } = await newPage(context)
  const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = options
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion })
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

/** Opens a path of the product with a session of its administrator. */
export async function visitAsMember(
  browser: Browser,
  product: Product,
  { path = '/dashboard', ...options }: BrowserContextOptions & { path?: string | undefined } = {},
): Promise<BrowserUser> {
  const visitor = await visit(browser, options)
  const { request } = visitor.context
  expect((await request.post(`${product.url}/api/v1/credentials/login`, { data: admin })).status()).toBe(200)
  await visitor.page.goto(product.url + path)
  // Public pages render before the session is renewed; leaving now would lose the new cookie.
  await visitor.page
    .getByRole('button', { name: /^(?:Logout|Abmelden)$/ })
    .or(bare(visitor.page))
    .first()
    .waitFor()
  await visitor.page.getByRole('main').getByRole('heading').first().waitFor()
  return visitor
}

/** Views without frame show no account. */
const bare = (page: Page) => page.locator('body:not(:has(header)) main')

/** The current user in the frame: the avatar, and the address if there is room. */
export const showsMember = (page: Page, email: string) =>
  page.getByRole('button', { name: /^Menu of/ }).and(page.getByTitle(email))

/** Logs in through the dialog. */
export async function logIn(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  await page.getByLabel('Email address').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('dialog', { name: 'Log in' }).waitFor({ state: 'hidden' })
  await page.getByRole('main').getByRole('heading').first().waitFor()
}

/** Minified: each document parses it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** Rules that depend on colors. */
const rulesOfColors = ['color-contrast', 'link-in-text-block']

/** Violations of WCAG 2.2 AA. There must be none. */
export const violations = (page: Page): Promise<string[]> => check(page, standard)

/** Also checks the colors of the other color scheme, the only difference between both. */
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

export type Variant = (typeof variants)[number]

/** Violations in every viewport and color scheme, and overflow, of a page loaded once. Ends in the first viewport. */
export async function violationsInVariants(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const variant of variants) found.push(...(await violationsInVariant(page, variant)))
  await emulateVariant(page, variants[0])
  return found
}

async function violationsInVariant(page: Page, variant: Variant): Promise<string[]> {
  await emulateVariant(page, variant)
  const found = await violations(page)
  const width = await widthOf(page)
  if (width > variant.width) found.push(`is ${width} px wide`)
  await page.emulateMedia({ colorScheme: otherScheme(variant.colorScheme) })
  found.push(...(await check(page, rulesOfColors)))
  return found.map((each) => `${variant.colorScheme} at ${variant.width} px: ${each}`)
}

export async function emulateVariant(page: Page, { colorScheme, width }: Variant): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: page.viewportSize()!.height })
  // Scripts that depend on the width render in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

const otherScheme = (scheme: Variant['colorScheme']) => (scheme === 'dark' ? 'light' : 'dark')

async function check(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    // Colors in transition between the schemes belong to neither.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    // A control scrolled halfway under the sticky bar would count as one that is too small.
    const { scrollY } = globalThis
    scrollTo({ top: 0, behavior: 'instant' })
    // The global that axe defines.
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly,
      resultTypes: ['violations'],
    })
    scrollTo({ top: scrollY, behavior: 'instant' })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
}

/** Resolves when no form is being submitted: a second submission would be ignored. */
export const settled = (page: Page): Promise<void> =>
  page.locator('[type=submit][aria-busy=true]').first().waitFor({ state: 'hidden' })

/** Resolves when nothing is loading: content that loads later moves the existing content. */
export const loaded = (page: Page): Promise<void> =>
  page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' })

export const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth)

/** Accepts an invitation, choosing a password, and opens a page as that member. */
export async function acceptInvitation(
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
