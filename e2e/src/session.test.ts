import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin } from './product.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { logIn, showsMember } from './browser-user.ts'

const notice = 'A LOGIN IS REQUIRED TO ACCESS METRICS'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Log in' })
const noticeOf = (page: Page) => page.getByRole('heading', { name: notice })

/** Counts the requests to a path of the API. */
function countCalls(page: Page, path: string): () => number {
  let calls = 0
  page.on('request', (request) => void (new URL(request.url()).pathname === path && calls++))
  return () => calls
}

/** Counts responses of an API path: a token is not renewed again while a renewal is in progress. */
function countResponses(page: Page, path: string): () => number {
  let responses = 0
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname !== path) return
    await response.finished()
    responses++
  })
  return () => responses
}

/** Stops the page's clock; only the test advances it. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

/** The dialog opens at 500 ms. Its code loads at the first opening, which takes some of the page's clock, too. */
async function showsDialog(page: Page): Promise<void> {
  await page.clock.runFor(1)
  const isShown = async () => {
    await page.clock.runFor(50)
    return dialogOf(page).isVisible()
  }
  await expect.poll(isShown).toBe(true)
}

describeWithBrowser('a session', (stage) => {
  test('that is missing leads to the notice, and to the login dialog after 500 ms, on load and by link', async () => {
    const { page, leave } = await stage.visit()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await page.goto(stage.product.url)
    await noticeOf(page).waitFor()
    await page.getByText('This page requires authentication').waitFor()
    await page.clock.runFor(499)
    await expect.poll(() => dialogOf(page).isVisible()).toBe(false)
    await showsDialog(page)
    // No data, but whether visitors may register.
    const calls = () => requested.filter((path) => path.startsWith('/api/'))
    await expect.poll(calls).toEqual(['/api/v1/credentials/refresh', '/api/v1/site'])
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'login' }).click()
    await page.clock.runFor(499)
    await expect.poll(() => dialogOf(page).isVisible()).toBe(false)
    await showsDialog(page)
    await leave()
  })

  test.each([
    ['is over', (page: Page) => page.evaluate(() => localStorage.setItem('assay.accessToken', 'an old one'))],
    ['cannot be asked for', (page: Page) => page.route('**/api/v1/**', (route) => route.abort())],
  ])('that %s on load leads to the login', async (_name, prepare) => {
    const { page, context } = await stage.visit()
    await page.goto(`${stage.product.url}/terms.html`)
    await prepare(page)
    await page.goto(`${stage.product.url}/dashboard`)
    await noticeOf(page).waitFor()
    await dialogOf(page).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Logout' }).count()).toBe(0)
    await context.close()
  })

  test('on load shows a spinner until the member is loaded, then loads the teams, without a dialog', async () => {
    const { page, leave } = await stage.open('/terms.html')
    let release = () => undefined as void
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/v1/users/me', async (route) => {
      await gate
      await route.continue()
    })
    await page.goto(`${stage.product.url}/dashboard`)
    const spinner = page.getByRole('status').filter({ hasText: 'Loading...' })
    await spinner.waitFor()
    await expect.poll(async () => (await spinner.boundingBox())?.height).toBeGreaterThanOrEqual(800)
    await expect.poll(() => noticeOf(page).count()).toBe(0)
    const teams = page.waitForRequest(/\/api\/v1\/accounts\/[\da-f-]{36}\/teams$/)
    release()
    await teams
    await page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
    await expect.poll(() => dialogOf(page).count()).toBe(0)
    await leave()
  })

  test('started in the dialog closes it and shows the current user', async () => {
    const { page, leave } = await stage.visit()
    await page.goto(stage.product.url)
    const teams = page.waitForRequest(/\/accounts\/[\da-f-]{36}\/teams$/)
    await logIn(page)
    await teams
    await expect.poll(() => showsMember(page, admin.email).isVisible()).toBe(true)
    const { name } = await stage.product.api.users.me()
    const avatar = page.getByRole('button', { name: `Menu of ${name}` })
    await expect.poll(() => avatar.innerText()).toBe(name.charAt(0).toUpperCase())
    await leave()
  })

  test('renews its token every 300,000 ms', async () => {
    const { page, leave } = await stage.open('/terms.html')
    const calls = countResponses(page, '/api/v1/credentials/refresh')
    await page.clock.install()
    await page.goto(`${stage.product.url}/status`)
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    // The session started less than a minute after the clock, so each renewal falls within a known minute.
    const begin = await page.evaluate(() => Date.now())
    const before = calls()
    await page.clock.pauseAt(begin + 60_000)
    await page.clock.runFor(180_000)
    expect(calls()).toBe(before)
    await page.clock.runFor(60_000)
    await expect.poll(calls).toBe(before + 1)
    await page.clock.runFor(240_000)
    expect(calls()).toBe(before + 1)
    await page.clock.runFor(60_000)
    await expect.poll(calls).toBe(before + 2)
    await leave()
  })

  test('survives a reload during its renewal', async () => {
    const { page } = await stage.open('/terms.html')
    await page.clock.install()
    await page.goto(`${stage.product.url}/status`)
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    let responses = 0
    await page.route(
      '**/api/v1/credentials/refresh',
      async (route) => {
        // The server has consumed the token, and the page does not receive the next one.
        const { status } = await fetch(route.request().url(), {
          method: 'POST',
          headers: { cookie: cookies },
        })
        responses = status
        await route.abort()
      },
      { times: 1 },
    )
    await page.clock.runFor(301_000)
    await expect.poll(() => responses).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    await expect.poll(() => dialogOf(page).count()).toBe(0)
    await page.context().close()
  })

  test('ends immediately on the page, and 500 ms later on the server', async () => {
    const { page, leave } = await stage.open('/terms.html')
    const calls = countCalls(page, '/api/v1/credentials/logout')
    await page.clock.install()
    await page.goto(`${stage.product.url}/dashboard`)
    const logout = page.getByRole('button', { name: 'Logout' })
    await logout.waitFor()
    await stopTime(page)
    await logout.click()
    await noticeOf(page).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('assay.accessToken'))).toBeNull()
    await expect.poll(() => logout.count()).toBe(0)
    await page.clock.runFor(499)
    expect(calls()).toBe(0)
    const response = page.waitForResponse((response) => response.url().endsWith('/credentials/logout'))
    await page.clock.runFor(1)
    expect((await response).ok()).toBe(true)
    await page.clock.resume()
    await page.reload()
    await noticeOf(page).waitFor()
    await leave()
  })

  test('of the default account shows neither an account nor a logout', async () => {
    const { page, leave } = await stage.open('/terms.html')
    await page.route('**/api/v1/users/me', async (route) => {
      const response = await route.fetch()
      const user = (await response.json()) as { account: object }
      await route.fulfill({ response, json: { ...user, account: { ...user.account, default: true } } })
    })
    await page.goto(`${stage.product.url}/dashboard`)
    await page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Logout' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^Menu of/ }).count()).toBe(0)
    await expect.poll(() => page.getByText(admin.email).count()).toBe(0)
    await leave()
  })
})
