import { type TestNameServer, startNameServer } from '@assay/server/testing/name-server.ts'
import { startTestProvider, testClient, type TestProvider } from '@assay/server/testing/openid-provider.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stories } from './stories.ts'
import { enterByInvitation, looks, violations, widthOf } from './visitor.ts'

const names: TestNameServer = await startNameServer()

stories(
  'the settings of single sign-on and SCIM',
  (stage) => {
    let provider: TestProvider
    let accountUuid: string
    beforeAll(async () => {
      ;({ uuid: accountUuid } = await stage.product.api.accounts.me())
      provider = await startTestProvider(`${stage.product.url}/api/v1/sso/oidc/callback/${accountUuid}`)
    })
    afterAll(async () => {
      await provider?.stop()
      await names.stop()
    })
    const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

    test('set up a provider by the keyboard, test it, and let members in by it', async () => {
      const { page, leave } = await stage.open('/settings/sso')
      const oidc = part(page, 'OpenID Connect')
      await oidc.getByRole('button', { name: 'Set up OpenID Connect' }).focus()
      await page.keyboard.press('Enter')
      const address = oidc.getByText(`/api/v1/sso/oidc/callback/${accountUuid}`)
      await address.waitFor()
      await oidc.getByLabel('Issuer').fill('login.example.org')
      await oidc.getByLabel('Roles by other names').fill('engineers = King')
      await oidc.getByLabel('Issuer').press('Enter')
      await oidc.getByText('The issuer is an address: https://login.example.org').waitFor()
      await oidc.getByText('The client id is missing').waitFor()
      await oidc.getByText('There is no role “King”').waitFor()
      expect(await violations(page)).toEqual([])
      await oidc.getByLabel('Issuer').fill(provider.issuer)
      await oidc.getByLabel('Client id').fill(testClient.id)
      await oidc.getByLabel('Client secret').fill('wrong')
      await oidc.getByLabel('Roles by other names').fill('engineers = collaborator')
      await oidc.getByLabel('Client id').press('Enter')
      await oidc.getByText('Saved.').waitFor()
      await oidc.getByText('Not active', { exact: true }).waitFor()
      await oidc.getByRole('button', { name: 'Test' }).click()
      await oidc.getByText('It does not accept client id and secret').waitFor()
      await oidc.getByText('Something is wrong.').waitFor()
      expect(await violations(page)).toEqual([])

      await oidc.getByLabel('Client secret').fill(testClient.secret)
      await oidc.getByRole('button', { name: 'Save' }).click()
      await oidc.getByText('It is kept, and not shown.').waitFor()
      await expect.poll(() => oidc.getByLabel('Client secret').inputValue()).toBe('')
      await oidc.getByRole('button', { name: 'Test' }).click()
      await oidc.getByText('Nothing is wrong, as far as can be seen without a login.').waitFor()
      await oidc.getByRole('switch', { name: 'Members log in by it' }).click()
      await oidc.getByText('Active', { exact: true }).waitFor()
      const { oidc: kept } = await stage.product.api.sso.get({ params: { accountUuid } })
      expect(kept).toMatchObject({ isActive: true, roleNames: { engineers: 'Collaborator' } })
      await page.reload()
      await expect.poll(() => oidc.getByLabel('Issuer').inputValue()).toBe(provider.issuer)
      await leave()
    })

    test('add a domain, show that it is yours, and remove it', async () => {
      const { page, context } = await stage.open('/settings/sso')
      const domains = part(page, 'Who joins by themselves')
      await domains.getByLabel('Domain').fill('no domain')
      await domains.getByRole('button', { name: 'Add the domain' }).click()
      await domains.getByText('This is no domain').waitFor()
      for (const domain of ['example.org', 'gmail.com']) {
        await domains.getByLabel('Domain').fill(domain)
        await domains.getByRole('button', { name: 'Add the domain' }).click()
        await domains.getByRole('button', { name: `Remove ${domain}` }).waitFor()
      }
      await domains.getByText('Free mail', { exact: true }).waitFor()
      await domains.getByRole('button', { name: 'Verify example.org' }).click()
      await page.getByText('The record was not found: new ones can take an hour to be seen').waitFor()
      const [name = '', value = ''] = await domains.locator('code').allInnerTexts()
      names.records.set(name, value)
      await domains.getByRole('button', { name: 'Verify example.org' }).click()
      await domains.getByText('Verified', { exact: true }).waitFor()
      await domains.getByLabel('Their role').selectOption('Collaborator')
      await domains.getByRole('button', { name: 'Remove gmail.com' }).click()
      await expect.poll(() => domains.getByText('gmail.com').count()).toBe(0)
      const told = await stage.product.api.sso.get({ params: { accountUuid } })
      expect(told).toMatchObject({
        role: 'Collaborator',
        domains: [{ domain: 'example.org', state: 'verified' }],
      })
      await context.close()
    })

    test('make a token for SCIM, which shows what came by it, and revoke it', async () => {
      const { page, leave } = await stage.open('/settings/scim')
      await part(page, 'Tokens').getByText('There is no token').waitFor()
      await page.getByRole('button', { name: 'New SCIM token' }).click()
      const secret = page.getByRole('group', { name: 'The SCIM token is made.' })
      const token = await secret.locator('code').innerText()
      expect(await violations(page)).toEqual([])
      await secret.getByRole('button', { name: 'Done' }).click()
      const made = await fetch(`${stage.product.url}/api/v1/scim/Users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify({ userName: 'from.there@example.org' }),
      })
      expect(made.status).toBe(201)
      await page.reload()
      await part(page, 'What it keeps')
        .getByText(/^Members\s*1$/)
        .waitFor()
      await page.getByRole('button', { name: /^Revoke the token of/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await part(page, 'Tokens').getByText('There is no token').waitFor()
      const refused = await fetch(`${stage.product.url}/api/v1/scim/Users`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(refused.status).toBe(401)
      await leave()
    })

    test.each(looks)(
      'are accessible and fit in $colorScheme at $width px',
      async ({ colorScheme, width }) => {
        const { page, leave } = await stage.open('/settings/sso', {
          colorScheme,
          viewport: { width, height: 800 },
        })
        await page.getByRole('button', { name: 'Set up SAML 2.0' }).click()
        await part(page, 'SAML 2.0').getByLabel('Certificate').waitFor()
        expect(await violations(page)).toEqual([])
        expect(await widthOf(page)).toBe(width)
        await page.goto(`${stage.product.url}/settings/scim`)
        await page.getByRole('heading', { name: 'What becomes what' }).waitFor()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' })
        expect(await violations(page)).toEqual([])
        expect(await widthOf(page)).toBe(width)
        await leave()
      },
    )

    test('say to a viewer, and where it is off, what is in the way', async () => {
      const { api } = stage.product
      const body = { email: 'viewer@example.org' }
      const { invitationUrl } = await api.members.add({ params: { accountUuid }, body })
      const visitor = await enterByInvitation(stage.browser, stage.product, { invitationUrl })
      for (const section of ['sso', 'scim']) {
        await visitor.page.goto(`${stage.product.url}/settings/${section}`)
        await visitor.page.getByText('Your role does not allow you to see this.').waitFor()
        expect(await violations(visitor.page)).toEqual([])
      }
      await visitor.leave()
      const { features } = await api.accounts.me()
      const setFeatures = (names: string[]) =>
        api.accounts.setFeatures({ params: { accountUuid }, query: { names: names.join(',') } })
      await setFeatures(features.filter((name) => name !== 'sso' && name !== 'teams'))
      const { page, leave } = await stage.open('/settings/sso')
      await page.getByText('This is off in your account.').waitFor()
      expect(await violations(page)).toEqual([])
      await page.goto(`${stage.product.url}/settings/teams`)
      const add = page.getByRole('button', { name: 'New team' })
      expect(await add.getAttribute('aria-disabled')).toBe('true')
      expect(await add.getAttribute('title')).toContain('The feature Teams is off.')
      await leave()
      await setFeatures(features)
    })
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true', ASSAY_DNS_SERVER: names.address },
)
