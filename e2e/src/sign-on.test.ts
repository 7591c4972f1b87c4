import { startTestProvider, testClient } from '@assay/server/testing/openid-provider.ts'
import { createSamlProvider, type SamlResponse } from '@assay/server/testing/saml-provider.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { freePort, newMember, serve, startAtName } from './logins.ts'
import { describeProductWithBrowser } from './describe-with-browser.ts'
import { logIn, violations, violationsInVariants } from './browser-user.ts'

const openId = ({ issuer }: { issuer: string }) => ({
  ASSAY_OIDC_ISSUER: issuer,
  ASSAY_OIDC_CLIENT_ID: testClient.id,
  ASSAY_OIDC_NAME: 'Our login',
  ASSAY_OIDC_CLIENT_SECRET: testClient.secret,
})

const isIn = (page: Page) => page.getByRole('button', { name: 'Logout' }).waitFor()

const startSignOn = async () => {
  const port = await freePort()
  const provider = await startTestProvider(`http://localhost:${port}/api/v1/sso/oidc/callback`)
  const product = await startAtName(openId(provider), port)
  const stop = async () => {
    await product.stop()
    await provider.stop()
  }
  return { ...product, provider, stop }
}

describeProductWithBrowser(
  'single sign-on',
  (stage) => {
    const comeAs = (email: string, more = {}) => {
      stage.product.provider.person = {
        sub: email,
        email,
        email_verified: true,
        name: 'Ada Lovelace',
        ...more,
      }
    }

    test('starts at the login link, returns to the page, and logs out at the provider', async () => {
      await newMember(stage.product, 'ada@example.org')
      comeAs('ada@example.org')
      const { page, failures, context } = await stage.visit()
      await page.goto(`${stage.product.url}/settings/members?q=ada`)
      // The dialog that opens automatically offers all methods.
      await page.getByRole('dialog', { name: 'Log in' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('You will be redirected to Our login.').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await page.getByRole('link', { name: 'login', exact: true }).click()
      await isIn(page)
      await expect.poll(() => page.url()).toBe(`${stage.product.url}/settings/members?q=ada`)
      await expect.poll(() => page.getByRole('button', { name: 'Menu of ' }).isVisible()).toBe(true)

      // Not checked later: the provider's pages lack an icon and request a font from another site.
      expect(failures).toEqual([])
      const left = page.waitForURL((url) => url.origin === stage.product.provider.issuer)
      await page.getByRole('button', { name: 'Logout' }).click()
      await left
      await page.getByRole('button', { name: /yes/i }).click()
      await page.waitForURL(`${stage.product.url}/dashboard`)
      await page.getByRole('dialog', { name: 'Log in' }).waitFor()
      await context.close()
    })

    test('reauthenticates by logging in at the provider again', async () => {
      await newMember(stage.product, 'again@example.org')
      comeAs('again@example.org')
      const { page, context } = await stage.visit()
      await page.goto(`${stage.product.url}/settings/security`)
      await page.getByRole('dialog', { name: 'Log in' }).waitFor()
      await page.getByRole('button', { name: 'Log in with Our login' }).click()
      await isIn(page)
      const setUp = page.getByRole('button', { name: 'Set up: Authenticator app' })
      await setUp.click()
      const logins = stage.product.provider.loginCount
      const confirm = page.getByRole('button', { name: 'Confirm with Our login' })
      await confirm.waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      const arrived = page.waitForEvent('load')
      await confirm.click()
      await arrived
      expect(stage.product.provider.loginCount).toBe(logins + 1)
      await expect.poll(() => page.url()).toBe(`${stage.product.url}/settings/security`)
      await setUp.click()
      await page.getByLabel('Authentication code').waitFor()
      await context.close()
    })

    test('leaves the password login available', async () => {
      const { page, leave } = await stage.visit()
      await page.goto(stage.product.url)
      await page.getByRole('dialog', { name: 'Log in' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Use another login method' }).click()
      await logIn(page)
      await leave()
    })

    test.each([
      { who: 'nobody here', more: {}, text: 'No member has your email address.' },
      { who: 'unverified', more: { email_verified: false }, text: 'has not verified your email address' },
    ])('explains why it failed: $who', async ({ more, text }) => {
      comeAs('stranger@elsewhere.example', more)
      const { page, leave } = await stage.visit()
      await page.goto(stage.product.url)
      await page.getByRole('button', { name: 'Log in with Our login' }).click()
      await page.getByRole('alert').filter({ hasText: text }).waitFor()
      await expect.poll(() => page.url()).toBe(`${stage.product.url}/dashboard`)
      await page.reload()
      await page.getByRole('dialog', { name: 'Log in' }).waitFor()
      await expect.poll(() => page.getByText(text).count()).toBe(0)
      await leave()
    })

    test('errors are accessible and fit in every theme and viewport', async () => {
      const { page, leave } = await stage.visit()
      for (const errorType of ['signOnFailed', 'memberInactive', 'providerUnreachable', 'unheard of']) {
        await page.goto(`${stage.product.url}/?login=${errorType}`)
        await page.getByRole('dialog', { name: 'Log in' }).getByRole('alert').first().waitFor()
        await page.getByRole('button', { name: 'Log in with Our login' }).waitFor()
        await expect.poll(async () => [errorType, await violationsInVariants(page)]).toEqual([errorType, []])
      }
      await leave()
    })

    test('that failed during a session is reported on the current page', async () => {
      const { page, leave } = await stage.visit()
      await page.goto(stage.product.url)
      await logIn(page)
      await page.goto(`${stage.product.url}/?login=notInvited`)
      await page.getByRole('alert').filter({ hasText: 'No member has your email address' }).waitFor()
      await isIn(page)
      await leave()
    })

    test("offers an account's own provider through its link", async () => {
      const { api, provider } = stage.product
      const { uuid: accountUuid } = await api.accounts.me()
      const body = { name: 'Their login', issuer: provider.issuer, clientId: testClient.id }
      await api.sso.putOidc({ params: { accountUuid }, body })
      await api.sso.activate({ params: { accountUuid, type: 'oidc' }, query: { active: 'true' } })
      const { page, context } = await stage.visit()
      await page.goto(`${stage.product.url}/?sso=${accountUuid}`)
      const started = page.waitForRequest((request) => request.url().includes('/sso/oidc/start'))
      await page.getByRole('button', { name: 'Log in with Their login' }).click()
      expect(new URL((await started).url()).searchParams.get('account')).toBe(accountUuid)
      // The provider would reject the next steps: it does not know this account's callback.
      await context.close()
    })
  },
  startSignOn,
)

const saml = createSamlProvider('https://idp.example/metadata')

/** The page of a provider with a session, which posts the response immediately. */
const posted = (location: string) => {
  const { id, recipient, audience } = saml.readRequest(location)
  const response: SamlResponse = {
    issuer: saml.issuer,
    audience,
    recipient,
    inResponseTo: id,
    key: saml.key,
    nameId: 'grace',
    nameIdFormat: '2.0:nameid-format:persistent',
    attributes: { email: ['grace@example.org'], displayName: ['Grace Hopper'] },
    notBefore: new Date(Date.now() - 1000),
    notOnOrAfter: new Date(Date.now() + 60_000),
  }
  return `<form method="post" action="${recipient}"><input type="hidden" name="SAMLResponse" value="${saml.encode(response)}"></form><script>document.forms[0].submit()</script>`
}

const startTwo = async () => {
  const idp = await serve((request, response) => {
    response.setHeader('content-type', 'text/html').end(posted(`http://idp.example${request.url}`))
  })
  const product = await startAtName({
    // A port that nothing listens on.
    ...openId({ issuer: `http://127.0.0.1:${await freePort()}` }),
    ASSAY_SAML_URL: `http://127.0.0.1:${idp.port}/sso`,
    ASSAY_SAML_ISSUER: saml.issuer,
    ASSAY_SAML_CERTIFICATE: saml.certificate,
    ASSAY_SAML_NAME: 'The other login',
  })
  const stop = async () => {
    await product.stop()
    await idp.stop()
  }
  return { ...product, stop }
}

describeProductWithBrowser(
  'two providers',
  (stage) => {
    test('are both offered in the dialog that the login link opens', async () => {
      await newMember(stage.product, 'grace@example.org')
      const { page, leave } = await stage.visit()
      await page.goto(stage.product.url)
      await page.getByRole('dialog', { name: 'Log in' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'login', exact: true }).click()
      await page.getByRole('button', { name: 'Log in with Our login' }).waitFor()
      await expect.poll(() => page.getByText('You will be redirected to').count()).toBe(0)
      await page.getByRole('button', { name: 'Log in with The other login' }).click()
      await isIn(page)
      await leave()
    })

    test('leave the other methods available if one is unreachable', async () => {
      const { page, leave } = await stage.visit()
      await page.goto(stage.product.url)
      await page.getByRole('button', { name: 'Log in with Our login' }).click()
      await page.getByText('Your identity provider cannot be reached.').waitFor()
      await logIn(page)
      await leave()
    })
  },
  startTwo,
)
