import { unsubscribeToken } from '@assay/server/notifications/deliveries/unsubscribe-token.ts'
import { openVault } from '@assay/server/platform/secrets/vault.ts'
import { expect, test } from 'vitest'
import { violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

const secretKey = 'k'.repeat(32)
const recipients = ['first@example.org', 'second@example.org']

describeWithBrowser(
  'the page behind the unsubscribe link of an email',
  (stage) => {
    /** The path of the link in an email to the first recipient of a new channel. */
    const addChannel = async () => {
      const { api } = stage.product
      const body = { kind: 'email' as const, name: 'Digest', recipients }
      const { channel } = await api.notificationChannels.create({ body })
      const { uuid: accountUuid } = await api.accounts.me()
      const vault = await openVault({ secretKey, dataFolder: '' })
      const subscription = { of: 'channel' as const, accountUuid, uuid: channel.uuid, email: recipients[0]! }
      const left = async () =>
        (await api.notificationChannels.list()).find(({ uuid }) => uuid === channel.uuid)?.recipients
      return { path: `/unsubscribe#${unsubscribeToken(vault, subscription)}`, left }
    }

    test('asks first, without a login, and then removes only this recipient', async () => {
      const { path, left } = await addChannel()
      const { page, leave } = await stage.visit()
      await page.goto(stage.product.url + path)
      await page
        .getByText('You will no longer receive emails from this notification rule or channel.')
        .waitFor()
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      expect(await left()).toEqual(recipients)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await page.getByText('You are unsubscribed', { exact: true }).waitFor()
      expect(await left()).toEqual(recipients.slice(1))
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await page.reload()
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await page.getByText('You are unsubscribed', { exact: true }).waitFor()
      expect(await left()).toEqual(recipients.slice(1))
      await leave()
    })

    test('rejects an incomplete or unknown link with a message', async () => {
      const { path, left } = await addChannel()
      const { page, context } = await stage.visit()
      await page.goto(`${stage.product.url}/unsubscribe`)
      await page.getByRole('heading', { name: 'This link is incomplete', exact: true }).waitFor()
      await page.getByRole('link', { name: 'Back to dashboard' }).waitFor()
      await page.goto('about:blank')
      await page.goto(`${stage.product.url}${path.slice(0, -4)}AAAA`)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await page.getByRole('alert').getByText('The link is invalid').waitFor()
      expect(await left()).toEqual(recipients)
      await context.close()
    })
  },
  { ASSAY_SECRET_KEY: secretKey },
)
