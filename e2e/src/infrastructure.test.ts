import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violations } from './browser-user.ts'

const sarif = (rules: string[]) => ({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'Checkov',
          rules: rules.map((id) => ({
            id,
            shortDescription: { text: `Ensure ${id}` },
            helpUri: 'https://example.org/rule',
          })),
        },
      },
      results: rules.map((ruleId, index) => ({
        ruleId,
        level: index === 0 ? 'error' : 'note',
        message: { text: `${ruleId} fails` },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'main.tf' }, region: { startLine: 3 } } }],
      })),
    },
  ],
})

describeWithBrowser('infrastructure as code', (stage) => {
  const upload = (rules: string[]) =>
    stage.product.api.uploads.intoNew({
      body: {
        file: {
          filename: 'results.sarif',
          bytes: new TextEncoder().encode(JSON.stringify(sarif(rules))),
        },
        path: 'results.sarif',
        url: 'https://example.org/infrastructure',
        branch: 'main',
      },
    })

  test('is shown in the report, and its rules can be turned off in the settings', async () => {
    await upload(['CKV_1', 'CKV_2', 'CKV_3'])
    const { uuid } = await upload(['CKV_1', 'CKV_2'])
    const { page, context } = await stage.open(`/projects?pid=${uuid}&branch=main&tab=infrastructure`)
    await page.getByRole('heading', { level: 1, name: 'example.org/infrastructure' }).waitFor()
    const table = page.getByRole('region', { name: 'Infrastructure findings' }).last()
    await table.getByRole('row', { name: /^High CKV_1 CKV_1 fails main\.tf:3 Open since/ }).waitFor()
    await table.getByRole('row', { name: /CKV_3 .* Fixed within a day/ }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByPlaceholder('Filter findings').fill('ckv_2')
    await expect.poll(() => table.getByRole('row').count()).toBe(2)

    await page.goto(`${stage.product.url}/settings/infrastructure`)
    await page.getByRole('button', { name: 'Turn off CKV_1' }).click()
    await page.getByText('CKV_1 turned off. Applies from the next scan.').waitFor()
    await page.getByRole('button', { name: 'Edit CKV_2' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Severity').selectOption('CRITICAL')
    await dialog.getByLabel('Project tags').fill('production')
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /CKV_2 .* Critical tag production/ }).waitFor()
    const policies = await stage.product.api.isaac.policies()
    expect(policies.map(({ sysid, enabled, severity }) => `${sysid} ${enabled} ${severity}`)).toEqual([
      'CKV_1 false MEDIUM',
      'CKV_2 true CRITICAL',
      'CKV_3 true MEDIUM',
    ])
    // The page first requests the report of components, which does not exist here.
    await context.close()
  })
})
