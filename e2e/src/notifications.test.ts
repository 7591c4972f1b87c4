import { expect, test } from 'vitest'
import { looks, violationsInBothSchemes, widthOf } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('notifications', (stage) => {
  test.each(looks)('are accessible and fit in $colorScheme at $width px', async ({ colorScheme, width }) => {
    const viewport = { width, height: 900 }
    const { page, leave } = await stage.open('/settings/notifications', { colorScheme, viewport })
    await page.getByRole('rowheader', { name: /Urgent findings/ }).waitFor()
    expect(await violationsInBothSchemes(page)).toEqual([])
    expect(await widthOf(page)).toBe(width)
    await page.getByRole('button', { name: 'New rule', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    expect(await violationsInBothSchemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.getByText('No messages').waitFor()
    expect(await violationsInBothSchemes(page)).toEqual([])
    expect(await widthOf(page)).toBe(width)
    await leave()
  })

  test('make a rule, see what it would have sent, and turn it off', async () => {
    const { page, leave } = await stage.open('/settings/notifications')
    await page.getByRole('button', { name: 'New personal rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Mine')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('region', { name: 'Preview' }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('rowheader', { name: 'Mine' }).waitFor()
    await page.getByRole('button', { name: 'Turn off rule Mine' }).click()
    await page.getByText('Mine is off.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Turn on rule Mine' }).waitFor()
    await leave()
  })

  test('show the secret of a webhook once, and what became of a test message', async () => {
    const { page, leave } = await stage.open('/settings/notifications')
    await page.getByRole('button', { name: 'New channel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type').selectOption('webhook')
    await dialog.getByLabel('Name').fill('Builds')
    await dialog.getByLabel('URL').fill('https://127.0.0.1/hidden-path')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send a test message to Builds' }).click()
    await page.getByText('Test message to Builds queued. See the delivery log.').waitFor()
    await expect
      .poll(async () => (await stage.product.api.notificationDeliveries.list({})).deliveries[0]?.state)
      .toBe('failed')
    await page.reload()
    await page.getByText('127.0.0.1 is in a private network').first().waitFor()
    expect(await page.content()).not.toContain('hidden-path')
    await leave()
  })
})
