import { system } from '@assay/contract/system.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin } from './product.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { showsMember, violations } from './browser-user.ts'

describeWithBrowser('the first page', (stage) => {
  test('shows visitors only the notice and the login, and requests no data', async () => {
    const { page, leave } = await stage.visit()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(stage.product.url)
    await page.getByRole('heading', { name: 'A LOGIN IS REQUIRED TO ACCESS METRICS' }).waitFor()
    await expect.poll(() => page.getByText('This page requires authentication').isVisible()).toBe(true)
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await dialog.waitFor()
    const calls = () => requested.filter((path) => path.startsWith('/api/'))
    // The second request returns whether visitors may register.
    await expect.poll(calls).toEqual(['/api/v1/credentials/refresh', '/api/v1/site'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'login' }).click()
    await dialog.waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await expect.poll(() => page.getByRole('button', { name: 'Logout' }).count()).toBe(0)
    await leave()
  })

  describe('with scans', () => {
    beforeAll(async () => {
      await stage.product.scan('https://github.com/org/old', ['minimist@1.2.0', 'lodash@4.17.4'])
      await stage.product.scan('https://github.com/org/old', ['minimist@1.2.8', 'lodash@4.17.4'])
      await stage.product.scan('https://github.com/org/clean', ['left-pad@1.3.0'])
    })

    test('shows the numbers of the API and the current user', async () => {
      const { overview } = await stage.product.api.metrics.security()
      const { page, leave } = await stage.open()
      const figure = (name: string) =>
        page.getByRole('region', { name, exact: true }).locator('p').first().innerText()
      await expect.poll(() => figure('Total Projects')).toBe(String(overview.numberOfProjects))
      await expect.poll(() => figure('Total Scans')).toBe('3')
      await expect
        .poll(() => figure('Vulnerabilities'))
        .toBe(String(overview.vulnerabilitiesIdentified - overview.vulnerabilitiesAddressed))
      expect(overview.vulnerabilitiesAddressed).toBeGreaterThan(0)
      await expect.poll(() => showsMember(page, admin.email).isVisible()).toBe(true)
      await leave()
    })

    test('sorts by a column, kept in the URL, and back', async () => {
      const { page, leave } = await stage.open()
      const firstName = () => page.getByRole('rowheader').first().innerText()
      await page.getByRole('button', { name: 'Security score' }).click()
      await page.waitForURL(/sort=securityScore&direction=desc/)
      await expect.poll(firstName).toBe('github.com/org/clean')
      await page.getByRole('button', { name: 'Security score' }).click()
      await page.waitForURL(/direction=asc/)
      await expect.poll(firstName).toBe('github.com/org/old')
      await expect
        .poll(() => page.getByRole('columnheader', { name: 'Security score' }).getAttribute('aria-sort'))
        .toBe('ascending')
      await page.goBack()
      await expect.poll(firstName).toBe('github.com/org/clean')
      await leave()
    })

    test('shows the API reference', async () => {
      const { context, page } = await stage.visit()
      await page.goto(`${stage.product.url}/api`)
      await page.waitForURL(/\/api\/reference$/)
      await page.getByRole('link', { name: system.alive.summary }).first().waitFor()
      await context.close()
    })
  })
})
