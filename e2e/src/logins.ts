import { appCodes } from '@assay/server/identity/mfa/check-code.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { startPreparedProduct } from './prepared-product.ts'
import type { Product } from './product.ts'

export const password = 'plums in the icebox'
const stepMs = 30_000

export interface Served {
  port: number
  stop(): Promise<void>
}

export async function serve(handle: RequestListener): Promise<Served> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, stop }
}

/** A port for servers whose URL is needed before they start, outside the range for outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const server = createServer()
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/** Starts the product under a host name, which passkeys require, and records its text messages. */
export async function startAtName(settings: NodeJS.ProcessEnv = {}, port?: number) {
  const texts: string[] = []
  const gateway = await serve((request: IncomingMessage, response) => {
    const keep = async () => {
      texts.push((JSON.parse(await text(request)) as { text: string }).text)
      response.end('{}')
    }
    void keep()
  })
  const chosen = port ?? (await freePort())
  const product = await startPreparedProduct({
    ASSAY_PORT: String(chosen),
    ASSAY_PUBLIC_URL: `http://localhost:${chosen}`,
    ASSAY_SMS_URL: `http://127.0.0.1:${gateway.port}`,
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ...settings,
  })
  const stop = async () => {
    await product.stop()
    await gateway.stop()
  }
  return { ...product, texts, stop }
}

export type MemberApi = Product['api']

/** Creates a member with a password, in the first account or from an invitation. */
export async function newMember(product: Product, email: string, invitationUrl?: string | null) {
  const invite = async () => {
    const { account } = await product.api.users.me()
    return (await product.api.members.add({ params: { accountUuid: account.uuid }, body: { email } }))
      .invitationUrl
  }
  const link = new URL((invitationUrl ?? (await invite()))!)
  const token = tokenOf(
    await product.api.credentials.reset({ body: { token: link.hash.slice(1), password } }),
  )
  return createAssayClient({ baseUrl: product.url, authorization: () => `Bearer ${token}` })
}

/** A client with the session of the page. */
export async function apiOf(product: Product, page: Page): Promise<MemberApi> {
  const token = await page.evaluate(() => localStorage.getItem('assay.accessToken'))
  return createAssayClient({ baseUrl: product.url, authorization: () => `Bearer ${token}` })
}

/** The current code of the app, or one some steps later, since each code works once. */
export const codeOf = (secret: string, steps = 0): string =>
  appCodes(secret).generate({ timestamp: Date.now() + steps * stepMs })

/** Sets up an app for the member and returns its key. This uses up the current code. */
export async function useApp(api: MemberApi): Promise<string> {
  const { secret } = await api.mfa.initializeApp({ body: undefined })
  const body = { totp: codeOf(secret) }
  await api.mfa.validate({ params: { method: 'app' }, query: { isSetup: 'true' }, body })
  return secret
}

/** Only by keyboard, starting from the initial focus of the dialog. */
export async function typeLogin(page: Page, email: string): Promise<void> {
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

export const isFocused = (page: Page, label: string): Promise<boolean> =>
  page.getByLabel(label).evaluate((element) => element === document.activeElement)

/**
 * Adds an authenticator to the browser, which confirms every request while somebody is present. Returns what changes
 * that.
 */
export async function addAuthenticator(page: Page, { isPresent }: { isPresent: boolean }) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: isPresent,
    },
  })
  return (enabled: boolean) =>
    session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}
