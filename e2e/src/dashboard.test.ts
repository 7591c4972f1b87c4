import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { daysAgo } from './past.ts'
import { stories } from './stories.ts'
import { looks, violations, widthOf } from './visitor.ts'

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

stories('the dashboard', (stage) => {
  const [better, worse, clean] = ['better', 'worse', 'clean'].map((name) => `https://github.com/org/${name}`)

  beforeAll(async () => {
    await daysAgo(10, () => stage.product.scan(better!, ['minimist@1.2.0', 'lodash@4.17.4']))
    await daysAgo(9, () => stage.product.scan(better!, ['lodash@4.17.21'], 'next'))
    await daysAgo(8, () => stage.product.scan(worse!, ['left-pad@1.3.0']))
    await daysAgo(6, () => stage.product.scan(better!, ['minimist@1.2.8', 'lodash@4.17.4']))
    await daysAgo(3, () => stage.product.scan(better!, ['lodash@4.17.4'], 'next'))
    await daysAgo(2, () => stage.product.scan(better!, ['minimist@1.2.8', 'lodash@4.17.21']))
    await daysAgo(1, () => stage.product.scan(worse!, ['minimist@1.2.0']))
    await stage.product.scan(clean!, ['left-pad@1.3.0'])
  })

  const open = async (path = '/dashboard', options = {}) => {
    const visitor = await stage.open(path, options)
    await visitor.page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
    await visitor.page
      .getByRole('status')
      .filter({ hasText: 'Loading...' })
      .first()
      .waitFor({ state: 'detached' })
    return visitor
  }
  const rowButton = (page: Page, name: string) =>
    page.getByRole('table', { name: 'Projects' }).getByRole('button', { name })
  const names = async (page: Page) =>
    (await page.locator('[data-key] > tr > th').allInnerTexts()).map((text) => text.trim())
  /** What the metrics are asked for next. */
  const nextQuery = async (page: Page) => {
    const request = await page.waitForRequest((request) => request.url().includes('/metrics/security/me?'))
    return Object.fromEntries(new URL(request.url()).searchParams)
  }
  const openBetter = `/dashboard?branch=main&pid=`
  const uuidOf = async (url: string) => {
    const { projects } = await stage.product.api.metrics.security({})
    return projects.find(({ projectUrl }) => projectUrl === url)!.projectUUID
  }

  describe('the criteria', () => {
    test('begin with a month, all branches and the cache ticked, and ask past the cache', async () => {
      const { page, leave } = await stage.open('/status')
      const asked = nextQuery(page)
      await page.getByRole('link', { name: 'Home' }).click()
      const now = new Date()
      const monthAgo = new Date(now)
      monthAgo.setUTCMonth(now.getUTCMonth() - 1)
      expect(await asked).toMatchObject({ endDate: dayOf(now), branches: '*', tags: '', cache: 'false' })
      const panel = page.getByRole('complementary', { name: 'Metrics criteria' })
      if (monthAgo.getUTCDate() === now.getUTCDate())
        expect(await panel.getByLabel('From:').inputValue()).toBe(dayOf(monthAgo))
      expect(await panel.getByLabel('To:').inputValue()).toBe(dayOf(now))
      expect(await panel.getByLabel('Branches').inputValue()).toBe('*')
      expect(await panel.getByLabel('Tags').inputValue()).toBe('')
      expect(await panel.getByLabel('Enable cache').isChecked()).toBe(true)
      await panel.getByRole('heading', { name: 'Filter by project' }).waitFor()
      await leave()
    })

    test('drop white space, are applied, and live in the URL', async () => {
      const { page, leave } = await open()
      await page.getByLabel('Branches').fill(' main , ne xt')
      expect(await page.getByLabel('Branches').inputValue()).toBe('main,next')
      await page.getByLabel('Tags').fill('no such')
      const asked = nextQuery(page)
      await page.getByRole('button', { name: 'Apply' }).click()
      expect(await asked).toMatchObject({ branches: 'main,next', tags: 'nosuch', cache: 'true' })
      await page.getByText('no projects found').waitFor()
      await page.getByText('No improvements for this selection').waitFor()
      await page.getByText('No underperforming projects for this selection').waitFor()
      const link = page.url()
      expect(link).toContain('tags=nosuch')
      await page.goto(link)
      await page.getByText('no projects found').waitFor()
      expect(await page.getByLabel('Tags').inputValue()).toBe('nosuch')
      await page.getByRole('button', { name: 'Reset' }).click()
      await rowButton(page, 'github.com/org/clean').waitFor()
      expect(await page.getByLabel('Tags').inputValue()).toBe('')
      expect(page.url()).not.toContain('tags')
      await leave()
    })

    test('offer teams only where the account has the feature, and send the one that was chosen', async () => {
      const { page, leave } = await open()
      const { account } = await stage.product.api.users.me()
      if (account.features.includes('teams')) {
        await page.getByLabel('Team').waitFor()
        expect(await page.getByLabel('Team').locator('option').first().innerText()).toBe('All teams')
      }
      const features = account.features.includes('teams') ? [] : ['teams']
      await page.route('**/api/v1/users/me', async (route) => {
        const response = await route.fetch()
        const user = (await response.json()) as { account: object }
        await route.fulfill({ response, json: { ...user, account: { ...user.account, features } } })
      })
      await page.reload()
      await page.getByLabel('Branches').waitFor()
      expect(await page.getByLabel('Team').count()).toBe(features.length)
      await leave()
    })

    test('find projects by name a second after the last key, without white space, and count those alone', async () => {
      const { page, leave } = await open()
      await rowButton(page, 'github.com/org/clean').waitFor()
      const asked = nextQuery(page)
      const field = page.getByLabel('Project name')
      const begin = Date.now()
      await field.pressSequentially('wo rse')
      expect(await field.inputValue()).toBe('worse')
      expect((await asked)['project']).toBe('worse')
      expect(Date.now() - begin).toBeGreaterThanOrEqual(1000)
      await expect.poll(() => names(page)).toEqual(['github.com/org/worse'])
      expect(await page.getByRole('region', { name: 'Total Projects' }).innerText()).toMatch(/1\s*of 3/)
      await page.goBack()
      await expect.poll(() => names(page)).toHaveLength(4)
      expect(await field.inputValue()).toBe('')
      await leave()
    })

    test('say in an alert why a window is refused', async () => {
      const { page, failures } = await open('/dashboard?startDate=2001-01-01')
      await page.getByRole('alert').getByText('Requested time window is too large.').waitFor()
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
      const figures = page.getByRole('region', { name: 'Vulnerabilities' }).locator('p')
      expect(await figures.allInnerTexts()).toEqual([String(identified - addressed), String(addressed)])
      await page
        .getByRole('img', { name: `${addressed} of ${identified} vulnerabilities addressed` })
        .waitFor()
      await leave()
    })

    test('draw coverage by day, by keys too, with the table behind it; exclusions need two days', async () => {
      const { page, leave } = await open()
      const chart = page.getByRole('slider', { name: 'Projects and analyses over time' })
      await chart.waitFor()
      await chart.focus()
      await page.keyboard.press('Home')
      const first = await chart.getAttribute('aria-valuetext')
      expect(first).toMatch(/Analyses: 1, Projects: 1$/)
      await page.keyboard.press('End')
      expect(await chart.getAttribute('aria-valuetext')).toMatch(/Analyses: 8, Projects: 3$/)
      await page.keyboard.press('ArrowLeft')
      expect(await chart.getAttribute('aria-valuetext')).toMatch(/Analyses: 7, Projects: 2$/)
      const frame = page.getByRole('region', { name: 'Projects and analyses over time' }).first()
      await frame.getByRole('button', { name: 'Show table' }).click()
      const cells = await frame.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
      expect(cells).toEqual(['8', '3'])
      await page.getByRole('button', { name: 'Exclusions' }).click()
      await page.getByText('There are not yet two days').waitFor()
      expect(page.url()).toContain('usage=exclusions')
      expect(await page.getByRole('slider').count()).toBe(0)
      await leave()
    })

    test('rank the best and the worst, and open the row of one in the middle of the view', async () => {
      const { page, leave } = await open('/dashboard', { viewport: { width: 1280, height: 500 } })
      const best = page.getByRole('region', { name: 'Most improved' })
      const worst = page.getByRole('region', { name: 'Underachievers' })
      expect(await best.getByRole('listitem').count()).toBe(1)
      // Its project has two branches here.
      expect(await best.getByRole('button').textContent()).toContain('github.com/org/better main')
      expect(await worst.getByRole('listitem').count()).toBe(2)
      expect(await worst.getByRole('button', { name: 'worse' }).textContent()).not.toContain('main')
      await worst.getByRole('button', { name: 'next' }).click()
      const row = page.locator('[data-key$=" next"]')
      await row.getByRole('region', { name: 'Project scans' }).first().waitFor()
      const button = row.getByRole('button', { name: 'github.com/org/better' })
      expect(await button.getAttribute('aria-expanded')).toBe('true')
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(page.url()).toMatch(/branch=next/)
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

    test('keep the old rows in sight while new ones load, after a spinner the first time', async () => {
      const { page, leave } = await open()
      await rowButton(page, 'github.com/org/clean').waitFor()
      let release = () => undefined as void
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/metrics/security/me?*', async (route) => {
        await held
        await route.continue()
      })
      await page.getByRole('button', { name: 'Total scans' }).click()
      const table = page.getByRole('table', { name: 'Projects' })
      await expect.poll(() => table.getAttribute('aria-busy')).toBe('true')
      expect(await names(page)).toHaveLength(4)
      const reloaded = page.reload()
      await page.getByRole('status').filter({ hasText: 'Loading...' }).first().waitFor()
      release()
      await reloaded
      await expect.poll(() => names(page)).toHaveLength(4)
      await leave()
    })

    test('say that something went wrong when there are no details, and offer another try', async () => {
      const { page, context } = await stage.open('/status')
      await page.route('**/metrics/security/me?*', (route) => route.abort())
      await page.getByRole('link', { name: 'Home' }).click()
      await page.getByRole('alert').getByText('Something went wrong').waitFor({ timeout: 20_000 })
      await page.unroute('**/metrics/security/me?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await rowButton(page, 'github.com/org/clean').waitFor()
      await context.close()
    })
  })

  describe('an open row', () => {
    test('shows the scans, newest first, and what one of them fixed', async () => {
      const { page, leave } = await open()
      await rowButton(page, 'github.com/org/clean').waitFor()
      await page
        .getByRole('row', { name: /better main/ })
        .getByRole('cell')
        .nth(1)
        .click()
      const panel = page.getByRole('region', { name: 'Project scans' }).first()
      const rows = panel.getByRole('row')
      await rows.nth(3).waitFor()
      expect((await panel.getByRole('region').boundingBox())?.height).toBe(435)
      expect((await page.getByRole('slider', { name: /^Scans of/ }).boundingBox())?.height).toBe(332)
      const titles = await panel.getByRole('columnheader').allInnerTexts()
      expect(titles.slice(0, 5)).toEqual(['Delta', 'Score', 'Vulnerabilities', 'Mitigations', 'Scan date'])
      expect(await rows.nth(1).innerText()).toContain('fewer by')
      expect(await rows.nth(3).innerText()).toContain('more by')
      const report = await rows.nth(1).getByRole('link').getAttribute('href')
      expect(report).toMatch(/^\/projects\?pid=[\da-f-]{36}&reportUuid=[\da-f-]{36}$/)
      await rows.nth(2).click()
      const title = page.getByRole('heading', { name: /^Scan - / })
      await title.waitFor()
      expect(page.url()).toMatch(/scan=[\da-f-]{36}/)
      const fixes = page.getByRole('table', { name: /^Scan - / })
      expect(await fixes.getByRole('columnheader').allInnerTexts()).toEqual([
        ...['Vulnerability ID', 'Severity', 'Days to fix', 'Fixed by'],
      ])
      const fixed = await fixes.getByRole('row').nth(1).innerText()
      expect(fixed).toMatch(/^(?:CVE|MET)-[\w-]+\s+[A-Z]+\s+\d+\s+minimist 1\.2\.8$/)
      await page.getByRole('button', { name: 'Project scans' }).click()
      await rows.nth(3).click()
      await page.getByText('no mitigations').waitFor()
      await page.goBack()
      await rows.nth(3).waitFor()
      await leave()
    })

    test('goes from what was fixed to the vulnerability', async () => {
      const { page, context } = await open(openBetter + (await uuidOf(better!)))
      const panel = page.getByRole('region', { name: 'Project scans' }).first()
      await panel.getByRole('row').nth(2).click()
      await page
        .getByRole('table', { name: /^Scan - / })
        .getByRole('row')
        .nth(1)
        .getByRole('cell')
        .first()
        .click()
      await page.waitForURL(/\/vulns\?id=[\da-f-]{36}&mode=eli$/)
      await context.close()
    })

    test('draws score and count, and selects a scan by keys and by a click', async () => {
      const { page, leave } = await open(openBetter + (await uuidOf(better!)))
      const chart = page.getByRole('slider', { name: 'Scans of github.com/org/better, main' })
      await chart.waitFor()
      await chart.focus()
      await page.keyboard.press('Home')
      expect(await chart.getAttribute('aria-valuetext')).toMatch(
        /^Scanned on .+, no mitigation, Security score: \d+ \([a-z-]+ risk\), Vulnerabilities: \d+$/,
      )
      await page.keyboard.press('ArrowRight')
      expect(await chart.getAttribute('aria-valuetext')).toMatch(/, Fixed \d+ vulnerabilit(?:y|ies), /)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /^Scan - / }).waitFor()
      const [selected] = /scan=[\da-f-]+/.exec(page.url())!
      const box = (await chart.boundingBox())!
      await chart.click({ position: { x: box.width - 60, y: box.height / 2 } })
      await page.waitForURL((url) => /scan=/.test(url.href) && !url.href.includes(selected))
      await page.reload()
      await page.getByRole('heading', { name: /^Scan - / }).waitFor()
      await leave()
    })
  })

  describe('the keys', () => {
    test('go through the rows, open one, and find the filter', async () => {
      const { page, leave } = await open()
      await rowButton(page, 'github.com/org/clean').waitFor()
      const focused = () => page.evaluate(() => document.activeElement?.textContent)
      await page.keyboard.press('j')
      expect(await focused()).toContain('clean')
      await page.keyboard.press('j')
      expect(await focused()).toContain('worse')
      await page.keyboard.press('k')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Project scans' }).first().waitFor()
      await page.keyboard.press('/')
      expect(
        await page.getByLabel('Project name').evaluate((field) => field === document.activeElement),
      ).toBe(true)
      await page.keyboard.type('j?')
      expect(await page.getByLabel('Project name').inputValue()).toBe('j?')
      await leave()
    })

    test('are listed, and single ones can be turned off', async () => {
      const { page, leave } = await open()
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await help.waitFor()
      expect(await violations(page)).toEqual([])
      await help.getByLabel('Single keys are shortcuts').uncheck()
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'hidden' })
      await page.keyboard.press('?')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Go to or do' }).waitFor()
      expect(await help.count()).toBe(0)
      await leave()
    })

    test('open the palette, which goes to projects and does what its actions say', async () => {
      const { page, leave } = await open()
      await page.getByRole('button', { name: 'Search' }).click()
      const palette = page.getByRole('combobox', { name: 'Go to or do' })
      await palette.fill('dark theme')
      await page.getByRole('option', { name: 'Use the dark theme' }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
      await page.keyboard.press('Control+k')
      await palette.fill('org worse')
      await page.getByRole('option', { name: 'org/worse' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/projects\?pid=/)
      await leave()
    })
  })

  test.each(looks)(
    'is accessible, open row and all, in $colorScheme at $width px',
    async ({ colorScheme, width }) => {
      const viewport = { width, height: 800 }
      const { page, leave } = await open(openBetter + (await uuidOf(better!)), { colorScheme, viewport })
      const panel = page.getByRole('region', { name: 'Project scans' }).first()
      await page.getByRole('slider', { name: /^Scans of/ }).waitFor()
      const titles = await panel.getByRole('columnheader').allInnerTexts()
      expect(titles[2]).toBe(width === 360 ? 'Vulns' : 'Vulnerabilities')
      expect(titles[3]).toBe(width === 360 ? 'Fixes' : 'Mitigations')
      expect(await violations(page)).toEqual([])
      await panel.getByRole('row').nth(2).click()
      await page.getByRole('heading', { name: /^Scan - / }).waitFor()
      expect(await violations(page)).toEqual([])
      expect(await widthOf(page)).toBeLessThanOrEqual(width)
      await leave()
    },
  )

  test('comes in five requests and 200 kB, charts and all', async () => {
    const { page, leave } = await open()
    await page.getByRole('slider').waitFor()
    const sizes = new Map<string, Promise<number>>()
    page.on('requestfinished', (request) => {
      const size = request.sizes().then(({ responseBodySize }) => responseBodySize)
      sizes.set(new URL(request.url()).pathname, size)
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.reload()
    await rowButton(page, 'github.com/org/clean').waitFor()
    await page.getByRole('slider').waitFor()
    // What waits until the first view is there.
    const later = /\/(?:teams|site)$/
    const first = [...sizes].filter(([path]) => !later.test(path))
    expect(first.map(([path]) => path)).toHaveLength(5)
    const bytes = await Promise.all(first.map(([, size]) => size))
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200_000)
    await leave()
  })
})
