import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { copyFile, utimes, writeFile } from 'node:fs/promises'
import { generateKeyPairSync } from 'node:crypto'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { startTestServer } from '#testing/test-server.ts'
import { otherTlsCertificate, tlsCertificate } from '#testing/tls-certificate.ts'
import { httpsOf, renewCertificate } from './tls.ts'

const folder = temporaryFolder()
let files: { certificate: string; key: string }
beforeAll(async () => {
  files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  await writeFile(files.certificate, tlsCertificate.cert)
  await writeFile(files.key, tlsCertificate.key)
})

const settings = () => ({
  ASSAY_PUBLIC_URL: 'https://assay.example',
  ASSAY_TLS_CERTIFICATE: files.certificate,
  ASSAY_TLS_KEY: files.key,
})
/** The response, its body and the serial number of the certificate. */
const ask = (port: number, path: string, ca = tlsCertificate.cert) =>
  new Promise<{ status: number | undefined; body: string; serial: string; protocol: string | null }>(
    (resolve, reject) => {
      get({ host: 'localhost', port, path, ca, agent: false }, (response) => {
        const socket = response.socket as TLSSocket
        const serial = socket.getPeerCertificate().serialNumber
        const protocol = socket.getProtocol()
        void text(response).then((body) => resolve({ status: response.statusCode, body, serial, protocol }))
      }).on('error', reject)
    },
  )

test('the server speaks TLS with its own certificate, and nothing else on its port', async () => {
  const server = await startTestServer({ withWorker: false, settings: settings() })
  onTestFinished(() => server.stop())
  const port = Number(new URL(server.url).port)
  expect(await ask(port, '/healthz')).toMatchObject({ status: 200, protocol: 'TLSv1.3' })
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
})

describe('a renewed certificate', () => {
  let app: FastifyInstance
  let stop: () => void
  const errors: string[] = []
  beforeAll(async () => {
    app = fastify(httpsOf(files))
    app.get('/', () => 'x')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const log = {
      info: () => undefined,
      error: ({ err }: { err?: Error }) => void errors.push(String(err?.message)),
    }
    stop = renewCertificate({ server: app.server, files, log, everyMs: 20 })
  })
  afterAll(async () => {
    stop()
    await app.close()
  })

  test('is used once both files belong together, and the old one until then', async () => {
    const { port } = app.server.address() as AddressInfo
    const { serial } = await ask(port, '/')
    await writeFile(files.key, otherTlsCertificate.key)
    await utimes(files.key, 1, 1)
    await expect.poll(() => errors.at(-1)).toContain('is not that of the certificate')
    expect((await ask(port, '/')).serial).toBe(serial)
    await writeFile(files.certificate, otherTlsCertificate.cert)
    const renewed = () =>
      ask(port, '/', otherTlsCertificate.cert).then(
        (answer) => answer.serial,
        () => null,
      )
    await expect.poll(renewed).toMatch(/^[0-9A-F]+$/)
    expect(await renewed()).not.toBe(serial)
  })
})

describe('the start fails with a sentence if', () => {
  const wrong = (change: Partial<typeof files>) => () => httpsOf({ ...files, ...change })

  test('a file is missing, invalid or belongs to another', async () => {
    const nowhere = join(folder, 'nowhere')
    expect(wrong({ key: nowhere })).toThrow('The file of ASSAY_TLS_KEY cannot be read (ENOENT).')
    const other = join(folder, 'other.key')
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await writeFile(other, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    expect(wrong({ key: other })).toThrow('The key of ASSAY_TLS_KEY is not that of the certificate')
    await copyFile(other, nowhere)
    expect(wrong({ certificate: nowhere })).toThrow('no valid PEM file')
  })

  test.each(['ASSAY_TLS_CERTIFICATE', 'ASSAY_TLS_KEY', 'ASSAY_PUBLIC_URL'])('%s is not set', (name) => {
    expect(() => readConfig({ ...settings(), [name]: '' })).toThrow('need each other')
  })
})
