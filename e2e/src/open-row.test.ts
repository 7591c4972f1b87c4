import { beforeAll, expect, test } from 'vitest'
import { better, clean, openDashboard, pathOfOpen, rowButton, scanHistory, scansPanel } from './dashboard.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { emulateVariant, variants, violationsInVariants } from './browser-user.ts'

describeWithBrowser('an expanded row', (stage) => {
  beforeAll(() => scanHistory(stage.product))

  const open = (options = {}) => openDashboard(stage, undefined, options)
  const openBetter = async (options = {}) =>
    openDashboard(stage, await pathOfOpen(stage.product, better), options)

  test('lists the scans, newest first, with what each fixed', async () => {
    // Beside the side bar, a narrower window has no room for the whole titles.
    const { page, leave } = await open({ viewport: { width: 1440, height: 900 } })
    await rowButton(page, 'github.com/org/clean').waitFor()
    await page
      .getByRole('row', { name: /better main/ })
      .getByRole('cell')
      .nth(1)
      .click()
    const panel = scansPanel(page)
    const rows = panel.getByRole('row')
    await rows.nth(3).waitFor()
    await expect.poll(async () => (await panel.getByRole('region').boundingBox())?.height).toBe(435)
    await expect
      .poll(async () => (await page.getByRole('slider', { name: /^Scans of/ }).boundingBox())?.height)
      .toBe(332)
    const titles = await panel.getByRole('columnheader').allInnerTexts()
    expect(titles.slice(0, 5)).toEqual(['Delta', 'Score', 'Vulnerabilities', 'Mitigations', 'Scan date'])
    await expect.poll(() => rows.nth(1).innerText()).toContain('decreased by')
    await expect.poll(() => rows.nth(3).innerText()).toContain('increased by')
    const report = await rows.nth(1).getByRole('link').getAttribute('href')
    expect(report).toMatch(/^\/projects\?pid=[\da-f-]{36}&reportUuid=[\da-f-]{36}$/)
    await rows.nth(2).click()
    const title = page.getByRole('heading', { name: /^Scan - / })
    await expect.poll(() => title.innerText()).toMatch(/^Scan - \w{3} \d{1,2}, \d{4} \d\d:\d\d(?: [AP]M)?$/)
    await expect.poll(() => page.url()).toMatch(/scan=[\da-f-]{36}/)
    const fixes = page.getByRole('table', { name: /^Scan - / })
    await expect
      .poll(() => fixes.getByRole('columnheader').allInnerTexts())
      .toEqual(['Vulnerability ID', 'Severity', 'Days to fix', 'Fixed by'])
    const fixed = await fixes.getByRole('row').nth(1).innerText()
    expect(fixed).toMatch(/^(?:CVE|MET)-[\w-]+\s+[A-Z]+\s+\d+\s+minimist 1\.2\.8$/)
    await page.getByRole('button', { name: 'Project scans' }).click()
    await rows.nth(3).click()
    await page.getByText('no mitigations').waitFor()
    await page.goBack()
    await rows.nth(3).waitFor()
    await leave()
  })

  test('links fixed findings to their vulnerability, also without a CVE and a known age', async () => {
    const { page, context } = await stage.open('/terms.html')
    await page.route('**/metrics/security/me/projects/*', async (route) => {
      const response = await route.fetch()
      const details = (await response.json()) as { remediations: { vulnerabilities: { adviceID: string }[] } }
      const vulnerabilities = details.remediations.vulnerabilities.map((each) => {
        return { ...each, id: each.adviceID, daysToFix: null }
      })
      await route.fulfill({ response, json: { ...details, remediations: { vulnerabilities } } })
    })
    await page.goto(stage.product.url + (await pathOfOpen(stage.product, better)))
    await scansPanel(page).getByRole('row').nth(2).click()
    await page
      .getByRole('row', { name: /^MET-[\da-f]{8} \S+ [A-Z]+ unknown/ })
      .getByRole('cell')
      .first()
      .click()
    await page.waitForURL(/\/vulns\?id=[\da-f-]{36}&mode=eli$/)
    await context.close()
  })

  test('charts score and count; a scan is selected by keyboard and by click', async () => {
    const { page, leave } = await openBetter()
    const chart = page.getByRole('slider', { name: 'Scans of github.com/org/better, main' })
    await chart.waitFor()
    await chart.focus()
    await page.keyboard.press('Home')
    await expect
      .poll(() => chart.getAttribute('aria-valuetext'))
      .toMatch(
        /^Scanned on .+, no mitigation, Security score: \d+ \([a-z-]+ risk\), \d+ of \d+ packages checked, Vulnerabilities: \d+$/,
      )
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => chart.getAttribute('aria-valuetext'))
      .toMatch(/, Fixed \d+ vulnerabilit(?:y|ies), /)
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

  test('shows the change in vulnerabilities as a colored arrow', async () => {
    const { page, leave } = await openBetter()
    const rows = scansPanel(page).getByRole('row')
    await rows.nth(3).waitFor()
    const arrow = async (row: number) => {
      const icon = rows.nth(row).getByRole('cell').first().locator('svg')
      return [
        await rows.nth(row).getByRole('cell').first().innerText(),
        await icon.locator('path').getAttribute('d'),
        await icon.evaluate((element) => getComputedStyle(element).color),
      ]
    }
    const [, down, green] = await arrow(1)
    const [text, up, red] = await arrow(3)
    expect(text).toMatch(/^increased by\s*\d+$/)
    const [unchanged, neutral, soft] = await neutralArrow()
    expect(unchanged).toMatch(/^unchanged\s*0$/)
    expect(new Set([down, up, neutral]).size).toBe(3)
    expect([green, red, soft]).toEqual(
      await page.evaluate(() =>
        ['--risk-low', '--danger', '--ink-soft'].map((name) => {
          const probe = document.body.appendChild(document.createElement('i'))
          probe.style.color = `var(${name})`
          return getComputedStyle(probe).color
        }),
      ),
    )
    await leave()

    async function neutralArrow() {
      await page.goto(stage.product.url + (await pathOfOpen(stage.product, clean)))
      await rows.nth(1).waitFor()
      return arrow(1)
    }
  })
  test('is part of the browser history: back closes the scan, then the row, and forward reopens them', async () => {
    const { page, leave } = await open()
    await rowButton(page, 'github.com/org/worse').click()
    await scansPanel(page).getByRole('row').nth(1).click()
    const title = page.getByRole('heading', { name: /^Scan - / })
    await title.waitFor()
    await page.goBack()
    await scansPanel(page).getByRole('row').nth(1).waitFor()
    await page.goBack()
    await scansPanel(page).waitFor({ state: 'detached' })
    await page.goForward()
    await page.goForward()
    await title.waitFor()
    await rowButton(page, 'github.com/org/worse').click()
    await title.waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).not.toMatch(/scan=|pid=/)
    await leave()
  })

  test('is accessible, with a selected scan, in every theme and viewport', async () => {
    const { page, leave } = await openBetter()
    const panel = scansPanel(page)
    await page.getByRole('slider', { name: /^Scans of/ }).waitFor()
    for (const variant of variants) {
      await emulateVariant(page, variant)
      const titles = async () => (await panel.getByRole('columnheader').allInnerTexts()).slice(2, 4)
      const expected = variant.width === 360 ? ['Vulns', 'Fixes'] : ['Vulnerabilities', 'Mitigations']
      await expect.poll(titles).toEqual(expected)
    }
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await panel.getByRole('row').nth(2).click()
    await page.getByRole('heading', { name: /^Scan - / }).waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await leave()
  })

  // Last, because it adds rows.
  test('opens the report of a branch whose name looks like a number, and finds it by that name', async () => {
    const url = 'https://github.com/org/versions'
    await stage.product.scan(url, ['left-pad@1.3.0'], '1.1')
    await stage.product.scan(url, ['minimist@1.2.0'], '1.10')
    const { page, leave } = await openDashboard(stage, '/dashboard?branches=1.10')
    await page.getByText('1 branch', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Branches').inputValue()).toBe('1.10')
    await rowButton(page, 'github.com/org/versions').click()
    await page.waitForURL(/&branch=1\.10(?:&|$)/)
    await scansPanel(page).getByRole('row').nth(1).waitFor()
    const link = page.getByRole('link', { name: 'Open the report of github.com/org/versions, 1.10' })
    const href = await link.getAttribute('href')
    expect(href).toMatch(/^\/projects\/\?pid=[\da-f-]{36}&branch=1\.10&mode=eli$/)
    await page.goto(stage.product.url + href)
    await page.getByRole('rowheader', { name: 'CVE-2021-44906' }).waitFor()
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
    await leave()
  })
})
