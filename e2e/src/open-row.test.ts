import { beforeAll, expect, test } from 'vitest'
import { better, clean, openDashboard, pathOfOpen, rowButton, scanHistory, scansPanel } from './dashboard.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { emulateVariant, variants, violations, violationsInVariants } from './browser-user.ts'

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
    await title.waitFor()
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

  test('links fixed findings to their vulnerability', async () => {
    const { page, context } = await openBetter()
    const panel = scansPanel(page)
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

  test('shows MET- ids for advisories without CVE, severities in upper case, dates without seconds', async () => {
    const { page, leave } = await stage.open('/terms.html')
    let id = ''
    await page.route('**/metrics/security/me/projects/*', async (route) => {
      const response = await route.fetch()
      const details = (await response.json()) as { remediations: { vulnerabilities: Fixed[] } }
      const [first, ...rest] = details.remediations.vulnerabilities
      id = first!.adviceID
      const vulnerabilities = [{ ...first!, id, daysToFix: null }, ...rest]
      await route.fulfill({ response, json: { ...details, remediations: { vulnerabilities } } })
    })
    await page.goto(stage.product.url + (await pathOfOpen(stage.product, better)))
    await scansPanel(page).getByRole('row').nth(3).waitFor()
    for (let row = 1; (await page.getByText(`MET-${id.split('-')[0]}`).count()) === 0; row++) {
      await scansPanel(page).getByRole('row').nth(row).click()
      const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
      await expect
        .poll(() => trail.getByRole('heading').innerText())
        .toMatch(/^Scan - \w{3} \d{1,2}, \d{4} \d\d:\d\d(?: [AP]M)?$/)
      if ((await page.getByText(`MET-${id.split('-')[0]}`).count()) > 0) break
      await trail.getByRole('button', { name: 'Project scans' }).click()
    }
    await page.getByRole('row', { name: /^MET-[\da-f]{8} \S+ [A-Z]+ unknown/ }).waitFor()
    await leave()
  })
  interface Fixed {
    id: string
    adviceID: string
  }

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

  test('shows an error with a retry', async () => {
    const { page, context } = await open()
    // Not a lost connection, which the page would retry automatically.
    const json = { errorType: 'internal', message: 'Something went wrong' }
    await page.route('**/metrics/security/me/projects/*', (route) => route.fulfill({ status: 500, json }))
    await rowButton(page, 'github.com/org/worse').click()
    await page.getByText('Failed to load scans.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.unroute('**/metrics/security/me/projects/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await scansPanel(page).getByRole('row').nth(1).waitFor()
    await context.close()
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
    await page.goto(stage.product.url + (await link.getAttribute('href')))
    await page.getByRole('rowheader', { name: 'CVE-2021-44906' }).waitFor()
    await leave()
  })
})
