import { expect, test, vi } from 'vitest'
import { startPreparedProduct } from './prepared-product.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violations, widthOf } from './browser-user.ts'

const chosen = 'plums in the icebox'

describeWithBrowser('a password', (stage) => {
  const invite = async (email: string) => {
    const { account } = await stage.product.api.users.me()
    const { invitationUrl } = await stage.product.api.members.add({
      params: { accountUuid: account.uuid },
      body: { email },
    })
    return new URL(invitationUrl!)
  }

  test.each([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 360 },
  ] as const)(
    'is chosen through an emailed link, which logs in, in $colorScheme at $width px',
    async ({ colorScheme, width }) => {
      const { hash } = await invite(`new-${width}@example.org`)
      const { page, leave } = await stage.visit({ colorScheme, viewport: { width, height: 800 } })
      await page.goto(`${stage.product.url}/password${hash}`)
      await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
      const field = page.getByLabel('New password')
      await field.fill('short')
      await page.keyboard.press('Enter')
      await page.getByText('A password must have at least 12 characters').waitFor()
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
      await expect.poll(() => violations(page)).toEqual([])
      await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(width)
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await field.fill(chosen)
      await page.getByRole('button', { name: 'Save and log in' }).click()
      await page.waitForURL(/\/dashboard/)
      await page.getByRole('button', { name: 'Logout' }).waitFor()
      await leave()
    },
  )

  test('cannot be chosen through an expired link', async () => {
    const { hash } = await invite('late@example.org')
    await stage.product.api.credentials.reset({ body: { token: hash.slice(1), password: chosen } })
    const { page, context } = await stage.visit()
    await page.goto(`${stage.product.url}/password${hash}`)
    await page.getByLabel('New password').fill(chosen)
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.getByText('This link has expired or was already used. Request a new one').waitFor()
    await context.close()
  })

  test('can be reset from the login dialog', async () => {
    const { page, leave } = await stage.visit()
    await page.goto(stage.product.url)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByText('Email is not configured on this server.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to login' }).click()
    await page.getByLabel('Password').waitFor()
    await leave()
  })

  test('is chosen at registration, where the operator allows it', async () => {
    const written = vi.spyOn(process.stdout, 'write')
    const open = await startPreparedProduct({ ASSAY_REGISTRATION: 'true', ASSAY_SMTP_URL: 'console://' })
    const { page, leave } = await stage.visit()
    await page.goto(open.url)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Some parameters necessary for the request are missing.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByLabel('Email address').fill('founder@example.org')
    await page.getByLabel('Password').fill(chosen)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('We sent you a verification link.').waitFor()
    const hash = () => /\/verify(#\S+)/.exec(written.mock.calls.join('\n'))?.[1]
    await expect.poll(hash).toBeDefined()
    await page.goto(`${open.url}/verify${hash()}`)
    await page.getByRole('heading', { name: 'Activate your account' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByLabel('Password').fill('another one altogether')
    await page.keyboard.press('Enter')
    await page.getByText('This is not the password chosen at registration').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByLabel('Password').fill(chosen)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Menu of founder' }).waitFor()
    written.mockRestore()
    await leave()
    await open.stop()
  })

  test('is masked, and can be pasted or filled in by a password manager', async () => {
    const { hash } = await invite('pasted@example.org')
    const { page, leave } = await stage.visit()
    const paste = async (label: string) => {
      const field = page.getByLabel(label)
      await field.evaluate((element, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        // Pastes as the browser does, unless the page prevents it.
        if (element.dispatchEvent(event)) (element as HTMLInputElement).setRangeText(text)
      }, chosen)
      await expect.poll(() => field.inputValue()).toBe(chosen)
      return [await field.getAttribute('type'), await field.getAttribute('autocomplete')]
    }
    await page.goto(stage.product.url)
    expect(await paste('Password')).toEqual(['password', 'current-password'])
    await page.goto(`${stage.product.url}/password${hash}`)
    expect(await paste('New password')).toEqual(['password', 'new-password'])
    await leave()
  })
})
