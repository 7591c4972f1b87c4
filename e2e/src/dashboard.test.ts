import { isoDay } from '@assay/engine/time.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, rowButton, scanHistory } from './dashboard.ts'
import { allowAnimations } from './browser.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { widthOf } from './browser-user.ts'

describeWithBrowser('the dashboard', (stage) => {
  beforeAll(() => scanHistory(stage.product))

  const open = (path?: string, options = {}) => openDashboard(stage, path, options)
  const names = async (page: Page) =>
    (await page.locator('[data-key] > tr > th').allInnerTexts()).map((text) => text.trim())
  /** The query of the next metrics request. */
  const nextQuery = async (page: Page) => {
    const request = await page.waitForRequest((request) => request.url().includes('/metrics/security/me?'))
    return Object.fromEntries(new URL(request.url()).searchParams)
  }

  describe('the criteria', () => {
    test('default to a month, the default branches and the cache enabled; the first request bypasses the cache', async () => {
      const { page, leave } = await stage.open('/status')
      const request = nextQuery(page)
      await page.getByRole('link', { name: 'Home' }).click()
      const now = new Date()
      const monthAgo = new Date(now)
      monthAgo.setUTCMonth(now.getUTCMonth() - 1)
      const query = await request
      expect(query).toMatchObject({ endDate: isoDay(now), branches: '@default', tags: '', cache: 'false' })
      expect(query).not.toHaveProperty('teamUUID')
      const panel = page.getByRole('complementary', { name: 'Metrics criteria' })
      if (monthAgo.getUTCDate() === now.getUTCDate())
        await expect.poll(() => panel.getByLabel('From:').inputValue()).toBe(isoDay(monthAgo))
      await expect.poll(() => panel.getByLabel('To:').inputValue()).toBe(isoDay(now))
      await expect.poll(() => panel.getByLabel('Branches', { exact: true }).inputValue()).toBe('')
      await expect.poll(() => panel.getByLabel('Tags').inputValue()).toBe('')
      await expect.poll(() => panel.getByLabel('Enable cache').isChecked()).toBe(true)
      await panel.getByRole('heading', { name: 'Filter by project' }).waitFor()
      await leave()
    })

    test('are trimmed, applied, and kept in the URL', async () => {
      const { page, leave } = await open()
      await page.getByLabel('Branches', { exact: true }).fill(' main , ne xt')
      await expect.poll(() => page.getByLabel('Branches', { exact: true }).inputValue()).toBe('main,next')
      await page.getByLabel('Tags').fill('no such')
      const request = nextQuery(page)
      await page.getByRole('button', { name: 'Apply' }).click()
      expect(await request).toMatchObject({ branches: 'main,next', tags: 'nosuch', cache: 'true' })
      await page.getByText('no projects found').waitFor()
      await page.getByText('No improvements for this selection').waitFor()
      await page.getByText('No underperforming projects for this selection').waitFor()
      const link = page.url()
      expect(link).toContain('tags=nosuch')
      await page.goto(link)
      await page.getByText('no projects found').waitFor()
      await expect.poll(() => page.getByLabel('Tags').inputValue()).toBe('nosuch')
      await page.getByRole('button', { name: 'Reset' }).click()
      await rowButton(page, 'github.com/org/clean').waitFor()
      await expect.poll(() => page.getByLabel('Tags').inputValue()).toBe('')
      await expect.poll(() => page.url()).not.toContain('tags')
      await leave()
    })

    test('filter projects by name a second after the last key, without white space, and count only those', async () => {
      const { page, leave } = await open()
      await rowButton(page, 'github.com/org/clean').waitFor()
      const request = nextQuery(page)
      const field = page.getByLabel('Project name')
      const begin = Date.now()
      await field.pressSequentially('wo rse')
      await expect.poll(() => field.inputValue()).toBe('worse')
      expect((await request)['project']).toBe('worse')
      expect(Date.now() - begin).toBeGreaterThanOrEqual(1000)
      await expect.poll(() => names(page)).toEqual(['github.com/org/worse'])
      await expect
        .poll(() => page.getByRole('region', { name: 'Total Projects' }).innerText())
        .toMatch(/1\s*of 3/)
      await page.goBack()
      await expect.poll(() => names(page)).toHaveLength(4)
      await expect.poll(() => field.inputValue()).toBe('')
      await leave()
    })

    test("follow the browser's back and forward", async () => {
      const { page, leave } = await open()
      await page.getByLabel('Branches', { exact: true }).fill('next')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect.poll(() => names(page)).toEqual(['github.com/org/better'])
      await page.getByLabel('Tags').fill('none')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('no projects found').waitFor()
      await page.goBack()
      await expect.poll(() => names(page)).toEqual(['github.com/org/better'])
      await expect.poll(() => page.getByLabel('Tags').inputValue()).toBe('')
      await page.goBack()
      await expect.poll(() => names(page)).toHaveLength(4)
      await expect.poll(() => page.getByLabel('Branches', { exact: true }).inputValue()).toBe('*')
      await page.goForward()
      await expect.poll(() => names(page)).toEqual(['github.com/org/better'])
      await expect.poll(() => page.getByLabel('Branches', { exact: true }).inputValue()).toBe('next')
      await leave()
    })

    test('show for 10,000 ms why a time window is rejected', async () => {
      const { page, failures } = await stage.open('/terms.html')
      await page.clock.install()
      await page.goto(`${stage.product.url}/dashboard`)
      await rowButton(page, 'github.com/org/clean').waitFor()
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
      await page.getByLabel('From:').fill('2001-01-01')
      await page.getByRole('button', { name: 'Apply' }).click()
      const alert = page.getByRole('alert').filter({ hasText: /^Requested time window is too large\.$/ })
      // Handling the response takes some ms of the page's clock.
      const isShown = async () => {
        await page.clock.runFor(10)
        return alert.isVisible()
      }
      await expect.poll(isShown).toBe(true)
      await page.clock.runFor(9960)
      await expect.poll(() => alert.isVisible()).toBe(true)
      // The trend's response repeats it, perhaps later.
      const isGone = async () => {
        await page.clock.runFor(40)
        return (await alert.count()) === 0
      }
      await expect.poll(isGone).toBe(true)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      expect(failures.filter((failure) => !failure.includes('400'))).toEqual([])
      await page.context().close()
    })
  })

  describe('the metrics', () => {
    test('show identified minus addressed, and the doughnut', async () => {
      const { overview } = await stage.product.api.metrics.security({})
      const { page, leave } = await open()
      const { vulnerabilitiesIdentified: identified, vulnerabilitiesAddressed: addressed } = overview
      const figures = page.getByRole('region', { name: 'Vulnerabilities', exact: true }).locator('p')
      await expect
        .poll(() => figures.allInnerTexts())
        .toEqual([String(identified - addressed), String(addressed)])
      await page
        .getByRole('img', { name: `${addressed} of ${identified} vulnerabilities addressed` })
        .waitFor()
      await leave()
    })

    test('chart coverage by day, readable by keyboard and as a table; exclusions need two days', async () => {
      const { page, leave } = await open()
      const chart = page.getByRole('slider', { name: 'Projects and scans over time' })
      await chart.waitFor()
      await chart.focus()
      await page.keyboard.press('Home')
      const first = await chart.getAttribute('aria-valuetext')
      expect(first).toMatch(/Analyses: 1, Projects: 1$/)
      await page.keyboard.press('End')
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/Analyses: 8, Projects: 3$/)
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/Analyses: 7, Projects: 2$/)
      const frame = page.getByRole('region', { name: 'Projects and scans over time' }).first()
      await frame.getByRole('button', { name: 'Show table' }).click()
      const cells = frame.getByRole('row').nth(1).getByRole('cell')
      await expect.poll(() => cells.allInnerTexts()).toEqual(['8', '3'])
      await page.getByRole('button', { name: 'Exclusions' }).click()
      await page.getByText('Not enough data yet.').waitFor()
      await expect.poll(() => page.url()).toContain('usage=exclusions')
      await expect.poll(() => page.getByRole('slider').count()).toBe(0)
      await leave()
    })

    test('sort by a column, kept in the URL, and back', async () => {
      const { page, leave } = await open('/dashboard')
      const firstName = async () => (await names(page))[0]
      await page.getByRole('button', { name: 'Security score' }).click()
      await page.waitForURL(/sort=securityScore&direction=desc/)
      await page.getByRole('button', { name: 'Security score' }).click()
      await page.waitForURL(/direction=asc/)
      await expect.poll(firstName).toBe('github.com/org/worse')
      await expect
        .poll(() => page.getByRole('columnheader', { name: 'Security score' }).getAttribute('aria-sort'))
        .toBe('ascending')
      await page.goBack()
      await expect.poll(firstName).not.toBe('github.com/org/worse')
      await leave()
    })

    test('rank the best and the worst; selecting one opens its row and scrolls to it', async () => {
      const { page, leave } = await open('/dashboard?branches=*', { viewport: { width: 1280, height: 500 } })
      const best = page.getByRole('region', { name: 'Most improved' })
      const worst = page.getByRole('region', { name: 'Underachievers' })
      await expect.poll(() => best.getByRole('listitem').count()).toBe(1)
      // Its project has two branches.
      await expect.poll(() => best.getByRole('button').textContent()).toContain('github.com/org/better main')
      await expect.poll(() => worst.getByRole('listitem').count()).toBe(2)
      await expect
        .poll(() => worst.getByRole('button', { name: 'worse' }).textContent())
        .not.toContain('main')
      await worst.getByRole('button', { name: 'next' }).click()
      const row = page.locator('[data-key$=" next"]')
      await row.getByRole('region', { name: 'Project scans' }).first().waitFor()
      const button = row.getByRole('button', { name: 'github.com/org/better' })
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
      await expect.poll(() => page.url()).toMatch(/branch=next/)
      await expect
        .poll(() =>
          row
            .locator('tr')
            .first()
            .evaluate((element) => {
              const { top, bottom } = element.getBoundingClientRect()
              return Math.abs((top + bottom) / 2 - innerHeight / 2)
            }),
        )
        .toBeLessThan(80)
      await leave()
    })

    test('keep the old rows visible while new ones load, with a spinner only at first', async () => {
      const { page, leave } = await open()
      await rowButton(page, 'github.com/org/clean').waitFor()
      let release = () => undefined as void
      const gate = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/metrics/security/me?*', async (route) => {
        await gate
        await route.continue()
      })
      await page.getByRole('button', { name: 'Total scans' }).click()
      const table = page.getByRole('table', { name: 'Projects' })
      await expect.poll(() => table.getAttribute('aria-busy')).toBe('true')
      await expect.poll(() => names(page)).toHaveLength(4)
      const reloaded = page.reload()
      await page.getByRole('status').filter({ hasText: 'Loading...' }).first().waitFor()
      release()
      await reloaded
      await expect.poll(() => names(page)).toHaveLength(4)
      await leave()
    })

    test('show a generic error with a retry if the response has no details', async () => {
      const { page, context } = await stage.open('/status')
      await page.route('**/metrics/security/me?*', (route) => route.abort())
      await page.getByRole('link', { name: 'Home' }).click()
      await page.getByRole('alert').getByText('Something went wrong').waitFor()
      await page.unroute('**/metrics/security/me?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await rowButton(page, 'github.com/org/clean').waitFor()
      await context.close()
    })
  })

  describe('the page', () => {
    test('formats numbers and dates in the viewer’s locale and time zone', async () => {
      const viewer = { locale: 'de-DE', timezoneId: 'Pacific/Auckland' }
      const { page, leave } = await stage.open('/terms.html', viewer)
      await page.route('**/metrics/security/me?*', async (route) => {
        const response = await route.fetch()
        const metrics = (await response.json()) as { overview: object }
        await route.fulfill({
          response,
          json: { ...metrics, overview: { ...metrics.overview, totalScans: 12345 } },
        })
      })
      await page.goto(`${stage.product.url}/dashboard?branches=*`)
      await page.getByRole('region', { name: 'Scans gesamt' }).getByText('12.345', { exact: true }).waitFor()
      const { projects } = await stage.product.api.metrics.security({})
      const { lastScanned } = projects.find(({ projectBranch }) => projectBranch === 'next')!
      const zone = { timeZone: viewer.timezoneId }
      const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', ...zone }).format(lastScanned)
      const time = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', ...zone })
      const moment = page.getByRole('row', { name: /better next/ }).locator('time')
      await expect.poll(() => moment.innerText()).toBe(`${day} ${time.format(lastScanned)}`)
      await expect.poll(() => moment.getAttribute('title')).toBe('vor 3 Tagen')
      await leave()
    })

    test('is printed without controls, with all rows and both lists', async () => {
      const { page, leave } = await open()
      await page.emulateMedia({ media: 'print' })
      await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' })
      await expect
        .poll(() => page.getByRole('complementary', { name: 'Metrics criteria' }).isVisible())
        .toBe(false)
      await expect.poll(() => page.getByRole('contentinfo').isVisible()).toBe(false)
      await expect.poll(() => page.getByRole('region', { name: 'Most improved' }).isVisible()).toBe(true)
      await expect.poll(() => names(page)).toHaveLength(4)
      await leave()
    })

    test.each([
      ['no-preference', 'pulse'],
      ['reduce', 'none'],
    ] as const)(
      'animates its placeholders if prefers-reduced-motion is %s: %s',
      async (reducedMotion, name) => {
        const { page, context } = await stage.open('/status', { reducedMotion })
        await allowAnimations(page)
        await page.route('**/metrics/security/me?*', () => undefined)
        await page.getByRole('link', { name: 'Home' }).click()
        const placeholder = page.locator('.animate-pulse').first()
        await placeholder.waitFor()
        const animation = placeholder.evaluate((element) => getComputedStyle(element).animationName)
        expect(await animation).toBe(name)
        await context.close()
      },
    )

    test('uses the width of a 4k screen', async () => {
      const { page, leave } = await open('/dashboard?branches=*', { viewport: { width: 3840, height: 2160 } })
      await expect.poll(() => widthOf(page)).toBe(3840)
      const table = page.getByRole('table', { name: 'Projects' })
      await expect.poll(async () => (await table.boundingBox())?.width).toBeGreaterThan(2400)
      await leave()
    })
  })

  test('loads the inbox only once its metrics are there', async () => {
    const { page, leave } = await stage.open('/terms.html')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/metrics\/security\/me(?:\?|$)/, async (route) => {
      await released
      await route.continue()
    })
    await page.clock.install()
    const isAsked = page.waitForRequest(/\/metrics\/security\/me(?:\?|$)/)
    await page.goto(`${stage.product.url}/dashboard`)
    await isAsked
    await page.clock.runFor(10_000)
    const inbox = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
    expect(await inbox.count()).toBe(0)
    release()
    await inbox.waitFor()
    await leave()
  })

  test.each(['en-US', 'de-DE'])(
    'loads in %s in five requests and 200 kB until its first rows, also on a slow processor',
    async (locale) => {
      const { context, page, leave } = await stage.open('/dashboard?branches=*', { locale })
      await page.getByRole('slider').first().waitFor()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.addInitScript(markRows)
      await page.reload()
      await page.getByRole('slider').first().waitFor()
      const begun = await page.evaluate(listRequestsBeforeRows)
      expect(begun.map(({ path }) => path.replace(/-\w+\.js$/, '.js'))).toEqual([
        '/dashboard',
        '/assets/first.js',
        '/api/v1/users/me',
        '/api/v1/metrics/security/me',
        '/assets/canvas.js',
      ])
      const bytes = begun.map(({ bytes }) => bytes)
      expect(Math.min(...bytes)).toBeGreaterThan(0)
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200_000)
      await leave()
    },
  )
})

/** In the page: notes when the first row is drawn. */
function markRows(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-row]')) return
    performance.mark('rows')
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** In the page: what was requested until then, with bytes as transferred, including headers. */
function listRequestsBeforeRows(): { path: string; bytes: number }[] {
  const rows = performance.getEntriesByName('rows')[0]!.startTime
  return (['navigation', 'resource'] as const)
    .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
    .filter(({ name, startTime }) => startTime < rows && !name.startsWith('data:'))
    .map(({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize }))
}
