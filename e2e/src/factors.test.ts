import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { minutesLater } from './time-travel.ts'
import { describeProductWithBrowser } from './describe-with-browser.ts'
import { addAuthenticator, codeOf, password, startAtName } from './logins.ts'
import { acceptInvitation, violations, violationsInVariants } from './browser-user.ts'

describeProductWithBrowser(
  'authentication methods',
  (stage) => {
    let count = 0
    /** Opens the security settings as a new member. */
    async function open(options: { width?: number; colorScheme?: 'light' | 'dark' } = {}) {
      const { width = 1280, ...others } = options
      const email = `member-${++count}@example.org`
      const { uuid: accountUuid } = await stage.product.api.accounts.me()
      const { uuid, invitationUrl } = await stage.product.api.members.add({
        params: { accountUuid },
        body: { email, role: 'Collaborator' },
      })
      const visitor = await acceptInvitation(stage.browser, stage.product, {
        invitationUrl,
        viewport: { width, height: 800 },
        ...others,
      })
      await visitor.page.goto(`${stage.product.url}/settings/security`)
      await part(visitor.page, 'Two-factor authentication').waitFor()
      return { ...visitor, email, member: { accountUuid, memberUuid: uuid } }
    }
    const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
    const dialog = (page: Page) => page.getByRole('dialog')
    const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
    async function setUpApp(page: Page): Promise<string> {
      await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
      const secret = await dialog(page).locator('code').innerText()
      await dialog(page).getByLabel('Authentication code').fill(codeOf(secret))
      await dialog(page).getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor()
      return secret
    }
    const addPasskey = async (page: Page, name: string) => {
      await page.getByRole('button', { name: 'Add passkey' }).click()
      await dialog(page).getByLabel('Name').fill(name)
      await dialog(page).getByRole('button', { name: 'Create passkey' }).click()
      await page.getByRole('row').filter({ hasText: name }).waitFor()
    }
    const keepCodes = (page: Page) => dialog(page).getByRole('button', { name: 'I have saved them' }).click()

    test('an authenticator app is set up with its first code, required at login, and removed', async () => {
      const { page, leave, email, member } = await open()
      await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
      const qrCode = dialog(page).getByRole('img', { name: 'QR code for an authenticator app' })
      await qrCode.waitFor()
      await expect
        .poll(() => qrCode.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(20)
      const secret = await dialog(page).locator('code').innerText()
      await dialog(page).getByLabel('Authentication code').fill('000000')
      await page.keyboard.press('Enter')
      await dialog(page).getByText('The code is wrong or was already used').waitFor()
      await dialog(page).getByLabel('Authentication code').fill(codeOf(secret))
      await page.keyboard.press('Enter')
      await keepCodes(page)
      await row(page, 'Authenticator app').getByText('On', { exact: true }).waitFor()
      const login = { body: { email, password } }
      expect(await stage.product.api.credentials.login(login)).toMatchObject({
        methods: ['app', 'scratch-codes'],
      })
      await page.getByRole('button', { name: 'Remove: Authenticator app' }).click()
      await dialog(page).getByText('This is your last two-factor method').waitFor()
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(async () => (await stage.product.api.mfa.status({ params: member })).app).toBe(true)
      await page.getByRole('button', { name: 'Remove: Authenticator app' }).click()
      await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('button', { name: 'Set up: Authenticator app' }).waitFor()
      expect(await stage.product.api.credentials.login(login)).toHaveProperty('token')
      await leave()
    })

    test('a dialog opened while the page still refetches stays open', async () => {
      const { page, leave } = await open()
      await setUpApp(page)
      const gate = Promise.withResolvers<void>()
      await page.route('**/properties/mfa', async (route) => {
        await gate.promise
        await route.continue()
      })
      await keepCodes(page)
      await page.getByRole('button', { name: 'Remove: Authenticator app' }).click()
      const remove = dialog(page).getByRole('button', { name: 'Remove', exact: true })
      await remove.waitFor()
      const refetched = page.waitForResponse('**/properties/mfa')
      gate.resolve()
      await refetched
      await row(page, 'Recovery codes').getByText('10 of 10 left.').waitFor()
      expect(await remove.isVisible()).toBe(true)
      await leave()
    })

    test('recovery codes are shown once, downloaded, counted, and regenerated', async () => {
      const { page, failures, context, email } = await open()
      const make = page.getByRole('button', { name: 'Generate codes' })
      await expect.poll(() => make.getAttribute('aria-disabled')).toBe('true')
      await expect.poll(() => make.getAttribute('title')).toMatch(/^Set up an authenticator app/)
      await setUpApp(page)
      const codes = (await dialog(page).locator('code').innerText()).trim().split('\n')
      expect(codes).toHaveLength(10)
      const download = page.waitForEvent('download')
      await dialog(page).getByRole('button', { name: 'Download' }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('assay-recovery-codes.txt')
      expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toEqual(codes)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await dialog(page).getByRole('button', { name: 'Copy' }).click()
      await dialog(page).getByText('Copied').waitFor()
      await keepCodes(page)
      await row(page, 'Recovery codes').getByText('10 of 10 left.').waitFor()
      const use = async (totp: string) => {
        const response = await stage.product.api.credentials.login({ body: { email, password } })
        const { challenge } = response as { challenge: string }
        return stage.product.api.mfa.validate({
          params: { method: 'scratch-codes' },
          body: { totp, challenge },
        })
      }
      await use(codes[0]!)
      await page.reload()
      await row(page, 'Recovery codes').getByText('9 of 10 left.').waitFor()
      await page.getByRole('button', { name: 'Generate new codes' }).click()
      await dialog(page).getByText('Your existing codes stop working.').waitFor()
      await dialog(page).getByRole('button', { name: 'Generate new codes' }).click()
      const renewed = (await dialog(page).locator('code').innerText()).trim().split('\n')
      await keepCodes(page)
      await row(page, 'Recovery codes').getByText('10 of 10 left.').waitFor()
      await expect(use(codes[1]!)).rejects.toMatchObject({ status: 401 })
      expect(await use(renewed[1]!)).toHaveProperty('token')
      expect(failures).toEqual([])
      await context.close()
    })

    test('a phone is set up with the code it receives, and a warning is shown', async () => {
      const { page, leave } = await open()
      await row(page, 'Text message').getByText('Less secure than an app or a passkey').waitFor()
      await page.getByRole('button', { name: 'Set up: Text message' }).click()
      await dialog(page).getByText('Less secure than an app or a passkey').waitFor()
      await dialog(page).getByLabel('Phone number').fill('123456')
      await dialog(page).getByRole('button', { name: 'Send code' }).click()
      await dialog(page).getByText('A phone number must start with + and the country code').waitFor()
      await dialog(page).getByLabel('Phone number').fill('+39 123 456 789')
      await page.keyboard.press('Enter')
      await dialog(page)
        .getByText(/number ending in …789/)
        .waitFor()
      // A background job sends it.
      await expect.poll(() => stage.product.texts.length).toBeGreaterThan(0)
      const [code] = /^\d{6}/.exec(stage.product.texts.at(-1)!)!
      await dialog(page).getByLabel('Text message code').fill(code)
      await page.keyboard.press('Enter')
      await keepCodes(page)
      await row(page, 'Text message').getByText('Codes are sent to the number ending in …789.').waitFor()
      await row(page, 'Text message').getByText('Less secure than an app or a passkey').waitFor()
      await leave()
    })

    test('a passkey is added with a name, renamed, logs in, and is removed', async () => {
      const { page, context, failures } = await open()
      await addAuthenticator(page, { isPresent: true })
      await addPasskey(page, 'My laptop')
      await page.getByRole('button', { name: 'Add passkey' }).click()
      await dialog(page).getByRole('button', { name: 'Create passkey' }).click()
      await dialog(page).getByText('This device already has a passkey for your account.').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Rename passkey My laptop' }).click()
      await dialog(page).getByLabel('Name').fill('Blue laptop')
      await page.keyboard.press('Enter')
      const passkey = page.getByRole('row').filter({ hasText: 'Blue laptop' })
      await expect.poll(() => passkey.innerText()).toContain('Never')
      await page.getByRole('button', { name: 'Logout' }).click()
      // The browser offers it automatically, and the authenticator confirms.
      await page.getByRole('main').getByRole('link', { name: 'login' }).click()
      await passkey.waitFor()
      await expect.poll(() => passkey.innerText()).not.toContain('Never')
      await page.getByRole('button', { name: 'Remove passkey Blue laptop' }).click()
      await dialog(page).getByRole('button', { name: 'Remove' }).click()
      await page.getByText('No passkeys.').waitFor()
      expect(failures).toEqual([])
      await context.close()
    })

    test('an older login requires reauthentication first, then the action continues', async () => {
      const { page, context } = await open()
      await addAuthenticator(page, { isPresent: true })
      const ask = page.getByRole('dialog', { name: 'Confirm your identity' })
      const later = () =>
        minutesLater(11, async () => {
          await page.getByRole('button', { name: 'Add passkey' }).click()
          await dialog(page).getByRole('button', { name: 'Create passkey' }).click()
          await ask.getByLabel('Password').waitFor()
        })
      await later()
      await expect.poll(() => violations(page)).toEqual([])
      await ask.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await ask.getByText('The password is wrong').waitFor()
      await ask.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Remove passkey/ }).waitFor()
      // Confirmed with the new passkey, then canceled.
      const remove = page.getByRole('dialog', { name: /^Remove/ })
      const [yes, no] = [
        ask.getByRole('button', { name: 'Confirm with a passkey' }),
        ask.getByRole('button', { name: 'Cancel' }),
      ]
      await minutesLater(11, async () => {
        await page.getByRole('button', { name: /^Remove passkey/ }).click()
        await remove.getByRole('button', { name: 'Remove' }).click()
        await no.click()
        await remove.getByText('Confirm your identity first: your login is too old for this change').waitFor()
        await remove.getByRole('button', { name: 'Remove' }).click()
        await yes.waitFor()
      })
      await yes.click()
      await page.getByText('No passkeys.').waitFor()
      await context.close()
    })

    test('reauthentication asks for the second factor, too', async () => {
      const { page, context } = await open()
      const secret = await setUpApp(page)
      await keepCodes(page)
      const ask = page.getByRole('dialog', { name: 'Confirm your identity' })
      await minutesLater(11, async () => {
        await page.getByRole('button', { name: 'Remove: Authenticator app' }).click()
        await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
        await ask.getByLabel('Password').fill(password)
      })
      await ask.getByRole('button', { name: 'Confirm', exact: true }).click()
      await ask.getByText('Required information not provided.').waitFor()
      await ask.getByLabel('Authentication code').fill(codeOf(secret, 1))
      await expect.poll(() => violations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Set up: Authenticator app' }).waitFor()
      await context.close()
    })

    test("an administrator sees a member's methods, revokes a session, and resets two-factor authentication", async () => {
      const lost = await open()
      await setUpApp(lost.page)
      const { page, leave } = await stage.open('/settings/members')
      const member = page.getByRole('row').filter({ hasText: lost.email })
      await expect.poll(() => member.innerText()).toMatch(/App/)
      await page.getByRole('button', { name: `Actions for ${lost.email}` }).click()
      await page.getByRole('button', { name: `Security settings of ${lost.email}` }).click()
      const security = page.getByRole('dialog', { name: /^Security settings of/ })
      await security.getByRole('button', { name: /^Revoke session of Chrome/ }).waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await security.getByRole('button', { name: /^Revoke session of Chrome/ }).click()
      await security.getByText('No active sessions').waitFor()
      await expect.poll(() => stage.product.api.members.sessions({ params: lost.member })).toEqual([])
      await security.getByRole('button', { name: 'Reset all' }).click()
      const ask = page.getByRole('dialog', { name: /^Remove all two-factor methods/ })
      await expect.poll(() => violations(page)).toEqual([])
      await ask.getByRole('button', { name: 'Reset all' }).click()
      await security.getByText('none').waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => member.innerText()).toMatch(/No teams\s+None/)
      await expect
        .poll(() => stage.product.api.mfa.status({ params: lost.member }))
        .toMatchObject({ app: false })
      await leave()
      await lost.context.close()
    })

    test('are accessible, fit and work by keyboard in every theme and viewport', async () => {
      const { page, leave } = await open()
      await addAuthenticator(page, { isPresent: true })
      const check = (what: string) =>
        expect.poll(async () => [what, await violationsInVariants(page)]).toEqual([what, []])
      await check('nothing in use')
      await page.getByRole('button', { name: 'Set up: Authenticator app' }).focus()
      await page.keyboard.press('Enter')
      const code = dialog(page).getByLabel('Authentication code')
      await dialog(page).getByRole('img').waitFor()
      await check('the key of an app')
      const secret = await dialog(page).locator('code').innerText()
      await expect
        .poll(() => code.evaluate((field) => field === field.ownerDocument.activeElement))
        .toBe(true)
      await page.keyboard.type(codeOf(secret))
      await page.keyboard.press('Enter')
      const codes = page.getByRole('dialog', { name: 'Recovery codes' })
      await codes.getByRole('button', { name: 'Copy' }).waitFor()
      await check('recovery codes')
      // The copy button has the focus, so that an extra Enter does no harm.
      for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
      await dialog(page).waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Add passkey' }).focus()
      await page.keyboard.press('Enter')
      await check('a new passkey')
      await dialog(page).getByLabel('Name').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Remove passkey/ }).waitFor()
      await check('all in use')
      await leave()
    })
  },
  () => startAtName(),
)
