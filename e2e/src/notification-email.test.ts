import {
  composeMessage,
  groupItems,
  type Item,
} from '@assay/server/notifications/messages/compose-message.ts'
import { htmlText, plainText } from '@assay/server/notifications/messages/message-text.ts'
import { textsIn } from '@assay/server/notifications/messages/notification-texts.ts'
import { type Phrase, phrase } from '@assay/server/notifications/messages/phrases.ts'
import { wordMessage } from '@assay/server/notifications/messages/word-message.ts'
import { expect, test } from 'vitest'
import { variants, violations, widthOf } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

const origin = 'https://assay.example.org'

const itemOf = (title: Phrase, item: Partial<Item> = {}): Item => ({
  kind: 'findingOpened',
  severity: 'HIGH',
  groupKey: JSON.stringify(title),
  title,
  details: [phrase('fixAvailable', {})],
  project: { uuid: 'a', name: 'example.org/shop' },
  path: '/vulns?id=1',
  at: 0,
  ...item,
})

/** A digest: one advisory in 5,000 projects, a fix, and a name that contains markup. */
const flood = Array.from({ length: 5000 }, (_, index) =>
  itemOf(phrase('findingOpened', { id: 'CVE-2021-44228', packageName: 'log4j-core' }), {
    kind: 'knownExploited',
    severity: 'CRITICAL',
    project: { uuid: `${index}`, name: `example.org/service-${index}` },
  }),
)
const groups = groupItems([
  ...flood,
  itemOf(phrase('findingOpened', { id: 'CVE-2020-8203', packageName: '<img src=x onerror=alert(1)>' })),
  itemOf(phrase('findingOpened', { id: 'CVE-2020-8203', packageName: 'long-name-'.repeat(20) }), {
    severity: 'LOW',
  }),
  itemOf(phrase('targetOverdue', { id: 'CVE-2020-7598', packageName: 'minimist' }), {
    kind: 'targetOverdue',
    details: [phrase('target', { days: 30 })],
  }),
  itemOf(phrase('findingFixed', { id: 'CVE-2020-28168', packageName: 'axios' }), {
    kind: 'findingFixed',
    severity: null,
    details: [phrase('fixedBy', { release: 'axios 1.6.0', days: 12 })],
  }),
])
const at = Date.parse('2026-11-23T08:00:00Z')
const timing = { cadence: 'weekly', timeZone: 'UTC' } as const
const stored = composeMessage(groups, { total: 5004, groupCount: groups.length, at, timing })
const unsubscribe = `${origin}/unsubscribe?token=a.b`
const emails = {
  en: {
    title: 'Weekly digest, 16 – 22 November: CVE-2021-44228 in log4j-core in 5,000 projects, and 4 more',
    others: 'and 4,995 more',
    link: 'Unsubscribe',
  },
  de: {
    title:
      'Wöchentliche Zusammenfassung, 16.–22. November: CVE-2021-44228 in log4j-core in 5.000 Projekten und 4 weitere',
    others: 'und 4.995 weitere',
    link: 'Abbestellen',
  },
} as const
const inLanguage = (language: 'en' | 'de') => {
  const texts = textsIn(language)
  return { message: wordMessage(stored, texts), rendering: { texts, origin, unsubscribe } }
}

const inEachVariant = variants.flatMap((variant) =>
  (['en', 'de'] as const).map((language) => ({ ...variant, language })),
)

describeWithBrowser('a digest by email', (stage) => {
  test.each(inEachVariant)(
    'is accessible and fits in $colorScheme at $width px, in $language',
    async ({ colorScheme, width, language }) => {
      const { page, leave } = await stage.visit({ colorScheme, viewport: { width, height: 900 } })
      const { message, rendering } = inLanguage(language)
      await page.setContent(htmlText(message, rendering))
      await page.getByRole('heading', { name: emails[language].title }).waitFor()
      expect(await page.getByRole('listitem').count()).toBe(5)
      expect(await page.getByRole('img').count()).toBe(0)
      await page.getByRole('link', { name: emails[language].link }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await expect.poll(() => violations(page)).toEqual([])
      expect(await widthOf(page)).toBe(width)
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(background).toBe(colorScheme === 'dark' ? 'rgb(20, 23, 26)' : 'rgb(246, 247, 249)')
      await leave()
    },
  )
})

test.each(['en', 'de'] as const)(
  'the text version has the same content, with a URL per line, in %s',
  (language) => {
    const { message, rendering } = inLanguage(language)
    const text = plainText(message, rendering)
    expect(text.startsWith(`${emails[language].title}\n`)).toBe(true)
    for (const { title, path } of message.lines) {
      expect(text).toContain(`- ${title}`)
      expect(text).toContain(`${origin}${path}`)
    }
    expect(text).toContain(emails[language].others)
    expect(text).toContain(`${emails[language].link}: ${unsubscribe}`)
  },
)
