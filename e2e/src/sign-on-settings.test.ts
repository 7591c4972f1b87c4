import { type TestNameServer, startNameServer } from '@assay/server/testing/name-server.ts'
import { startTestProvider, testClient, type TestProvider } from '@assay/server/testing/openid-provider.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { acceptInvitation, violations } from './browser-user.ts'

const names: TestNameServer = await startNameServer()

describeWithBrowser(
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

    test('set up a provider by keyboard, test it, and turn it on for members', async () => {
      const { page, leave } = await stage.open('/settings/sso')
      const oidc = part(page, 'OpenID Connect')
      await oidc.getByRole('button', { name: 'Set up OpenID Connect' }).focus()
      await page.keyboard.press('Enter')
      const address = oidc.getByText(`/api/v1/sso/oidc/callback/${accountUuid}`)
      await address.waitFor()
      await oidc.getByLabel('Issuer').fill('login.example.org')
      await oidc.getByLabel('Role mapping').fill('engineers = King')
      await oidc.getByLabel('Issuer').press('Enter')
      await oidc.getByText('issuer must be a URL, such as https://example.org').waitFor()
      await oidc.getByText('The client ID is missing').waitFor()
      await oidc.getByText('Unknown role “King”').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await oidc.getByLabel('Issuer').fill(provider.issuer)
      await oidc.getByLabel('Client ID').fill(testClient.id)
      await oidc.getByLabel('Client secret').fill('wrong')
      await oidc.getByLabel('Role mapping').fill('engineers = collaborator')
      await oidc.getByLabel('Client ID').press('Enter')
      await oidc.getByText('Saved.').waitFor()
      await oidc.getByText('Inactive', { exact: true }).waitFor()
      await oidc.getByRole('button', { name: 'Test' }).click()
      await oidc.getByText('The client ID and secret were rejected').waitFor()
      await oidc.getByText('Configuration check failed.').waitFor()
      await expect.poll(() => violations(page)).toEqual([])

      await oidc.getByLabel('Client secret').fill(testClient.secret)
      await oidc.getByRole('button', { name: 'Save' }).click()
      await oidc.getByText('Saved, not shown.').waitFor()
      await expect.poll(() => oidc.getByLabel('Client secret').inputValue()).toBe('')
      await oidc.getByRole('button', { name: 'Test' }).click()
      await oidc.getByText('Configuration looks valid. Log in to test it end to end.').waitFor()
      await oidc.getByRole('switch', { name: 'Enable for members' }).click()
      await oidc.getByText('Active', { exact: true }).waitFor()
      const { oidc: kept } = await stage.product.api.sso.get({ params: { accountUuid } })
      expect(kept).toMatchObject({ isActive: true, roleNames: { engineers: 'Collaborator' } })
      await page.reload()
      await expect.poll(() => oidc.getByLabel('Issuer').inputValue()).toBe(provider.issuer)
      await leave()
    })

    test('add a domain, show how to verify it, and remove it', async () => {
      const { page, context } = await stage.open('/settings/sso')
      const domains = part(page, 'Automatic membership')
      await domains.getByLabel('Domain').fill('no domain')
      await domains.getByRole('button', { name: 'Add domain' }).click()
      await domains.getByText('Enter a domain such as example.org').waitFor()
      for (const domain of ['example.org', 'gmail.com']) {
        await domains.getByLabel('Domain').fill(domain)
        await domains.getByRole('button', { name: 'Add domain' }).click()
        await domains.getByRole('button', { name: `Remove ${domain}` }).waitFor()
      }
      await domains.getByText('Public email provider', { exact: true }).waitFor()
      await domains.getByRole('button', { name: 'Verify example.org' }).click()
      await page
        .getByText('The TXT record was not found. New records can take an hour to become visible')
        .waitFor()
      const [name = '', value = ''] = await domains.locator('code').allInnerTexts()
      names.records.set(name, value)
      await domains.getByRole('button', { name: 'Verify example.org' }).click()
      await domains.getByText('Verified', { exact: true }).waitFor()
      await domains.getByLabel('Default role').selectOption('Collaborator')
      await domains.getByRole('button', { name: 'Remove gmail.com' }).click()
      await expect.poll(() => domains.getByText('gmail.com').count()).toBe(0)
      const shown = await stage.product.api.sso.get({ params: { accountUuid } })
      expect(shown).toMatchObject({
        role: 'Collaborator',
        domains: [{ domain: 'example.org', state: 'verified' }],
      })
      await context.close()
    })

    test('create a SCIM token, show what it provisioned, and revoke it', async () => {
      const { page, leave } = await stage.open('/settings/scim')
      await part(page, 'Tokens').getByText('No SCIM tokens.').waitFor()
      await page.getByRole('button', { name: 'New SCIM token' }).click()
      const secret = page.getByRole('group', { name: 'SCIM token created.' })
      const token = await secret.locator('code').innerText()
      await expect.poll(() => violations(page)).toEqual([])
      await secret.getByRole('button', { name: 'Done' }).click()
      const response = await fetch(`${stage.product.url}/api/v1/scim/Users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify({ userName: 'from.there@example.org' }),
      })
      expect(response.status).toBe(201)
      await page.reload()
      await part(page, 'Provisioning status')
        .getByText(/^Members\s*1$/)
        .waitFor()
      await page.getByRole('button', { name: /^Revoke token created/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await part(page, 'Tokens').getByText('No SCIM tokens.').waitFor()
      const refused = await fetch(`${stage.product.url}/api/v1/scim/Users`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(refused.status).toBe(401)
      await leave()
    })

    test('explain to a viewer, and where the feature is off, why they are unavailable', async () => {
      const { api } = stage.product
      const body = { email: 'viewer@example.org' }
      const { invitationUrl } = await api.members.add({ params: { accountUuid }, body })
      const visitor = await acceptInvitation(stage.browser, stage.product, { invitationUrl })
      for (const section of ['sso', 'scim']) {
        await visitor.page.goto(`${stage.product.url}/settings/${section}`)
        await visitor.page.getByText('You do not have permission to view this').waitFor()
        await expect.poll(() => violations(visitor.page)).toEqual([])
      }
      await visitor.leave()
      const { features } = await api.accounts.me()
      const setFeatures = (names: string[]) =>
        api.accounts.setFeatures({ params: { accountUuid }, query: { names: names.join(',') } })
      await setFeatures(features.filter((name) => name !== 'sso' && name !== 'teams'))
      const { page, leave } = await stage.open('/settings/sso')
      await page.getByText('This feature is turned off.').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await page.goto(`${stage.product.url}/settings/teams`)
      const add = page.getByRole('button', { name: 'New team' })
      await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true')
      await expect.poll(() => add.getAttribute('title')).toContain('Teams is turned off.')
      await leave()
      await setFeatures(features)
    })
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true', ASSAY_DNS_SERVER: names.address },
)
