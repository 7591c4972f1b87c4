import { type MailServer, startMailServer } from '@assay/server/testing/mail-server.ts'
import { afterAll, expect, test } from 'vitest'
import { violationsInVariants } from './browser-user.ts'
import { describeProductWithBrowser } from './describe-with-browser.ts'
import { startPreparedProduct } from './prepared-product.ts'
import { admin } from './product.ts'

let mailServer: MailServer
afterAll(() => mailServer?.stop())

describeProductWithBrowser(
  'an email to members',
  (stage) => {
    test('is sent to the active members named in the form, with the sender below the text', async () => {
      const { page, leave } = await stage.open('/settings/members')
      await page.getByRole('button', { name: 'Email members' }).click()
      const dialog = page.getByRole('dialog')
      const recipients = dialog.getByLabel('Recipients')
      expect(await recipients.inputValue()).toBe(admin.email)
      await dialog.getByLabel('Subject').fill('Minimum scores')
      await dialog.getByLabel('Text').fill('From Monday, builds below 90 fail.')
      await recipients.fill('')
      await dialog.getByRole('button', { name: 'Send' }).click()
      await dialog.getByText('Enter the email address of at least one member.').waitFor()
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await recipients.fill(admin.email)
      await dialog.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Email queued for 1 member.').waitFor()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => mailServer.received).toHaveLength(1)
      expect(mailServer.received[0]).toMatch(
        new RegExp(
          `^To: ${admin.email}$.*^Subject: Minimum scores$.*builds below 90 fail.*Sent by ${admin.email}`,
          'ms',
        ),
      )
      await leave()
    })

    test('is unavailable without a mail server, with the reason', async () => {
      const { page, leave } = await stage.open()
      await page.route('**/api/v1/notifications/config', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...((await response.json()) as object), canEmail: false } })
      })
      await page.goto(`${stage.product.url}/settings/members`)
      const button = page.getByRole('button', { name: 'Email members' })
      await expect.poll(() => button.getAttribute('title')).toBe('This installation has no mail server.')
      expect(await button.getAttribute('aria-disabled')).toBe('true')
      await leave()
    })
  },
  async () => {
    mailServer = await startMailServer()
    return startPreparedProduct({ ASSAY_SMTP_URL: mailServer.url })
  },
)
