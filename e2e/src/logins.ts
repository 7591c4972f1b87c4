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

/** For what is configured with the address before the server is there: no port that outgoing connections get. */
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

/** The product under a name, to which passkeys can be bound; its texts to phones are kept. */
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

/** A member with a password; of the first account, or of one whose invitation is given. */
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

/** As who is logged in on the page. */
export async function apiOf(product: Product, page: Page): Promise<MemberApi> {
  const token = await page.evaluate(() => localStorage.getItem('assay.accessToken'))
  return createAssayClient({ baseUrl: product.url, authorization: () => `Bearer ${token}` })
}

/** The code of the app now, or some steps later: one that was used is not taken again. */
export const codeOf = (secret: string, steps = 0): string =>
  appCodes(secret).generate({ timestamp: Date.now() + steps * stepMs })

/** The key of an app that the member uses from now on. Its next code is the one to log in by. */
export async function useApp(api: MemberApi): Promise<string> {
  const { secret } = await api.mfa.initializeApp({ body: undefined })
  const body = { totp: codeOf(secret) }
  await api.mfa.validate({ params: { method: 'app' }, query: { isSetup: 'true' }, body })
  return secret
}

/** By the keyboard alone, from where the focus is when the dialog opens. */
export async function typeLogin(page: Page, email: string): Promise<void> {
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

export const isFocused = (page: Page, label: string): Promise<boolean> =>
  page.getByLabel(label).evaluate((element) => element === document.activeElement)
