import { json, type RegistryServer, startRegistry, status } from '@assay/server/testing/registry-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

let registry: RegistryServer
beforeAll(async () => {
  registry = await startRegistry()
  const versions = { '1.0.0': {}, '1.2.0': {} }
  registry.handlers.set('GET /@acme%2fui', (request, response) => {
    const isKnown = request.headers.authorization === 'Bearer let-me-in'
    return (isKnown ? json({ versions, time: {} }) : status(401))(request, response)
  })
})
afterAll(() => registry.stop())

describeWithBrowser(
  'private registries',
  (stage) => {
    const list = async () => {
      const { account } = await stage.product.api.users.me()
      return stage.product.api.registries.list({ params: { accountUuid: account.uuid } })
    }

    test('are added, checked, given a token, turned off and removed', async () => {
      const { page, context, failures } = await stage.open('/settings/registries')
      await page
        .getByText('No registries. Packages are looked up in the public sources of this server.')
        .waitFor()
      await page.getByRole('button', { name: 'New registry' }).click()
      const adding = page.getByRole('dialog', { name: 'New registry' })
      await adding.getByText('For example, @acme.').waitFor()
      await adding.getByLabel('Packages').fill('a*b')
      await adding.getByLabel('URL').fill(registry.url)
      await adding.getByRole('button', { name: 'Save' }).click()
      await adding.getByText('a*b is not a pattern such as @acme').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await adding.getByLabel('Packages').fill('@acme')
      await adding.getByRole('button', { name: 'Save' }).click()
      await adding.waitFor({ state: 'hidden' })
      const row = page.getByRole('row').filter({ hasText: '@acme' })
      await expect.poll(() => row.innerText()).toContain('Not queried yet')
      await expect.poll(() => violationsInVariants(page)).toEqual([])

      await page.getByRole('button', { name: 'Check the registry of @acme' }).click()
      const checking = page.getByRole('dialog', { name: 'Check the registry of @acme' })
      const check = async (name: string) => {
        await checking.getByLabel('Package').fill(name)
        await checking.getByRole('button', { name: 'Check' }).click()
      }
      await check('@acme/ui')
      await checking.getByText('answered 401: the credentials are missing or wrong').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Edit the registry of @acme' }).click()
      const editing = page.getByRole('dialog', { name: 'Edit the registry of @acme' })
      await editing.getByLabel('Credentials').selectOption({ label: 'Token' })
      await editing.getByLabel('Token').fill('let-me-in')
      await editing.getByRole('button', { name: 'Save' }).click()
      await editing.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Check the registry of @acme' }).click()
      await check('@acme/ui')
      await checking.getByText('The registry lists 2 versions of @acme/ui. The newest is 1.2.0.').waitFor()
      await check('@acme/none')
      await checking.getByText('The registry does not have @acme/none.').waitFor()
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Edit the registry of @acme' }).click()
      // Stored credentials are not shown, and saving keeps them.
      await expect.poll(() => editing.getByLabel('Credentials').inputValue()).toBe('kept')
      await editing.getByLabel('Query this registry').uncheck()
      await editing.getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => row.innerText()).toMatch(/Token[\s\S]*Off/)
      expect((await list()).registries).toMatchObject([
        { pattern: '@acme', credentials: 'bearer', enabled: false },
      ])

      await page.getByRole('button', { name: 'Remove the registry of @acme' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('No registries.').waitFor()
      expect((await list()).registries).toEqual([])
      // The invalid pattern was rejected with 400.
      expect(failures.filter((failure) => !failure.includes('400'))).toEqual([])
      await context.close()
    })
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' },
)
