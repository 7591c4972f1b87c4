import { type ModelServer, startModelServer } from '@assay/server/testing/model-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

let model: ModelServer
beforeAll(async () => {
  model = await startModelServer()
})
afterAll(() => model?.stop())

describeWithBrowser(
  'the assistant',
  (stage) => {
    let projectUuid: string
    beforeAll(async () => {
      projectUuid = await stage.product.scan('https://github.com/org/shop', ['lodash@4.17.4'])
    })

    test('explains how to set up a model, and shows the same facts without one', async () => {
      const { page, leave } = await stage.open('/assistant')
      await page.getByRole('heading', { name: 'No model configured' }).waitFor()
      await page.getByRole('button', { name: 'New conversation' }).click()
      const summary = page.getByRole('group').filter({ hasText: 'Written from your data without a model.' })
      await summary.getByText('to 4.17.21').first().waitFor()
      await page.getByRole('link', { name: 'Setup guide' }).click()
      await page.getByRole('heading', { level: 1, name: 'Assistant' }).waitFor()
      await leave()
    })

    test('is set up and turned on in the settings, which never show the key again', async () => {
      const { page, leave } = await stage.open('/settings/integrations')
      await page.getByRole('button', { name: 'Set up the assistant’s model' }).click()
      const form = page.getByRole('group', { name: 'Assistant settings' })
      await form.getByLabel('Base URL').fill(model.url)
      await form.getByLabel('Model').fill('small')
      await form.getByLabel('API key').fill('model-canary')
      await form.getByRole('button', { name: 'Save' }).click()
      await form.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText(/answers as small/).waitFor()
      await page.getByRole('switch', { name: 'Allow members to ask questions' }).click()
      await page.getByRole('region', { name: 'Assistant' }).getByText('Active').waitFor()
      expect(await page.content()).not.toContain('model-canary')
      await leave()
    })

    test('answers a question from a report, with links to its facts', async () => {
      model.turns.push(
        { calls: [{ name: 'list_fixes', input: {} }] },
        { text: 'Upgrade lodash to 4.17.21 [F1].\n- It closes all open findings [F2].' },
      )
      const { page, leave } = await stage.open(`/projects?pid=${projectUuid}`)
      await page.getByRole('button', { name: 'Ask the assistant', exact: true }).click()
      await page.getByRole('heading', { name: 'Data sent with each question' }).waitFor()
      await page.getByText(`Your question is sent to ${new URL(model.url).host} (small)`).waitFor()
      await page.getByRole('button', { name: 'What should I fix first here, and why?' }).click()
      const answer = page.getByRole('article', { name: 'What should I fix first here, and why?' })
      await answer.getByText(/It closes all open findings/).waitFor()
      await answer.getByText(/in 2 requests to/).waitFor()
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await page.reload()
      await answer.getByRole('list', { name: 'Sources' }).getByRole('link').first().click()
      await page.waitForURL((url) => url.pathname !== '/assistant')
      await leave()
    })

    test('reports an interrupted answer about a vulnerability, and deletes the conversation', async () => {
      const { page, leave } = await stage.open('/vulns?id=CVE-2021-23337')
      await page.getByRole('button', { name: 'Ask the assistant', exact: true }).click()
      await page.getByRole('heading', { level: 2, name: 'CVE-2021-23337' }).waitFor()
      await page.getByLabel('Your question').fill('Is it?')
      model.turns.push({ fault: 'half' })
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByText('The service ended its response early').waitFor()
      await page.getByRole('button', { name: 'Delete conversation: CVE-2021-23337' }).click()
      await page.getByRole('link', { name: /CVE-2021-23337/ }).waitFor({ state: 'detached' })
      expect((await stage.product.api.barista.conversations()).map(({ title }) => title)).not.toContain(
        'CVE-2021-23337',
      )
      await leave()
    })
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' },
)
