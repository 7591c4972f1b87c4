import { expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('license and copyright overrides', (stage) => {
  const own = async () => ({
    params: { accountUuid: (await stage.product.api.users.me()).account.uuid },
  })
  const licenses = async () => stage.product.api.overrides.licenses(await own())
  const copyrights = async () => stage.product.api.overrides.copyrights(await own())

  test('a license is set for a package, shown in the report with its source, and removed', async () => {
    const projectUuid = await stage.product.scan('https://github.com/org/overridden', ['@babel/core@7.0.0'])
    const { page, context, failures } = await stage.open('/settings/overrides')
    const dialog = page.getByRole('dialog', { name: 'New license override' })
    await page.getByText('No license overrides.').waitFor()
    await page.getByRole('button', { name: 'New license override' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Some parameters necessary for the request are missing.').first().waitFor()
    await dialog.getByLabel('Ecosystem').selectOption('npm')
    await dialog.getByLabel('Name').fill('@babel/core')
    await dialog.getByLabel('License').fill('MTI')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('MTI is neither an SPDX id nor a LicenseRef').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByLabel('License').fill('isc or apache 2.0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('License override saved. Affected projects are being rescanned.').waitFor()
    const row = page.getByRole('row').filter({ hasText: '@babel/core' })
    await expect.poll(() => row.innerText()).toMatch(/npm[\s\S]*All[\s\S]*ISC OR Apache-2\.0/)
    await expect
      .poll(licenses)
      .toMatchObject([{ name: '@babel/core', version: '*', license: 'ISC OR Apache-2.0' }])
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    const components = async () => stage.product.api.scans.components({ params: { projectUuid } })
    await expect
      .poll(async () => (await components())[0]?.licenseSource, { timeout: 60_000 })
      .toBe('override')

    const report = await stage.open(`/projects?pid=${projectUuid}&tab=licensing`)
    const component = report.page.getByRole('row').filter({ hasText: '@babel/core' })
    await expect.poll(() => component.innerText()).toMatch(/ISC[\s\S]*Override · /)
    await expect.poll(() => violations(report.page)).toEqual([])
    await report.leave()

    await page.getByRole('button', { name: 'Remove license override of @babel/core' }).click()
    await page.getByText('No license overrides.').waitFor()
    await expect.poll(licenses).toEqual([])
    await expect.poll(async () => (await components())[0]?.licenseSource, { timeout: 60_000 }).toBeNull()
    // The unknown license was rejected with 400.
    expect(failures.filter((failure) => !failure.includes('400'))).toEqual([])
    await context.close()
  })

  test('a copyright is set, and its removal undone', async () => {
    const { page, leave } = await stage.open('/settings/overrides')
    const dialog = page.getByRole('dialog', { name: 'New copyright override' })
    await page.getByRole('button', { name: 'New copyright override' }).click()
    await dialog.getByLabel('Ecosystem').selectOption('PyPI')
    await dialog.getByLabel('Name').fill('flask')
    await dialog.getByLabel('Version').fill('3.0.0')
    await dialog.getByLabel('Copyright').fill('Copyright 2010 Pallets')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const stated = [{ name: 'flask', version: '3.0.0', text: 'Copyright 2010 Pallets' }]
    await expect.poll(copyrights).toMatchObject(stated)
    await page.getByRole('button', { name: 'Remove copyright override of flask 3.0.0' }).click()
    await expect.poll(copyrights).toEqual([])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(copyrights).toMatchObject(stated)
    await leave()
  })
})
