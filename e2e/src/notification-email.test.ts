import {
  composeMessage,
  groupItems,
  type Item,
} from '@assay/server/notifications/messages/compose-message.ts'
import { htmlText, plainText } from '@assay/server/notifications/messages/message-text.ts'
import { expect, test } from 'vitest'
import { looks, violations, widthOf } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

const origin = 'https://assay.example.org'

const itemOf = (item: Partial<Item>): Item => ({
  kind: 'findingOpened',
  severity: 'HIGH',
  groupKey: item.title ?? '',
  title: 'CVE-2021-23337 in lodash',
  detail: 'fix available',
  project: { uuid: 'a', name: 'example.org/shop' },
  path: '/vulns?id=1',
  at: 0,
  ...item,
})

/** A digest: one advisory in 5,000 projects, a fix, and a name that contains markup. */
const flood = Array.from({ length: 5000 }, (_, index) =>
  itemOf({
    kind: 'knownExploited',
    severity: 'CRITICAL',
    title: 'CVE-2021-44228 in log4j-core',
    project: { uuid: `${index}`, name: `example.org/service-${index}` },
  }),
)
const groups = groupItems([
  ...flood,
  itemOf({ title: 'CVE-2020-8203 in <img src=x onerror=alert(1)>' }),
  itemOf({ kind: 'targetOverdue', title: 'Overdue: CVE-2020-7598 in minimist', detail: 'target 30 days' }),
  itemOf({
    kind: 'findingFixed',
    severity: null,
    title: 'Fixed: axios',
    detail: 'axios 1.6.0 after 12 days',
  }),
])
const message = composeMessage(groups, { total: 5003, groupCount: groups.length, at: 0 })
const links = { origin, unsubscribe: `${origin}/unsubscribe?token=a.b` }

describeWithBrowser('a digest by email', (stage) => {
  test.each(looks)('is accessible and fits in $colorScheme at $width px', async ({ colorScheme, width }) => {
    const { page, leave } = await stage.visit({ colorScheme, viewport: { width, height: 900 } })
    await page.setContent(htmlText(message, links))
    await page
      .getByRole('heading', { name: 'CVE-2021-44228 in log4j-core in 5,000 projects, and 3 more' })
      .waitFor()
    expect(await page.getByRole('listitem').count()).toBe(4)
    expect(await page.getByRole('img').count()).toBe(0)
    await page.getByRole('link', { name: 'Unsubscribe' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await widthOf(page)).toBe(width)
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(20, 23, 26)' : 'rgb(246, 247, 249)')
    await leave()
  })
})

test('the text version has the same content, with a URL per line', () => {
  const text = plainText(message, links)
  for (const { title, path } of message.lines) {
    expect(text).toContain(`- ${title}`)
    expect(text).toContain(`${origin}${path}`)
  }
  expect(text).toContain('and 4,995 more')
  expect(text).toContain(`Unsubscribe: ${links.unsubscribe}`)
})
