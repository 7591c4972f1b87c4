import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Graph, graphInventory } from './inventory.ts'
import { daysAgo } from './time-travel.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violations } from './browser-user.ts'

const first: Graph = { '*': ['minimist@1.2.0', 'lodash@4.17.4', 'axios@0.21.0'] }
const second: Graph = {
  '*': ['json5@1.0.1', 'lodash@4.17.20', 'axios@0.21.0', 'bare@1.0.0'],
  'json5@1.0.1': ['minimist@1.2.5'],
  'axios@0.21.0': ['minimist@1.2.5'],
}
const licenses = { bare: null }

describeWithBrowser('the report of a project', (stage) => {
  let pid: string
  let reports: string[]

  const upload = async (url: string, bytes: Uint8Array, branch = 'main') => {
    const body = { file: { filename: 'bom.json', bytes }, url, branch }
    const build = await stage.product.api.uploads.intoNew({ body })
    return { uuid: build.uuid, reportUuid: build.reportUuid! }
  }

  beforeAll(async () => {
    const releases = { ecosystem: 'npm' as const, source: 'deps.dev', checkedAt: Date.now() }
    const lodash = [
      { version: '4.17.20', publishedAt: Date.UTC(2020, 7, 13) },
      { version: '4.17.21', publishedAt: Date.UTC(2021, 1, 20) },
    ]
    const bare = [
      { version: '1.0.0', publishedAt: Date.UTC(2022, 4, 1) },
      { version: '1.0.1', publishedAt: Date.UTC(2022, 5, 1) },
    ]
    await stage.product.saveReleases({ ...releases, name: 'lodash', releases: lodash })
    await stage.product.saveReleases({ ...releases, name: 'bare', releases: bare })
    const url = 'https://github.com/org/shop'
    const older = await daysAgo(5, () => upload(url, graphInventory(first)))
    const newer = await daysAgo(2, () => upload(url, graphInventory(second, licenses)))
    await upload(url, graphInventory({ '*': ['left-pad@1.3.0'] }), 'next')
    pid = older.uuid
    reports = [older.reportUuid, newer.reportUuid]
  })

  const open = async (more = '', options = {}) => {
    const visitor = await stage.open(`/projects?pid=${pid}${more}`, options)
    await visitor.page.getByRole('tab').first().waitFor()
    return visitor
  }
  const rows = (page: Page) => page.getByRole('tabpanel').getByRole('rowheader')
  const idsIn = async (page: Page) =>
    (await rows(page).locator('a').allInnerTexts()).map((text) => text.trim())
  const textOf = async (download: Promise<Download>) => readFile(await (await download).path(), 'utf8')

  test('shows the scores beside their minimums, the outcome, the branch and the scan', async () => {
    const { scan } = await stage.product.api.scans.overview({
      params: { projectUuid: pid },
      query: { branch: 'main' },
    })
    const { page, leave } = await open()
    await page.getByRole('heading', { name: 'github.com/org/shop' }).waitFor()
    await expect.poll(() => page.title()).toBe('github.com/org/shop, main · Assay')
    await page.getByText('Below policy', { exact: true }).waitFor()
    const security = page.getByRole('region', { name: 'Security' })
    await security.getByText(`${90 - scan.security} below the minimum of 90`).waitFor()
    await expect.poll(() => security.getByText(String(scan.security), { exact: true }).isVisible()).toBe(true)
    await security.getByText('high risk').waitFor()
    await page.getByRole('region', { name: 'Licensing' }).getByText('4 above the minimum of 95').waitFor()
    await page.getByText('2 days ago').first().waitFor()
    await page.getByText('uploaded inventory').waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: 'Open github.com/org/shop' }).getAttribute('rel'))
      .toContain('noopener')
    await leave()
  })

  test('lists every finding with severity, fix version and what introduced it', async () => {
    const findings = await stage.product.api.scans.findings({ params: { projectUuid: pid } })
    const { page, leave } = await open()
    await expect.poll(async () => (await idsIn(page)).length).toBe(findings.length)
    const row = page.getByRole('row', { name: /CVE-2021-44906/ })
    for (const text of [
      'Critical',
      '9.8',
      'minimist',
      '1.2.6',
      'axios@0.21.0',
      'and 1 other path',
      '5 days ago',
    ])
      await row.getByText(text).first().waitFor()
    await leave()
  })

  test('expands a finding to why it matched, dependency paths, files, fix versions and history', async () => {
    const { page, leave } = await open()
    const toggle = page.getByRole('button', { name: 'Details of CVE-2021-44906, minimist' })
    await toggle.click()
    await page.waitForURL(/open=/)
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true')
    const panel = page.getByRole('tabpanel')
    await panel.getByText('1.2.5: 1.0.0 and later before 1.2.6, which fixes it').waitFor()
    await panel.getByText('project › axios@0.21.0 › minimist@1.2.5').waitFor()
    await panel.getByText('project › json5@1.0.1 › minimist@1.2.5').waitFor()
    await panel.getByText('introduced in scan #1').waitFor()
    await panel.getByText('still open').waitFor()
    await panel.getByText('sbom-cdx.json').waitFor()
    await page.reload()
    await panel.getByText('introduced in scan #1').waitFor()
    await leave()
  })

  test('shows for an earlier scan how its findings ended', async () => {
    const { page, leave } = await open(`&reportUuid=${reports[0]}`)
    await page.getByText('You are viewing an earlier scan').waitFor()
    await page.getByRole('button', { name: /Details of CVE-2019-10744/ }).click()
    await page.getByText(/upgraded to lodash 4\.17\.20 in scan #2 after 3 days/).waitFor()
    await page.getByRole('button', { name: 'View latest' }).click()
    await page.getByText('You are viewing an earlier scan').waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByText('You are viewing an earlier scan').waitFor()
    await page.getByRole('button', { name: 'Newer scan' }).click()
    await page.getByText('You are viewing an earlier scan').waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('button', { name: 'Newer scan' }).getAttribute('aria-disabled'))
      .toBe('true')
    await leave()
  })

  test('filters by text and severity, and sorts, in the URL', async () => {
    const { page, leave } = await open()
    await rows(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('lodash')
    await page.waitForURL(/q=lodash/)
    await expect
      .poll(() =>
        page
          .getByRole('status')
          .getByText(/^\d of \d+ findings$/)
          .count(),
      )
      .toBe(1)
    for (const text of await rows(page).allInnerTexts()) expect(text.toLowerCase()).toContain('lodash')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page
      .getByRole('group', { name: 'Severity' })
      .getByRole('button', { name: /Critical/ })
      .click()
    await page.waitForURL(/severity=CRITICAL/)
    await expect.poll(() => idsIn(page)).toEqual(['CVE-2021-44906'])
    await page.goBack()
    await expect.poll(async () => (await idsIn(page)).length).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Package', exact: true }).first().click()
    await page.waitForURL(/sort=package/)
    await expect.poll(() => rows(page).first().innerText()).toContain('axios')
    const header = page.getByRole('columnheader', { name: 'Package' }).first()
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
    await page.getByLabel('Filter').fill('nothing like it')
    await page.getByText('No results match your filters.').waitFor()
    await leave()
  })

  test('opens the vulnerability of a row by click and by keyboard', async () => {
    const { page, leave } = await open()
    await page.getByText('Prototype pollution through constructor keys in minimist').click()
    await page.waitForURL(/\/vulns\?id=[\da-f-]{36}$/)
    await page.getByRole('heading', { name: 'CVE-2021-44906' }).waitFor()
    await page.goBack()
    await rows(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const id = await page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: id! }).waitFor()
    await leave()
  })

  test('shows outdated components and all licenses', async () => {
    const { page, leave } = await open()
    await page.getByRole('tab', { name: /Security/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/tab=stability/)
    const lodash = page.getByRole('row', { name: /^lodash 4\.17\.20/ })
    await lodash.getByText('4.17.21').waitFor()
    await page.getByRole('tab', { name: 'Licensing' }).click()
    await expect.poll(() => rows(page).first().innerText()).toBe('bare 1.0.0')
    const registry = rows(page).first().getByRole('link')
    await expect.poll(() => registry.getAttribute('href')).toMatch(/^https:\/\/.+\/bare/)
    await page.getByText('No license found', { exact: true }).waitFor()
    const mit = page.getByRole('link', { name: 'MIT' }).first()
    await expect.poll(() => mit.getAttribute('rel')).toBe('noopener noreferrer')
    await page.getByLabel('Show').selectOption('Problems')
    await page.waitForURL(/show=problems/)
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['bare 1.0.0'])
    await page.goBack()
    await page.getByLabel('License', { exact: true }).selectOption({ index: 1 })
    await page.waitForURL(/license=MIT/)
    await leave()
  })

  test('compares two scans, and two branches', async () => {
    const { page, leave } = await open('&tab=compare')
    const named = (name: string) => page.getByRole('region', { name, exact: true }).first()
    await named('New').getByRole('rowheader', { name: 'CVE-2022-46175' }).waitFor()
    await named('Fixed').getByRole('rowheader', { name: 'CVE-2019-10744' }).waitFor()
    await named('Fixed').getByText('upgraded to lodash 4.17.20').first().waitFor()
    await named('Unchanged').getByRole('rowheader', { name: 'CVE-2021-44906' }).waitFor()
    await page.getByLabel('Base').selectOption({ label: await optionOf(page, 'next, ') })
    await page.waitForURL(/compare=/)
    await named('Fixed').getByText('No fixed findings').waitFor()
    await named('New').getByRole('rowheader', { name: 'CVE-2021-23337' }).waitFor()
    await leave()
  })

  test('compares components with their findings, by kind, with both scans in the address, and as Markdown', async () => {
    const { page, leave } = await open('&tab=compare')
    const components = page.getByRole('region', { name: 'Components', exact: true })
    const lodash = components.getByRole('row').filter({ hasText: 'lodash' })
    await lodash.getByText('Upgraded').waitFor()
    await lodash
      .getByText(/\d+ fixed/)
      .last()
      .waitFor()
    await page.waitForURL(/reportUuid=/)
    const address = new URL(page.url())
    expect([address.searchParams.get('compare'), address.searchParams.get('reportUuid')]).toEqual(reports)
    await page.getByRole('button', { name: /^New findings/ }).click()
    await page.waitForURL(/change=introduced/)
    await expect.poll(() => components.count()).toBe(0)
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Markdown', exact: true }).click()
    expect(await textOf(started)).toContain('| Upgraded | lodash |')
    await page.goto(
      `${address.origin}${address.pathname}?${new URLSearchParams({ ...Object.fromEntries(address.searchParams), compare: reports[1]! })}`,
    )
    await page.getByText('Nothing differs').waitFor()
    await leave()
  })
  const optionOf = async (page: Page, start: string) =>
    (await page.getByLabel('Base').locator('option').allInnerTexts()).find((text) => text.startsWith(start))!

  test('switches the branch', async () => {
    const { page, leave } = await open()
    await page.getByLabel('Branch').selectOption('next')
    await page.waitForURL(/branch=next/)
    await page.getByText('No vulnerabilities found').waitFor()
    await page.getByText('Meets policy', { exact: true }).waitFor()
    await page.goBack()
    await rows(page).first().waitFor()
    await leave()
  })

  test('offers the report, the inventory and the uploaded files for download', async () => {
    const { page, leave } = await open()
    const download = async (name: string) => {
      const started = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download', exact: true }).first().click()
      await page.getByRole('button', { name, exact: true }).click()
      return { name: (await started).suggestedFilename(), text: await textOf(started) }
    }
    const report = await download('Report (JSON)')
    expect(report.name).toBe('shop-main-2.report.json')
    expect(JSON.parse(report.text)).toMatchObject({ uuid: reports[1], outcome: 'FAIL', tool: 'BOSS' })
    const inventory = await download('Inventory (CycloneDX)')
    expect(inventory.name).toBe('shop-main-2.cdx.json')
    expect(JSON.parse(inventory.text)).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    const original = new TextDecoder().decode(graphInventory(second, licenses))
    expect((await download('Uploaded files')).text).toBe(original)
    await page.getByRole('tab', { name: 'Inventory' }).click()
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download sbom-cdx.json' }).click()
    expect(await textOf(started)).toBe(original)
    await leave()
  })

  test('prints everything on one page', async () => {
    const { page, leave } = await open()
    await page.getByRole('button', { name: 'Print view' }).click()
    await page.waitForURL(/mode=print/)
    await page.getByRole('heading', { name: 'Summary' }).waitFor()
    await page.getByText('4 components from the scanned files, 1 without a license').waitFor()
    const finding = page.getByRole('row', { name: /CVE-2021-44906/ })
    await finding.getByText('axios@0.21.0').waitFor()
    await page.getByRole('heading', { name: '1 component with a license problem' }).waitFor()
    await expect.poll(() => page.getByText('project › json5@1.0.1 › minimist@1.2.5').count()).toBe(0)
    await page.getByLabel('Include details').check()
    await page.getByText('project › json5@1.0.1 › minimist@1.2.5').first().waitFor()
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to report' }).click()
    await page.getByRole('navigation').first().waitFor()
    await leave()
  })

  test('exports the filtered list as CSV and for printing', async () => {
    const { page, leave } = await open('&q=lodash&view=list&sort=id')
    await expect.poll(() => idsIn(page)).not.toEqual([])
    const ids = await idsIn(page)
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await page.getByRole('button', { name: 'This list (CSV)' }).click()
    expect((await started).suggestedFilename()).toBe('shop-main-2.security.csv')
    const lines = (await textOf(started)).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[2])).toEqual(ids)
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await page.getByRole('button', { name: 'This list (print or PDF)…' }).click()
    await page.waitForURL(/part=list/)
    await page.getByText(new RegExp(`^${ids.length} of \\d+ findings, as filtered`)).waitFor()
    await expect
      .poll(async () => (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.trim()))
      .toEqual(ids)
    await page.getByRole('button', { name: 'Back to report' }).click()
    await expect.poll(() => idsIn(page)).toEqual(ids)
    await leave()
  })

  test('lists the components of the inventory, with links to their vulnerabilities', async () => {
    const { page, leave } = await open('&tab=inventory')
    const components = page.getByRole('region', { name: 'Components' }).first()
    await components.getByRole('rowheader', { name: 'bare 1.0.0' }).waitFor()
    const column = components.getByRole('columnheader', { name: 'Vulnerabilities' })
    expect(await column.evaluate((header) => getComputedStyle(header).textAlign)).toBe('right')
    await components.getByLabel('Show').selectOption('Vulnerable')
    await page.waitForURL(/show=vulnerable/)
    await expect.poll(() => components.getByRole('rowheader', { name: 'bare 1.0.0' }).count()).toBe(0)
    await components.getByRole('button', { name: /^\d+ vulnerabilit(?:y|ies) of lodash$/ }).click()
    await page.waitForURL(/q=lodash/)
    await page.getByRole('tab', { name: /Security/, selected: true }).waitFor()
    await leave()
  })

  test('can be rescanned, except by a viewer, who is told why', async () => {
    const { page, leave } = await open('&branch=next')
    await page.getByText('scan #1 ·').waitFor()
    await page.getByRole('button', { name: 'Rescan' }).click()
    await page.getByText('No changes since the last scan.').waitFor()
    await page.getByText('scan #1 ·').waitFor()
    const { policies, users } = stage.product.api
    const params = { accountUuid: (await users.me()).account.uuid }
    const body = { name: 'no MIT', mode: 'DENY' as const, licenses: ['MIT'] }
    const { uuid: policyUuid } = await policies.create({ params, body })
    await page.getByRole('button', { name: 'Rescan' }).click()
    await page.getByText('Rescan finished.').waitFor()
    await policies.remove({ params: { ...params, policyUuid } })
    await page.getByText('scan #2 ·').waitFor()
    await page
      .getByText(/(?:^|· )rescan(?:$| ·)/)
      .first()
      .waitFor()
    await page.route('**/users/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), permissions: ['reports.read'] },
      })
    })
    await page.reload()
    const button = page.getByRole('button', { name: 'Rescan' })
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await expect
      .poll(() => button.getAttribute('title'))
      .toBe('Your role can view reports but not start scans.')
    await leave()
  })
})
