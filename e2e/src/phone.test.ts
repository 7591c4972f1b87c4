import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations, widthOf, loaded } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { graphInventory } from './inventory.ts'

const paths = [
  '/dashboard',
  '/projects',
  '/fixes',
  '/vulns',
  '/components',
  '/licenses',
  '/findings',
  '/decisions',
  '/overdue',
  '/history',
  '/reports',
  '/status',
  '/inbox',
  '/assistant',
  '/docs/first-scan',
  '/settings/account',
  '/settings/members',
  '/settings/exclusions',
  '/settings/notifications',
]

/** Controls lower than 44 px. Links within sentences are excepted. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, select, summary, input')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        const isDrawn = width > 1 && element.checkVisibility({ visibilityProperty: true })
        const stands = element.closest('p, article, .sr-only, [role=switch]') === null
        const option = element.matches('[type=radio]') ? element.parentElement : element.closest('label')
        const area = option?.getBoundingClientRect().height ?? height
        return isDrawn && stands && area < 43.5
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`),
  )

/** Names of the tables that must be scrolled sideways. */
const wideTables = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('region')
    .filter({ has: page.getByRole('table') })
    .evaluateAll((regions) =>
      regions
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((region) => region.getAttribute('aria-label')),
    )

const heightOf = (locator: Locator) => locator.evaluate((element) => element.clientHeight)

describeWithBrowser('on a phone', (stage) => {
  beforeAll(async () => {
    const file = {
      filename: 'bom.json',
      bytes: graphInventory({ '*': ['lodash@4.17.4', 'json5@1.0.1'], 'json5@1.0.1': ['minimist@1.2.5'] }),
    }
    const { api } = stage.product
    const params = { accountUuid: (await api.users.me()).account.uuid }
    await api.tags.create({ body: { name: 'internal' } })
    await api.exclusions.create({
      params,
      query: { domain: 'security' },
      body: { cve: 'CVE-1999-0001' },
    })
    await api.uploads.intoNew({
      body: { file, url: 'https://github.com/org/a-shop-with-a-long-name', branch: 'main' },
    })
  })

  test('every page fits, with touch targets of at least 44 px', { timeout: 600_000 }, async () => {
    const { page, leave } = await stage.open('/dashboard', { viewport: { width: 390, height: 844 } })
    for (const path of paths) {
      await page.goto(stage.product.url + path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await loaded(page)
      await expect.poll(async () => [path, await smallTargets(page)]).toEqual([path, []])
      await expect.poll(() => widthOf(page)).toBe(390)
    }
    await leave()
  })

  test('on a tablet, tables fit as well', async () => {
    const { page, leave } = await stage.open('/dashboard', { viewport: { width: 768, height: 1024 } })
    for (const path of paths) {
      await page.goto(stage.product.url + path)
      await loaded(page)
      await expect.poll(() => widthOf(page)).toBe(768)
      await expect.poll(() => wideTables(page)).toEqual([])
    }
    await leave()
  })

  test('no table of the operator and the settings scrolls sideways', async () => {
    const { page, leave } = await stage.open('/dashboard', { viewport: { width: 390, height: 844 } })
    const sections = ['members', 'tags', 'exclusions', 'audit', 'accounts']
    for (const path of ['/status', '/jobs', ...sections.map((section) => `/settings/${section}`)]) {
      await page.goto(stage.product.url + path)
      await page.locator('main table').first().waitFor({ state: 'attached' })
      await page.evaluate(() => {
        for (const each of document.querySelectorAll<HTMLDetailsElement>('main details')) each.open = true
      })
      await expect.poll(async () => [path, await wideTables(page)]).toEqual([path, []])
    }
    await leave()
  })

  test.each(['/components', '/licenses'])('the lines within a row of %s are close together', async (path) => {
    const { page, leave } = await stage.open(path, { viewport: { width: 390, height: 844 } })
    await page.getByRole('main').getByRole('rowheader').first().waitFor()
    // From the name to the line below it.
    const gaps = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('th > button[aria-expanded]')].map((button) => {
          const name = button.lastElementChild!.getBoundingClientRect()
          return Math.round(button.nextElementSibling!.getBoundingClientRect().top - name.bottom)
        }),
      )
    await expect.poll(async () => (await gaps()).length).toBeGreaterThan(0)
    expect((await gaps()).filter((gap) => gap < 0 || gap > 4)).toEqual([])
    await leave()
  })

  test('a dialog that ignores clicks outside is closed by its button', async () => {
    const { page, leave } = await stage.open('/settings/notifications', {
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('button', { name: 'New rule', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    // The first field has the focus, not the button.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
    await page.mouse.click(4, 4)
    await expect.poll(() => smallTargets(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close dialog' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await leave()
  })

  test('the current section of the settings is scrolled into view', async () => {
    const { page, leave } = await stage.open('/settings/audit', { viewport: { width: 390, height: 844 } })
    const section = page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Audit log' })
    await expect.poll(async () => (await section.boundingBox())!.x).toBeLessThan(390 - 60)
    await leave()
  })

  test.each([
    ['/vulns', 'Ecosystem', 'npm'],
    ['/fixes', 'Severity', 'CRITICAL'],
    ['/projects', 'Show', 'Archived'],
  ])('the filters of %s are shown on request', async (path, label, value) => {
    const { page, leave } = await stage.open(path, { viewport: { width: 390, height: 844 } })
    const filters = page.getByRole('search')
    await page
      .getByRole('main')
      .getByText(/^lodash|a-shop/)
      .first()
      .waitFor()
    await expect.poll(() => heightOf(filters)).toBeLessThan(120)
    expect(await filters.getByLabel(label).isVisible()).toBe(false)
    await filters.getByRole('button', { name: 'Filters', exact: true }).press('Enter')
    await filters.getByLabel(label).selectOption(value)
    await filters.getByRole('button', { name: 'Clear filters' }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await expect.poll(() => smallTargets(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 844 })
    expect(await filters.getByRole('button', { name: 'Filters', exact: true }).isVisible()).toBe(false)
    await leave()
  })

  test('the selected scan of a report is not cut off', async () => {
    const { projects } = await stage.product.api.metrics.security({ query: {} })
    const { page, leave } = await stage.open(`/projects?pid=${projects[0]!.projectUUID}`, {
      viewport: { width: 390, height: 844 },
    })
    const scan = page.getByLabel('Scan', { exact: true })
    await scan.waitFor()
    const cut = () =>
      scan.evaluate((select: HTMLSelectElement) => {
        const room = document.createElement('canvas').getContext('2d')!
        room.font = getComputedStyle(select).font
        const text = room.measureText(select.selectedOptions[0]!.text).width
        // Next to the text: the padding and the arrow.
        return Math.max(0, Math.ceil(text) + 16 + 20 - select.clientWidth)
      })
    await expect.poll(cut).toBe(0)
    await expect.poll(() => widthOf(page)).toBe(390)
    const rowOf = async (target: Locator) => Math.round((await target.boundingBox())!.y)
    const row = await rowOf(page.getByLabel('Branch', { exact: true }))
    for (const name of ['Older scan', 'Newer scan'])
      expect(await rowOf(page.getByRole('button', { name }))).toBe(row)
    await leave()
  })

  test('a report shows the fix version in the row of a finding', async () => {
    const { projects } = await stage.product.api.metrics.security({ query: {} })
    const { page, leave } = await stage.open(`/projects?pid=${projects[0]!.projectUUID}`, {
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('table').getByText('4.17.21').first().waitFor()
    await expect.poll(() => smallTargets(page)).toEqual([])
    await page.getByRole('button', { name: 'List' }).click()
    await page
      .getByRole('button', { name: /^Details of .*lodash/ })
      .first()
      .click()
    const versions = page.getByRole('tabpanel').locator('dl').first()
    await versions.getByText('Newest without known vulnerabilities').waitFor()
    await expect.poll(() => versions.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
    await leave()
  })
})
