import { dayMs } from '@assay/engine/time.ts'
import { beforeAll, expect, test } from 'vitest'
import { violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

const daysAgo = (days: number) => Date.now() - days * dayMs

describeWithBrowser('releases of components', (stage) => {
  let pid: string

  beforeAll(async () => {
    await stage.product.saveReleases({
      ecosystem: 'npm',
      name: 'lodash',
      source: 'deps.dev',
      checkedAt: Date.now(),
      releases: [
        { version: '4.17.4', publishedAt: daysAgo(4 * 365.25), deprecated: 'Too old to be safe' },
        { version: '4.17.12', publishedAt: daysAgo(3 * 365.25) },
        { version: '4.17.22', publishedAt: daysAgo(365.25) },
        { version: '4.18.0-rc.1', publishedAt: daysAgo(30) },
        { version: '4.17.23', publishedAt: daysAgo(20), isYanked: true },
      ],
    })
    pid = await stage.product.scan('https://github.com/org/ages', ['lodash@4.17.4', 'minimist@1.2.0'])
  })

  const open = async (tab: string, options = {}) => {
    const visitor = await stage.open(`/projects?pid=${pid}&tab=${tab}`, options)
    await visitor.page.getByRole('tab').first().waitFor()
    return visitor
  }

  test('are shown as fix version and recommended version, each with its step', async () => {
    const { page, leave } = await open('security')
    for (const name of ['Fixes this', 'Recommended'])
      await page.getByRole('columnheader', { name }).first().waitFor()
    const row = page.getByRole('row', { name: /CVE-2019-10744/ })
    await expect
      .poll(() => row.getByRole('listitem').allInnerTexts())
      .toEqual(['4.17.12 patch', '4.17.22 patch'])
    await row.getByRole('button', { name: 'Details of CVE-2019-10744, lodash' }).click()
    await page.getByText('Newest without known vulnerabilities').waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await leave()
  })

  test('that are unknown are replaced by the fix version of the advisory, marked as unconfirmed', async () => {
    const { page, leave } = await open('security')
    const row = page.getByRole('row', { name: /CVE-2021-44906/ })
    await expect.poll(() => row.getByRole('listitem').first().innerText()).toBe('1.2.6 patch unconfirmed')
    await row.getByRole('button', { name: 'Details of CVE-2021-44906, minimist' }).click()
    await page.getByText(/^Unconfirmed: the releases of this package are unknown/).waitFor()
    await leave()
  })

  test('show how outdated components are, and how many have unknown releases', async () => {
    const { page, leave } = await open('stability')
    await page.getByText('3.0 libyears behind').waitFor()
    await page.getByText('Releases unknown for 1 of 2 components.').waitFor()
    const lodash = page.getByRole('row', { name: /^lodash 4\.17\.4/ })
    await lodash.getByText('4.17.22').waitFor()
    await lodash.getByText('Deprecated: Too old to be safe').waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await page.getByRole('button', { name: 'Show components' }).click()
    await page.waitForURL(/show=unknown/)
    await page.getByRole('row', { name: /^minimist 1\.2\.0/ }).waitFor()
    await expect.poll(() => lodash.count()).toBe(0)
    await page.getByRole('button', { name: 'Show outdated components' }).click()
    await lodash.waitFor()
    await leave()
  })

  test("are recommended after the account's cool-down", async () => {
    const params = { accountUuid: (await stage.product.api.accounts.me()).uuid }
    const days = async () => (await stage.product.api.accounts.configuration({ params })).coolDownDays
    const { page, leave } = await stage.open('/settings/account')
    const section = page.getByRole('region', { name: 'Cool-down for new releases' })
    await expect.poll(() => section.getByLabel('Days').inputValue()).toBe('3')
    await section.getByLabel('Days').fill('400')
    await section.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => section.getByLabel('Days').getAttribute('aria-invalid')).toBe('true')
    expect(await days()).toBe(3)
    await section.getByLabel('Days').fill('14')
    await section.getByRole('button', { name: 'Save' }).click()
    await expect.poll(days).toBe(14)
    await leave()
  })
})
