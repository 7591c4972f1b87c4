import { startTestProvider, testClient, type TestProvider } from '@assay/server/testing/openid-provider.ts'
import { createSamlProvider, type SamlAnswer } from '@assay/server/testing/saml-provider.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, launchBrowser } from './browser.ts'
import { freePort, newMember, serve, type Served, startAtName } from './logins.ts'
import { logIn, violations, visit, widthOf } from './visitor.ts'

const openId = ({ issuer }: { issuer: string }) => ({
  ...{ ASSAY_OIDC_ISSUER: issuer, ASSAY_OIDC_CLIENT_ID: testClient.id, ASSAY_OIDC_NAME: 'Our login' },
  ASSAY_OIDC_CLIENT_SECRET: testClient.secret,
})

const isIn = (page: Page) => page.getByRole('button', { name: 'Logout' }).waitFor()

describe.runIf(browserPath() !== undefined)('single sign-on', () => {
  let provider: TestProvider
  let product: Awaited<ReturnType<typeof startAtName>>
  let browser: Browser

  beforeAll(async () => {
    const port = await freePort()
    provider = await startTestProvider(`http://localhost:${port}/api/v1/sso/oidc/callback`)
    product = await startAtName(openId(provider), port)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await provider?.stop()
  })

  const comeAs = (email: string, more = {}) => {
    provider.person = { sub: email, email, email_verified: true, name: 'Ada Lovelace', ...more }
  }

  test('is where the link leads, and back to the page, and out again', async () => {
    await newMember(product, 'ada@example.org')
    comeAs('ada@example.org')
    const { page, leave } = await visit(browser)
    await page.goto(`${product.url}/settings/members?q=ada`)
    // What opened by itself offers the other ways.
    await page.getByRole('dialog', { name: 'Log in' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('It leads to Our login.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'login', exact: true }).click()
    await isIn(page)
    expect(page.url()).toBe(`${product.url}/settings/members?q=ada`)
    expect(await page.getByRole('link', { name: 'Settings, logged in as' }).isVisible()).toBe(true)

    const left = page.waitForURL((url) => url.origin === provider.issuer)
    await page.getByRole('button', { name: 'Logout' }).click()
    await left
    await page.getByRole('button', { name: /yes/i }).click()
    await page.waitForURL(`${product.url}/dashboard`)
    await page.getByRole('dialog', { name: 'Log in' }).waitFor()
    await leave()
  })

  test('leaves the password reachable', async () => {
    const { page, leave } = await visit(browser)
    await page.goto(product.url)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Log in another way' }).click()
    await logIn(page)
    await leave()
  })

  test('is a button of the dialog, too', async () => {
    await newMember(product, 'button@example.org')
    comeAs('button@example.org')
    const { page, leave } = await visit(browser)
    await page.goto(product.url)
    await page.getByRole('button', { name: 'Log in with Our login' }).click()
    await isIn(page)
    await leave()
  })

  test.each([
    { who: 'nobody here', more: {}, text: 'Nobody with your address is a member here.' },
    { who: 'unverified', more: { email_verified: false }, text: 'your e-mail address is verified' },
  ])('says why it came to nothing: $who', async ({ more, text }) => {
    comeAs('stranger@elsewhere.example', more)
    const { page, leave } = await visit(browser)
    await page.goto(product.url)
    await page.getByRole('button', { name: 'Log in with Our login' }).click()
    await page.getByRole('alert').filter({ hasText: text }).waitFor()
    expect(page.url()).toBe(`${product.url}/dashboard`)
    await page.reload()
    await page.getByRole('dialog', { name: 'Log in' }).waitFor()
    expect(await page.getByText(text).count()).toBe(0)
    await leave()
  })

  test.each([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'light', width: 360 },
    { colorScheme: 'dark', width: 360 },
  ] as const)(
    'and why not are accessible and fit in $colorScheme at $width px',
    async ({ colorScheme, width }) => {
      const { page, leave } = await visit(browser, { colorScheme, viewport: { width, height: 800 } })
      for (const errorType of ['signOnFailed', 'memberInactive', 'providerUnreachable', 'unheard of']) {
        await page.goto(`${product.url}/?login=${errorType}`)
        await page.getByRole('dialog', { name: 'Log in' }).getByRole('alert').first().waitFor()
        await page.getByRole('button', { name: 'Log in with Our login' }).waitFor()
        expect(await violations(page)).toEqual([])
        expect(await widthOf(page)).toBeLessThanOrEqual(width)
      }
      await leave()
    },
  )

  test('that failed beside a session is told where the member is', async () => {
    const { page, leave } = await visit(browser)
    await page.goto(product.url)
    await logIn(page)
    await page.goto(`${product.url}/?login=notInvited`)
    await page.getByRole('alert').filter({ hasText: 'Nobody with your address' }).waitFor()
    await isIn(page)
    await leave()
  })
})

describe.runIf(browserPath() !== undefined)('two providers', () => {
  const saml = createSamlProvider('https://idp.example/metadata')
  let idp: Served
  let product: Awaited<ReturnType<typeof startAtName>>
  let browser: Browser

  beforeAll(async () => {
    idp = await serve((request, response) => {
      response.setHeader('content-type', 'text/html').end(posted(`http://idp.example${request.url}`))
    })
    product = await startAtName({
      // Nobody listens there.
      ...openId({ issuer: `http://127.0.0.1:${await freePort()}` }),
      ...{ ASSAY_SAML_URL: `http://127.0.0.1:${idp.port}/sso`, ASSAY_SAML_ISSUER: saml.issuer },
      ...{ ASSAY_SAML_CERTIFICATE: saml.certificate, ASSAY_SAML_NAME: 'The other login' },
    })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await idp?.stop()
  })

  /** The page of a provider that knows its person already: it posts the answer at once. */
  const posted = (location: string) => {
    const { id, recipient, audience } = saml.readRequest(location)
    const answer: SamlAnswer = {
      ...{ issuer: saml.issuer, audience, recipient, inResponseTo: id, key: saml.key },
      ...{ nameId: 'grace', nameIdFormat: '2.0:nameid-format:persistent' },
      attributes: { email: ['grace@example.org'], displayName: ['Grace Hopper'] },
      ...{ notBefore: new Date(Date.now() - 1000), notOnOrAfter: new Date(Date.now() + 60_000) },
    }
    return `<form method="post" action="${recipient}"><input type="hidden" name="SAMLResponse" value="${saml.answer(answer)}"></form><script>document.forms[0].submit()</script>`
  }

  test('are chosen between in the dialog, to which the link leads', async () => {
    await newMember(product, 'grace@example.org')
    const { page, leave } = await visit(browser)
    await page.goto(product.url)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'login', exact: true }).click()
    await page.getByRole('button', { name: 'Log in with Our login' }).waitFor()
    expect(await page.getByText('It leads to').count()).toBe(0)
    await page.getByRole('button', { name: 'Log in with The other login' }).click()
    await isIn(page)
    await leave()
  })

  test('one of which cannot be reached leave the other ways', async () => {
    const { page, leave } = await visit(browser)
    await page.goto(product.url)
    await page.getByRole('button', { name: 'Log in with Our login' }).click()
    await page.getByText('Your provider cannot be reached.').waitFor()
    await logIn(page)
    await leave()
  })
})
