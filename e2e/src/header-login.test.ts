import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { violations } from './browser-user.ts'
import { describeProductWithBrowser } from './describe-with-browser.ts'
import { freePort, newMember, serve, startAtName } from './logins.ts'

const secret = 'a secret between the proxy and the server'

/** A proxy that has logged somebody in, and names that person in every request. */
const start = async () => {
  const port = await freePort()
  const named = { person: null as string | null }
  const proxy = await serve((incoming, response) => pass(incoming, response, { port, named }))
  const publicUrl = `http://localhost:${proxy.port}`
  const product = await startAtName(
    {
      ASSAY_PUBLIC_URL: publicUrl,
      ASSAY_HEADER_LOGIN_PROXIES: '127.0.0.1 ::1',
      ASSAY_HEADER_LOGIN_SECRET: secret,
      ASSAY_HEADER_LOGIN_TRUST_ADDRESSES: 'true',
      ASSAY_HEADER_LOGIN_NAME: 'Our proxy',
      ASSAY_HEADER_LOGIN_LOGOUT_URL: `${publicUrl}/logged-out`,
    },
    port,
  )
  const stop = async () => {
    await product.stop()
    await proxy.stop()
  }
  return { ...product, url: publicUrl, named, stop }
}

interface Behind {
  port: number
  named: { person: string | null }
}

function pass(incoming: IncomingMessage, response: ServerResponse, { port, named }: Behind): void {
  if (incoming.url === '/logged-out') {
    response.setHeader('content-type', 'text/html').end('<title>Out</title><h1>Logged out at the proxy</h1>')
    return
  }
  const { person } = named
  const headers = {
    ...incoming.headers,
    'x-assay-proxy-secret': secret,
    ...(person !== null && { 'remote-user': person, 'remote-email': `${person}@example.org` }),
  }
  const { method, url: path } = incoming
  const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.destroy())
  response.on('close', () => passed.destroy())
  incoming.pipe(passed)
}

describeProductWithBrowser(
  'a login by the headers of a proxy',
  (stage) => {
    test('has a button in the dialog, and logs out at the proxy', async () => {
      await newMember(stage.product, 'ada@example.org')
      stage.product.named.person = 'ada'
      const { page, context } = await stage.visit()
      await page.goto(`${stage.product.url}/settings/members?q=ada`)
      const button = page.getByRole('button', { name: 'Log in with Our proxy' })
      await button.waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await button.click()
      await page.getByRole('button', { name: 'Logout' }).waitFor()
      await expect.poll(() => page.url()).toBe(`${stage.product.url}/settings/members?q=ada`)
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('heading', { name: 'Logged out at the proxy' }).waitFor()
      await context.close()
    })

    test('explains why it failed, if the proxy names nobody or a stranger', async () => {
      const { page, context } = await stage.visit()
      for (const [person, text] of [
        [null, 'Log in with Our proxy'],
        ['stranger', 'No member has your email address.'],
      ] as const) {
        stage.product.named.person = person
        await page.goto(stage.product.url)
        await page.getByRole('button', { name: 'Log in with Our proxy' }).click()
        await page.getByRole('alert').first().waitFor()
        await page.getByText(text).first().waitFor()
      }
      await context.close()
    })
  },
  start,
)
