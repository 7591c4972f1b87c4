import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newMember, password } from './logins.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { logIn, showsMember } from './browser-user.ts'

async function logInAs(page: Page, email: string): Promise<void> {
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await showsMember(page, email).waitFor()
}

/** Start waiting before the click: the logout reaches the server half a second later. */
const isLoggedOut = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/credentials/logout'))

describeWithBrowser('another member', (stage) => {
  /** Adds a member who cannot see the administrator's project. */
  const addMember = async (email: string) => {
    const { api } = stage.product
    const { account } = await api.users.me()
    await newMember(stage.product, email)
    const params = { accountUuid: account.uuid }
    const members = await api.members.list({ params })
    const { uuid: memberUuid } = members.find((each) => each.email === email)!
    await api.members.update({ params: { ...params, memberUuid }, body: { role: 'Team viewer' } })
    await stage.product.scan('https://example.org/hidden', ['lodash@4.17.4'])
  }
  const hidden = (page: Page) => page.getByRole('main').getByText('hidden')

  test('who logs in from the same tab sees nothing of the previous one, not even while loading', async () => {
    await addMember('second@example.org')
    const { page, leave } = await stage.open()
    await hidden(page).first().waitFor()
    const loggedOut = isLoggedOut(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'A LOGIN IS REQUIRED TO ACCESS METRICS' }).waitFor()
    expect(await hidden(page).count()).toBe(0)
    await loggedOut
    await page.getByRole('link', { name: 'login' }).click()
    let sawHidden = false
    await page.route('**/api/v1/metrics/**', async (route) => {
      // Cached data must not be shown while the response is pending.
      await new Promise((resolve) => setTimeout(resolve, 500))
      sawHidden ||= (await hidden(page).count()) > 0
      await route.continue()
    })
    await logInAs(page, 'second@example.org')
    await page.getByText('no projects found').waitFor()
    expect([sawHidden, await hidden(page).count()]).toEqual([false, 0])
    await leave()
  })

  test('who logs in from another tab is logged in here, too', async () => {
    await addMember('third@example.org')
    const { page, context, leave } = await stage.open()
    await hidden(page).first().waitFor()
    const other = await context.newPage()
    await other.goto(stage.product.url)
    const loggedOut = isLoggedOut(other)
    await other.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'A LOGIN IS REQUIRED TO ACCESS METRICS' }).waitFor()
    await loggedOut
    await other.getByRole('link', { name: 'login' }).click()
    await logInAs(other, 'third@example.org')
    await showsMember(page, 'third@example.org').waitFor()
    expect(await hidden(page).count()).toBe(0)
    await leave()
  })

  test('who logs in again sees everything again', async () => {
    const { page, leave } = await stage.open()
    await hidden(page).first().waitFor()
    const loggedOut = isLoggedOut(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await loggedOut
    await page.getByRole('link', { name: 'login' }).click()
    await logIn(page)
    await hidden(page).first().waitFor()
    await leave()
  })
})
