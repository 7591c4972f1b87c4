import { dayMs } from '@assay/engine/time.ts'
import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violationsInVariants } from './browser-user.ts'

describeWithBrowser('advisory data', (stage) => {
  test('is the starter set in a new installation; the first page links to its status', async () => {
    await stage.product.setAdvisoriesChecked(null)
    const { page, leave } = await stage.open('/dashboard')
    const note = page.getByRole('note').filter({ hasText: /npm.*starter set only/ })
    await note.getByRole('link', { name: 'Advisory data' }).click()
    await page.waitForURL(/\/status/)
    await page.getByRole('row', { name: /^npm .*Starter set only/ }).waitFor()
    await page.getByText('assay advisories sync').waitFor()
    await leave()
  })

  test('is shown arriving on the report of a project that waits for it', async () => {
    await stage.product.setAdvisoriesChecked(null)
    const pid = await stage.product.scan('https://github.com/org/waiting', ['left-pad@1.3.0'])
    await stage.product.setSynced(42_000)
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    const sync = page.getByRole('region', { name: 'Sync' })
    await sync.getByText('npm: all advisories · 42,000 of 215,000').waitFor()
    expect(await sync.getByRole('progressbar', { name: 'Sync in progress' }).getAttribute('value')).toBe(
      '42000',
    )
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await stage.product.setSynced(null)
    await sync.waitFor({ state: 'detached' })
    await leave()
  })

  test('makes a report undeclared while it is outdated, in every theme and viewport', async () => {
    await stage.product.setAdvisoriesChecked(new Date())
    const pid = await stage.product.scan('https://github.com/org/clean', ['left-pad@1.3.0'])
    await stage.product.setAdvisoriesChecked(new Date(Date.now() - 8 * dayMs))
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    await page.getByText('Undeclared', { exact: true }).waitFor()
    await page.getByRole('note').filter({ hasText: 'npm: advisory data is out of date.' }).waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await page.goto(`${stage.product.url}/dashboard`)
    await page.getByRole('note').filter({ hasText: 'Reports that would pass are undeclared' }).waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await stage.product.setAdvisoriesChecked(new Date())
    await page.goto(`${stage.product.url}/projects?pid=${pid}`)
    await page.getByText('Meets policy', { exact: true }).waitFor()
    expect(await page.getByRole('note').count()).toBe(0)
    await leave()
  })
})
