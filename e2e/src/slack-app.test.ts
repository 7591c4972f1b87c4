import { type ServiceServer, startServiceServer } from '@assay/server/testing/outside-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

const token = 'xoxb-canary-0123456789'
let slack: ServiceServer
beforeAll(async () => {
  // https://docs.slack.dev/apis/web-api: errors are sent with status 200, too.
  slack = await startServiceServer(({ url, headers, json }) => {
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 200, body: { ok: false, error: 'invalid_auth' } }
    if (url.pathname === '/api/conversations.list')
      return { status: 200, body: { ok: true, channels: [{ id: 'C1', name: 'security' }] } }
    const { channel } = json as { channel: string }
    return { status: 200, body: { ok: true, channel, ts: '1.2' } }
  })
})
afterAll(() => slack?.stop())

/** The page sends no address, because it is always Slack's: here it is the test server's. */
const leadToTestServer = (page: Page) =>
  page.route(/\/api\/v\d\/notifications\/(?:slack\/)?channels$/, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const body = request.postDataJSON() as object
    return route.continue({ postData: JSON.stringify({ ...body, address: `${slack.url}/api` }) })
  })

describeWithBrowser(
  'a Slack app',
  (stage) => {
    test('is set up with a channel of its workspace, and its token is never shown again', async () => {
      const { page, context } = await stage.open('/settings/notifications')
      await leadToTestServer(page)
      await page.getByRole('button', { name: 'New channel' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Type').selectOption('Slack app')
      await dialog.getByLabel('Name').fill('Security team')
      await dialog.getByLabel('Bot token').fill('xoxb-refused-0123456789')
      await dialog.getByRole('button', { name: 'List channels' }).click()
      await dialog.getByText('Slack returned: invalid_auth').waitFor()
      await dialog.getByLabel('Bot token').fill(token)
      await dialog.getByRole('button', { name: 'List channels' }).click()
      await dialog.getByLabel('Channel', { exact: true }).selectOption('#security')
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: 'Security team' }) })
      await row.getByText('#security').waitFor()
      await page.getByRole('button', { name: 'Send a test message to Security team' }).click()
      await expect
        .poll(() => slack.requests.findLast(({ url }) => url.pathname.endsWith('postMessage'))?.json)
        .toMatchObject({ channel: 'C1' })
      // The log refreshes itself while a delivery is under way.
      const log = page.getByRole('region', { name: 'Delivery log' }).first()
      await log.getByText('Slack app').waitFor()
      await log.getByText('Delivered').waitFor()
      await page.getByRole('button', { name: 'Edit channel Security team' }).click()
      expect(await dialog.getByLabel('Bot token').inputValue()).toBe('')
      expect(await page.content()).not.toContain(token)
      // The browser logs the rejected token's 400.
      await context.close()
    })
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' },
)
