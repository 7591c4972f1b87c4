import { type DatatrailsServer, startDatatrailsServer } from '@assay/server/testing/datatrails-server.ts'
import { type JiraServer, startJiraServer } from '@assay/server/testing/jira-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { looks, violations, widthOf } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

let jira: JiraServer
let ledger: DatatrailsServer
beforeAll(async () => {
  jira = await startJiraServer()
  ledger = await startDatatrailsServer()
})
afterAll(async () => {
  await jira?.stop()
  await ledger?.stop()
})

describeWithBrowser(
  'integrations',
  (stage) => {
    let projectUuid: string
    beforeAll(async () => {
      const { api, scan } = stage.product
      projectUuid = await scan('https://github.com/org/shop', ['lodash@4.17.4'])
      const { uuid: accountUuid } = await api.accounts.me()
      const names = 'teams,jira,rkvst,datadog'
      await api.accounts.setFeatures({ params: { accountUuid }, query: { names } })
    })

    test('Jira: credentials, required fields of a project, and a ticket from the fix list', async () => {
      jira.required.add('customfield_10010')
      const { page, leave } = await stage.open('/settings/integrations')
      await page.getByRole('button', { name: 'Set up Jira' }).click()
      const form = page.getByRole('group', { name: 'Jira settings' })
      await form.getByLabel('Address', { exact: true }).fill(jira.url)
      await form.getByLabel('Email address').fill('bot@example.org')
      await form.getByLabel('Project key').fill('ABC')
      await form.getByLabel('API token').fill(jira.apiToken)
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Test connection to Jira' }).click()
      await page.getByText('Jira accepts the credentials of Bot').waitFor()
      expect(await page.content()).not.toContain(jira.apiToken)
      const section = page.getByRole('region', { name: 'Jira' })
      await section.getByText('Settings of a project').click()
      await section.getByLabel('Project', { exact: true }).selectOption(projectUuid)
      await section.getByLabel('Team').selectOption('Platform')
      await section.getByRole('button', { name: 'Save' }).last().click()
      await section.getByText('Saved.').last().waitFor()
      expect(await violations(page)).toEqual([])
      await page.goto(`${stage.product.url}/fixes`)
      await page
        .getByRole('button', { name: /lodash/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Create Jira issue for lodash' }).click()
      await page.getByRole('link', { name: 'Open Jira issue ABC-1 for lodash' }).waitFor()
      expect(jira.issues[0]!.fields).toMatchObject({ customfield_10010: { id: '5' } })
      await leave()
    })

    test('DataTrails: a branch is linked, its SBOM published and withdrawn', async () => {
      const { page, leave } = await stage.open('/settings/integrations')
      await page.getByRole('button', { name: /^Set up DataTrails/ }).click()
      const form = page.getByRole('group', { name: /^DataTrails .*settings/ })
      await form.getByLabel('Address', { exact: true }).fill(ledger.url)
      await form.getByLabel('Client ID').fill('assay')
      await form.getByLabel('Client secret').fill(ledger.secret)
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Linked branches and published SBOMs').click()
      const section = page.getByRole('region', { name: /^DataTrails/ })
      await section.getByLabel('Project', { exact: true }).selectOption(projectUuid)
      await section.getByRole('button', { name: 'Link the branch main' }).click()
      await section.getByText('Linked: the SBOM of each new scan is uploaded').waitFor()
      await section.getByRole('button', { name: 'Publish the last scan of main' }).click()
      await section.getByText('Published', { exact: true }).waitFor()
      await section.getByRole('button', { name: 'Withdraw' }).click()
      await section.getByText('Withdrawn', { exact: true }).waitFor()
      expect(await page.content()).not.toContain(ledger.secret)
      await leave()
    })

    test.each(looks)(
      'are accessible and fit in $colorScheme at $width px',
      async ({ colorScheme, width }) => {
        const viewport = { width, height: 900 }
        const { page, leave } = await stage.open('/settings/integrations', { colorScheme, viewport })
        await page.getByText('Settings of a project').click()
        await page.getByText('Linked branches and published SBOMs').click()
        const selects = page.getByLabel('Project', { exact: true })
        await expect.poll(() => selects.count()).toBe(2)
        for (const select of await selects.all()) await select.selectOption(projectUuid)
        await page.getByRole('region', { name: 'main' }).waitFor()
        await expect.poll(() => violations(page)).toEqual([])
        await expect.poll(() => widthOf(page)).toBe(width)
        await leave()
      },
    )
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' },
)
