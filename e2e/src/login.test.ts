import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  addAuthenticator,
  apiOf,
  codeOf,
  isFocused,
  type MemberApi,
  newMember,
  startAtName,
  typeLogin,
  useApp,
} from './logins.ts'
import { describeProductWithBrowser } from './describe-with-browser.ts'
import { minutesAgo, minutesLater } from './time-travel.ts'
import { settled, violations, violationsInVariants } from './browser-user.ts'

/** What a browser returns for the server's options. */
type Registration = Parameters<MemberApi['passkeys']['register']>[0]['body']['credential']

describeProductWithBrowser(
  'a login',
  (stage) => {
    /** Opens the second step of a login, only by keyboard. */
    const atSecondStep = async (email: string, options = {}) => {
      const visitor = await stage.visit(options)
      await visitor.page.goto(stage.product.url)
      await typeLogin(visitor.page, email)
      await visitor.page.getByRole('dialog', { name: 'Two-factor authentication' }).waitFor()
      return visitor
    }
    const isIn = (page: Page) => page.getByRole('button', { name: 'Logout' }).waitFor()

    describe('with an authenticator app', () => {
      test('asks for its code, rejects a wrong one, and accepts the next one', async () => {
        const secret = await useApp(await newMember(stage.product, 'app@example.org'))
        const { page, leave } = await atSecondStep('app@example.org')
        const field = page.getByLabel('Authentication code')
        await field.waitFor()
        await expect.poll(() => isFocused(page, 'Authentication code')).toBe(true)
        await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
        await expect.poll(() => field.getAttribute('inputmode')).toBe('numeric')
        await page.keyboard.type('000000')
        await page.keyboard.press('Enter')
        await page.getByText('The code is wrong or was already used').waitFor()
        // The wrong code is selected, so that the next one replaces it, also when pasted with the app's space.
        const code = codeOf(secret, 1)
        await page.evaluate(
          (text) => {
            const field = document.activeElement as HTMLInputElement
            field.setRangeText(text, field.selectionStart!, field.selectionEnd!, 'end')
          },
          `${code.slice(0, 3)} ${code.slice(3)}`,
        )
        await page.keyboard.press('Enter')
        await isIn(page)
        await leave()
      })

      test('accepts a recovery code instead, and goes back to the password', async () => {
        const api = await newMember(stage.product, 'scratch@example.org')
        await useApp(api)
        const { codes } = await api.mfa.makeScratchCodes()
        const { page, leave } = await atSecondStep('scratch@example.org')
        await page.getByRole('button', { name: 'Back to password' }).click()
        await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('scratch@example.org')
        await page.getByLabel('Password').fill('plums in the icebox')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Use a recovery code' }).waitFor()
        await expect.poll(() => violationsInVariants(page)).toEqual([])
        await page.getByRole('button', { name: 'Use a recovery code' }).click()
        await expect.poll(() => isFocused(page, 'Recovery code')).toBe(true)
        await page.keyboard.type(codes[0]!)
        await page.keyboard.press('Enter')
        await isIn(page)
        await leave()
      })

      test('returns to the password after five wrong codes, then requires a pause', async () => {
        await useApp(await newMember(stage.product, 'guessed@example.org'))
        const { page, context } = await atSecondStep('guessed@example.org')
        const field = page.getByLabel('Authentication code')
        for (let guesses = 0; guesses < 6; guesses++) {
          await field.fill('000000')
          const validated = page.waitForResponse((response) => response.url().includes('/mfa/validate'))
          await page.keyboard.press('Enter')
          await validated
          await settled(page)
        }
        await page.getByText('This login has expired or failed too often. Log in again').waitFor()
        await page.getByLabel('Password').fill('plums in the icebox')
        await page.keyboard.press('Enter')
        await field.fill('000000')
        await page.keyboard.press('Enter')
        await page.getByText(/Too many failed attempts. Try again in \d+ s/).waitFor()
        await expect.poll(() => field.isVisible()).toBe(true)
        await context.close()
      })

      test('is required after a password reset by email, too', async () => {
        const api = await newMember(stage.product, 'forgot@example.org')
        const secret = await useApp(api)
        const { account } = await stage.product.api.users.me()
        const { id } = await api.users.me()
        const { invitationUrl } = await stage.product.api.members.invite({
          params: { accountUuid: account.uuid, memberUuid: id },
        })
        const { page, leave } = await stage.visit()
        await page.goto(invitationUrl!)
        await page.getByLabel('New password').fill('pears in the icebox')
        await page.keyboard.press('Enter')
        await page.getByLabel('Authentication code').fill(codeOf(secret, 1))
        await page.keyboard.press('Enter')
        await isIn(page)
        await leave()
      })
    })

    describe('of an account that requires two-factor authentication', () => {
      /** Creates an account that requires it, with its administrator. */
      const requireIt = async (email: string) => {
        const { uuid: accountUuid, invitationUrl } = await stage.product.api.accounts.create({
          body: { name: email, email },
        })
        const api = await newMember(stage.product, email, invitationUrl)
        await api.accounts.configure({ params: { accountUuid }, body: { requiresMfa: true } })
      }
      const atSetUp = async (email: string, options = {}) => {
        const visitor = await stage.visit(options)
        await visitor.page.goto(stage.product.url)
        await typeLogin(visitor.page, email)
        await visitor.page.getByRole('dialog', { name: 'Set up two-factor authentication' }).waitFor()
        return visitor
      }

      test('sets up an app, in every theme and viewport', async () => {
        const email = 'must@example.org'
        await requireIt(email)
        const { page, leave } = await atSetUp(email)
        await page.getByRole('img', { name: 'QR code' }).waitFor()
        await expect.poll(() => violationsInVariants(page)).toEqual([])
        const secret = await page.getByRole('dialog').locator('code').innerText()
        await page.getByLabel('Authentication code').fill(codeOf(secret))
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
        await expect.poll(() => violationsInVariants(page)).toEqual([])
        const codes = (await page.getByRole('dialog').locator('code').innerText()).split(/\s+/)
        expect(codes).toHaveLength(10)
        await page.getByRole('button', { name: 'I have saved them' }).click()
        await isIn(page)
        const api = await apiOf(stage.product, page)
        const { id } = await api.users.me()
        await expect
          .poll(() => api.mfa.status({ params: { memberUuid: id } }))
          .toMatchObject({
            app: true,
            scratchCodes: 10,
            required: true,
          })
        await leave()
      })

      test('sets up a phone, which gets the code of the next login', async () => {
        const email = 'phone@example.org'
        await requireIt(email)
        const textedCode = async () => {
          const before = stage.product.texts.length
          return {
            next: async () => {
              await expect.poll(() => stage.product.texts.length).toBeGreaterThan(before)
              return /\d{6}/.exec(stage.product.texts.at(-1)!)![0]
            },
          }
        }
        const { page, leave } = await atSetUp(email)
        await page.getByRole('button', { name: 'Text message' }).click()
        await page.getByLabel('Phone number').fill('0170 1234567')
        await page.keyboard.press('Enter')
        await page.getByText('A phone number must start with + and the country code').waitFor()
        await expect.poll(() => violations(page)).toEqual([])
        const first = await textedCode()
        await page.getByLabel('Phone number').fill('+49 170 1234567')
        await page.getByRole('button', { name: 'Send code' }).click()
        await page.getByLabel('Text message code').fill(await first.next())
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'I have saved them' }).click()
        await isIn(page)
        await leave()

        const again = await atSecondStep(email)
        const send = again.page.getByRole('button', { name: /^(?:Send|Resend) code$/ })
        // The limit of one text message per 30 s must not apply.
        await minutesAgo(5, async () => {
          await send.click()
          await again.page.getByText('A code was just sent. Wait 30 seconds').waitFor()
        })
        await expect.poll(() => violations(again.page)).toEqual([])
        const second = await textedCode()
        await minutesLater(1, async () => {
          await send.click()
          await again.page.getByText('ending in …567').waitFor()
        })
        await again.page.getByLabel('Text message code').fill(await second.next())
        await again.page.keyboard.press('Enter')
        await isIn(again.page)
        await again.context.close()
      })
    })

    describe('with a passkey', () => {
      /** A new browser with an authenticator that confirms at once. */
      const withAuthenticator = async () => {
        const visitor = await stage.visit()
        const setUserConsent = await addAuthenticator(visitor.page, { isPresent: false })
        return { ...visitor, setUserConsent }
      }
      /** Registers a passkey for the member as the settings do; the browser then has it. */
      const makePasskey = async (page: Page, api: MemberApi) => {
        const options = await api.passkeys.registrationOptions()
        const made = await page.evaluate(
          async (options) => {
            const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
            const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
            return credential.toJSON()
          },
          options as unknown as PublicKeyCredentialCreationOptionsJSON,
        )
        await api.passkeys.register({ body: { name: 'Laptop', credential: made as unknown as Registration } })
      }
      const newPasskey = async (email: string) => {
        const visitor = await withAuthenticator()
        const api = await newMember(stage.product, email)
        await visitor.page.goto(`${stage.product.url}/status`)
        await visitor.setUserConsent(true)
        await makePasskey(visitor.page, api)
        await visitor.setUserConsent(false)
        return { ...visitor, api }
      }

      test('needs neither email address nor password', async () => {
        const { page, setUserConsent, leave } = await newPasskey('key@example.org')
        await page.goto(stage.product.url)
        const button = page.getByRole('button', { name: 'Log in with a passkey' })
        await button.waitFor()
        await expect.poll(() => violations(page)).toEqual([])
        await setUserConsent(true)
        await button.click()
        await page.getByRole('button', { name: 'Menu of key' }).waitFor()
        await leave()
      })

      test('is offered by autofill in the email field', async () => {
        const { page, setUserConsent, leave } = await newPasskey('offered@example.org')
        await setUserConsent(true)
        await page.goto(stage.product.url)
        await page.getByRole('button', { name: 'Menu of offered' }).waitFor()
        await leave()
      })

      test('replaces the second factor', async () => {
        const { page, api, setUserConsent, leave } = await newPasskey('both@example.org')
        await useApp(api)
        await page.goto(stage.product.url)
        await typeLogin(page, 'both@example.org')
        await page.getByRole('dialog', { name: 'Two-factor authentication' }).waitFor()
        await setUserConsent(true)
        await page.getByRole('button', { name: 'Log in with a passkey' }).click()
        await isIn(page)
        await leave()
      })

      test('that the browser does not have leaves the other methods available', async () => {
        const { page, setUserConsent, leave } = await withAuthenticator()
        await page.goto(stage.product.url)
        await setUserConsent(true)
        await page.getByRole('button', { name: 'Log in with a passkey' }).click()
        await page.getByText('No passkey was used.').waitFor()
        await expect.poll(() => violations(page)).toEqual([])
        await leave()
      })

      test('that was removed is rejected with an explanation', async () => {
        const { page, api, setUserConsent, context } = await newPasskey('removed@example.org')
        const [passkey] = await api.passkeys.list()
        await api.passkeys.remove({ params: { passkeyUuid: passkey!.uuid } })
        await page.goto(stage.product.url)
        await setUserConsent(true)
        await page.getByRole('button', { name: 'Log in with a passkey' }).click()
        await page.getByText('This passkey could not be verified. Try again').waitFor()
        await context.close()
      })
    })
  },
  () => startAtName(),
)
