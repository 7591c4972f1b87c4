import {
  composeMessage,
  groupItems,
  type Item,
} from '@assay/server/notifications/messages/compose-message.ts'
import { digestName } from '@assay/server/notifications/messages/digest-name.ts'
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
  itemOf({ title: `CVE-2020-8203 in ${'long-name-'.repeat(20)}`, severity: 'LOW' }),
  itemOf({ kind: 'targetOverdue', title: 'Overdue: CVE-2020-7598 in minimist', detail: 'target 30 days' }),
  itemOf({
    kind: 'findingFixed',
    severity: null,
    title: 'Fixed: axios',
    detail: 'axios 1.6.0 after 12 days',
  }),
])
const at = Date.parse('2026-11-23T08:00:00Z')
const digest = digestName({ cadence: 'weekly', timeZone: 'UTC' }, at)
const message = composeMessage(groups, { total: 5004, groupCount: groups.length, at, digest })
const digestTitle =
  'Weekly digest, 16 – 22 November: CVE-2021-44228 in log4j-core in 5,000 projects, and 4 more'
const links = { origin, unsubscribe: `${origin}/unsubscribe?token=a.b` }

describeWithBrowser('a digest by email', (stage) => {
  test.each(looks)('is accessible and fits in $colorScheme at $width px', async ({ colorScheme, width }) => {
    const { page, leave } = await stage.visit({ colorScheme, viewport: { width, height: 900 } })
    await page.setContent(htmlText(message, links))
    await page.getByRole('heading', { name: digestTitle }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(5)
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
  expect(text.startsWith(`${digestTitle}\n`)).toBe(true)
  for (const { title, path } of message.lines) {
    expect(text).toContain(`- ${title}`)
    expect(text).toContain(`${origin}${path}`)
  }
  expect(text).toContain('and 4,995 more')
  expect(text).toContain(`Unsubscribe: ${links.unsubscribe}`)
})
