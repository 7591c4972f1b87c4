import {
  type DatadogServer,
  startDatadogServer,
} from '@assay/server/integrations/datadog/testing/datadog-server.ts'
import {
  type DatatrailsServer,
  startDatatrailsServer,
} from '@assay/server/integrations/datatrails/testing/datatrails-server.ts'
import { type JiraServer, startJiraServer } from '@assay/server/integrations/jira/testing/jira-server.ts'
import {
  type RepositoryServer,
  startRepositoryServer,
} from '@assay/server/integrations/repositories/testing/repository-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

let jira: JiraServer
let ledger: DatatrailsServer
let datadog: DatadogServer
let repositories: RepositoryServer
beforeAll(async () => {
  datadog = await startDatadogServer()
  repositories = await startRepositoryServer()
  jira = await startJiraServer()
  ledger = await startDatatrailsServer()
})
afterAll(async () => {
  await jira?.stop()
  await ledger?.stop()
  await datadog?.stop()
  await repositories?.stop()
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
      await form.getByLabel('URL', { exact: true }).fill(jira.url)
      await form.getByLabel('Email address').fill('bot@example.org')
      await form.getByLabel('Project key').fill('ABC')
      await form.getByLabel('API token').fill(jira.apiToken)
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Test connection to Jira' }).click()
      await page.getByText('Jira accepts the credentials of Bot').waitFor()
      expect(await page.content()).not.toContain(jira.apiToken)
      const section = page.getByRole('region', { name: 'Jira' })
      await section.getByText('Project settings').click()
      await section.getByLabel('Project', { exact: true }).selectOption(projectUuid)
      await section.getByLabel('Team').selectOption('Platform')
      await section.getByRole('button', { name: 'Save' }).last().click()
      await section.getByText('Saved.').last().waitFor()
      await expect.poll(() => violations(page)).toEqual([])
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
      await form.getByLabel('URL', { exact: true }).fill(ledger.url)
      await form.getByLabel('Client ID').fill('assay')
      await form.getByLabel('Client secret').fill(ledger.secret)
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Linked branches and published SBOMs').click()
      const section = page.getByRole('region', { name: /^DataTrails/ })
      await section.getByLabel('Project', { exact: true }).selectOption(projectUuid)
      await section.getByRole('button', { name: 'Link branch main' }).click()
      await section.getByText('Linked: the SBOM of each new scan is uploaded').waitFor()
      await section.getByRole('button', { name: 'Publish the SBOM of the latest scan of main' }).click()
      await section.getByText('Published', { exact: true }).waitFor()
      await section.getByRole('button', { name: 'Withdraw' }).click()
      await section.getByText('Withdrawn', { exact: true }).waitFor()
      expect(await page.content()).not.toContain(ledger.secret)
      await leave()
    })

    test('Datadog: a rejected key, the right one, metrics and their log', async () => {
      const { page, context } = await stage.open('/settings/integrations')
      await page.getByRole('button', { name: 'Set up Datadog' }).click()
      const form = page.getByRole('group', { name: 'Datadog settings' })
      await form.getByLabel('API URL').fill(datadog.url)
      await form.getByLabel('API key').fill('a-wrong-key')
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Test connection to Datadog' }).click()
      await page.getByText('Credentials not valid').waitFor()
      await form.getByLabel('API key').fill(datadog.apiKey)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: 'Test connection to Datadog' }).click()
          return page.getByText(`${datadog.url} accepts the API key`).count()
        })
        .toBeGreaterThan(0)
      const section = page.getByRole('region', { name: 'Datadog' })
      await section.getByRole('button', { name: 'Send now' }).click()
      await section.getByText(/^Delivery log/).click()
      const log = section.getByRole('region', { name: 'Deliveries to Datadog' })
      await log.getByText('Delivered').first().waitFor()
      await log.getByRole('rowheader', { name: 'All projects' }).first().waitFor()
      expect([...datadog.points.values()].map(({ metric }) => metric)).toContain(
        'meterian.projects.scores.security',
      )
      await page.reload()
      await page.getByRole('button', { name: 'Edit Datadog settings' }).click()
      await form.getByText('Saved, not shown. Leave empty to keep it.').waitFor()
      expect(await form.getByLabel('API key').inputValue()).toBe('')
      expect(await page.content()).not.toContain(datadog.apiKey)
      // The browser logs the rejected key's 400.
      await context.close()
    })

    test('GitHub and GitLab issues: a rejected token, the right one, an issue and its log', async () => {
      const name = 'GitHub and GitLab issues'
      const { page, context } = await stage.open('/settings/integrations')
      await page.getByRole('button', { name: `Set up ${name}` }).click()
      const form = page.getByRole('group', { name: `${name} settings` })
      await form.getByLabel('Service').selectOption('GitLab')
      await form.getByLabel('URL', { exact: true }).fill(repositories.url)
      await form.getByLabel('Repository').fill('not a repository')
      await form.getByLabel('Access token').fill('a-wrong-token')
      await form.getByRole('button', { name: 'Save' }).click()
      await form.getByText('Enter the repository as owner/name').first().waitFor()
      await form.getByLabel('Repository').fill('org/app')
      await form.getByRole('switch', { name: 'Create issues automatically' }).click()
      await form.getByLabel('Automatically from severity').selectOption('low')
      await form.getByRole('switch', { name: 'Only where a fix is available' }).click()
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: `Test connection to ${name}` }).click()
      await page.getByText('Credentials not valid').waitFor()
      await form.getByLabel('Access token').fill(repositories.token)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: `Test connection to ${name}` }).click()
          return page.getByText('GitLab accepts the token of bot').count()
        })
        .toBeGreaterThan(0)
      await stage.product.scan('https://gitlab.example.com/org/till', ['lodash@4.17.4'])
      await expect.poll(() => repositories.issues.length, { timeout: 60_000 }).toBe(1)
      expect(repositories.issues[0]).toMatchObject({ isConfidential: true, repository: 'org/app' })
      const section = page.getByRole('region', { name })
      await section.getByText(/^Delivery log/).click()
      await section.getByText('Created org/app#1').waitFor()
      await page.reload()
      await page.getByRole('button', { name: `Edit ${name} settings` }).click()
      expect(await form.getByLabel('Access token').inputValue()).toBe('')
      expect(await page.content()).not.toContain(repositories.token)
      await page.goto(`${stage.product.url}/fixes`)
      await page
        .getByRole('button', { name: /lodash/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'Open GitLab issue org/app#1 for lodash' }).waitFor()
      await page.getByRole('button', { name: 'Create GitLab issue for lodash' }).click()
      await page.getByRole('link', { name: 'Open GitLab issue org/app#2 for lodash' }).waitFor()
      // The browser logs the rejected repository's 400.
      await context.close()
    })

    test('a project is scanned as it is in its repository, from the list and from its report', async () => {
      const { api } = stage.product
      const { uuid: accountUuid } = await api.accounts.me()
      const { url: site, token } = repositories
      await api.integrations.save({
        params: { accountUuid, integration: 'repository-issues' },
        body: { service: 'github', url: site, token },
      })
      const app = await api.projects.create({ body: { url: `${site}/org/app` } })
      const push = (version: string) =>
        repositories.branches.set(
          'trunk',
          new Map([
            [
              'package-lock.json',
              JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/lodash': { version } } }),
            ],
          ]),
        )
      push('4.17.4')
      const { page, leave } = await stage.open('/projects')
      await page.getByRole('button', { name: 'Actions for github.com/org/shop' }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
      const refresh = page.getByRole('button', { name: 'Refresh from GitHub' })
      await expect.poll(() => refresh.count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: `Actions for ${app.name}` }).click()
      await refresh.click()
      await page.getByText(`${app.name} refreshed, branch trunk.`).waitFor()
      await page.getByRole('link', { name: app.name, exact: true }).click()
      await page.getByRole('rowheader', { name: 'CVE-2019-10744' }).waitFor()
      push('4.17.21')
      await refresh.click()
      await page.getByText('No vulnerabilities found').waitFor()
      repositories.branches.clear()
      await refresh.click()
      await page
        .getByRole('alert')
        .filter({ hasText: `${app.name} was not refreshed. ` })
        .waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await page.goto(`${stage.product.url}/projects?pid=${projectUuid}`)
      await page.getByRole('button', { name: 'Rescan' }).waitFor()
      await expect.poll(() => refresh.count()).toBe(0)
      await leave()
    })

    test('are accessible and fit in every theme and viewport', async () => {
      const { page, leave } = await stage.open('/settings/integrations')
      await page.getByText('Project settings').click()
      await page.getByText('Linked branches and published SBOMs').click()
      for (const name of ['Datadog', 'GitHub and GitLab issues']) {
        await page.getByRole('button', { name: `Edit ${name} settings` }).click()
        await page.getByRole('group', { name: `${name} settings` }).waitFor()
        const section = page.getByRole('region', { name })
        await section.getByText(/^Delivery log/).click()
        await section.getByRole('table').waitFor()
      }
      const selects = page.getByLabel('Project', { exact: true })
      await expect.poll(() => selects.count()).toBe(2)
      for (const select of await selects.all()) await select.selectOption(projectUuid)
      await page.getByRole('region', { name: 'main' }).waitFor()
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await leave()
    })
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' },
)
