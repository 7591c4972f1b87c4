import { dayMs, isoDay } from '@assay/engine/time.ts'
import { beforeAll, expect, test } from 'vitest'
import { violations } from './browser-user.ts'
import { openDashboard, scanHistory } from './dashboard.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('open vulnerabilities over time', (stage) => {
  beforeAll(async () => {
    await stage.product.saveReleases({
      ecosystem: 'npm',
      name: 'minimist',
      source: 'deps.dev',
      checkedAt: Date.now(),
      releases: [
        { version: '1.2.0', publishedAt: Date.UTC(2015, 0, 1) },
        { version: '1.2.8', publishedAt: Date.UTC(2023, 0, 1) },
      ],
    })
    await scanHistory(stage.product)
  })

  test('are at the top: counts by severity with their change, new and closed findings, and the causes', async () => {
    const trend = await stage.product.api.trends.security({ query: {} })
    const { page, leave } = await openDashboard(stage)
    const counts = page.getByRole('region', { name: 'Open vulnerabilities', exact: true })
    await counts.waitFor()
    const figures = counts.getByRole('listitem')
    await expect.poll(() => figures.count()).toBe(trend.severities.length + 1)
    for (const [index, { open }] of trend.severities.entries())
      await expect.poll(() => figures.nth(index).locator('p').innerText()).toBe(String(open))
    await expect.poll(() => figures.last().innerText()).toContain('Average score')
    const causes = page.getByRole('region', { name: 'Why it changed' })
    await expect.poll(() => causes.innerText()).toContain(`${trend.opened.total} new`)
    await expect.poll(() => causes.innerText()).toContain(`${trend.closed.upgraded} fixed by upgrades`)
    await expect
      .poll(() => page.getByRole('list', { name: 'New and fixed per week' }).innerText())
      .toContain(`Fixed: ${trend.weeks.at(-1)!.closed.upgraded + trend.weeks.at(-1)!.closed.removed}`)
    const frame = page.getByRole('region', { name: 'New and fixed per week' }).first()
    await frame.getByRole('button', { name: 'Show table' }).click()
    await frame.getByRole('columnheader', { name: 'Upgraded' }).waitFor()
    await page.getByRole('columnheader', { name: 'Critical' }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await leave()
  })

  test('show all weeks of a year as equally wide bars', async () => {
    const start = isoDay(new Date(Date.now() - 364 * dayMs))
    const { page, leave } = await openDashboard(stage, `/dashboard?startDate=${start}`)
    const weeks = page.getByRole('list', { name: 'New and fixed per week' }).getByRole('listitem')
    await weeks.nth(50).waitFor()
    const widths = () =>
      weeks.evaluateAll((all) => all.map((week) => Math.round(week.getBoundingClientRect().width)))
    await expect
      .poll(async () => Math.max(...(await widths())) - Math.min(...(await widths())))
      .toBeLessThan(2)
    await leave()
  })

  test('explain that ages and overdue findings are as of today if the period ended earlier', async () => {
    const { page, leave } = await openDashboard(stage)
    await page.getByRole('region', { name: 'Median age', exact: true }).waitFor()
    const [start, end] = [20, 1].map((days) => isoDay(new Date(Date.now() - days * dayMs)))
    await page.goto(`${stage.product.url}/dashboard?startDate=${start}&endDate=${end}`)
    await page.getByRole('region', { name: 'Median age today' }).waitFor()
    await page.getByRole('region', { name: 'Overdue today' }).waitFor()
    const first = page.getByRole('region', { name: 'Fix first' })
    await first.getByText(/^As of today/).waitFor()
    await page.goto(`${stage.product.url}/dashboard`)
    await first.getByRole('link').first().waitFor()
    await expect.poll(() => first.getByText(/^As of today/).count()).toBe(0)
    await leave()
  })

  test('are followed by the libyears of all branches', async () => {
    const { overview } = await stage.product.api.metrics.security({ query: {} })
    expect(overview).toMatchObject({ libyears: 8, unknownReleases: 3 })
    const { page, leave } = await openDashboard(stage)
    const figure = page.getByRole('region', { name: 'Libyears', exact: true })
    await expect.poll(() => figure.getByRole('paragraph').first().innerText()).toBe('8')
    await expect.poll(() => figure.innerText()).toContain('unknown for 3 components')
    await leave()
  })

  test('count overdue findings once the account has targets', async () => {
    const { page, leave } = await openDashboard(stage)
    const overdue = page.getByRole('region', { name: 'Overdue' })
    await overdue.getByRole('link', { name: 'Set targets' }).click()
    await page.getByLabel('Critical').fill('7')
    await page.getByRole('region', { name: 'Fix targets' }).getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => {
        const { uuid: accountUuid } = await stage.product.api.accounts.me()
        return (await stage.product.api.accounts.configuration({ params: { accountUuid } })).fixTargets
      })
      .toEqual({ CRITICAL: 7, HIGH: null, MEDIUM: null, LOW: null })
    await page.getByRole('link', { name: 'Home' }).click()
    await expect
      .poll(() => overdue.innerText())
      .toContain('All open vulnerabilities are within their targets')
    await leave()
  })
})
