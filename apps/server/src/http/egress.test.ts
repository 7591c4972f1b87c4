import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchToFile, isPrivate } from './egress.ts'

const open = { limitBytes: 1000, allowsPrivate: true }
const closed = { ...open, allowsPrivate: false }

const answers: Record<string, RequestListener> = {
  '/file': (_request, out) => out.end('content'),
  '/large': (_request, out) => out.end('x'.repeat(2000)),
  '/moved': (_request, out) => out.writeHead(302, { location: '/file' }).end(),
  '/around': (_request, out) => out.writeHead(302, { location: '/around' }).end(),
  '/elsewhere': (_request, out) => out.writeHead(302, { location: 'file:///etc/hostname' }).end(),
  '/cut': (_request, out) => {
    out.writeHead(200, { 'content-length': '500' })
    out.write('only this')
    setTimeout(() => out.destroy(), 20)
  },
}

let server: Server
let url: string
let asked = 0
let folder: string
let path: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-egress-'))
  path = join(folder, 'file')
  server = createServer((request, out) => {
    asked++
    const answer = answers[request.url!]
    if (answer) answer(request, out)
    else out.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = 0
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('fetching into a file', () => {
  test.each(['/file', '/moved'])('follows %s', async (from) => {
    await fetchToFile(url + from, path, open)
    expect(readFileSync(path, 'utf8')).toBe('content')
  })

  test('ends at the limit', async () => {
    await expect(fetchToFile(`${url}/large`, path, open)).rejects.toMatchObject({
      status: 502,
      errorType: 'tooLarge',
    })
  })

  test('ends a circle of redirects', async () => {
    await expect(fetchToFile(`${url}/around`, path, open)).rejects.toMatchObject({
      errorType: 'sourceFailed',
    })
    expect(asked).toBe(5)
  })

  test('says which address failed', async () => {
    await expect(fetchToFile(`${url}/nothing`, path, open)).rejects.toThrow(`${url}/nothing answered 404`)
    await expect(fetchToFile('http://127.0.0.1:1/', path, open)).rejects.toThrow('cannot be reached')
  })

  test('never takes half a file for a whole one', async () => {
    await expect(fetchToFile(`${url}/cut`, path, open)).rejects.toThrow()
  })

  test.each(['file:///etc/hostname', 'ftp://example.org/x'])('refuses %s', async (address) => {
    await expect(fetchToFile(address, path, open)).rejects.toMatchObject({ errorType: 'addressRefused' })
  })

  test('refuses to be redirected out of the web', async () => {
    await expect(fetchToFile(`${url}/elsewhere`, path, open)).rejects.toMatchObject({
      errorType: 'addressRefused',
    })
  })
})

describe('without leave to reach private addresses', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    '%s is not even asked',
    async (host) => {
      const port = new URL(url).port
      await expect(fetchToFile(`http://${host}:${port}/file`, path, closed)).rejects.toMatchObject({
        status: 400,
        errorType: 'addressRefused',
      })
      expect(asked).toBe(0)
    },
  )

  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.1', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
  ])('%s is private', (address) => {
    expect(isPrivate(address)).toBe(true)
  })

  test.each(['1.1.1.1', '100.128.0.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    '%s is public',
    (address) => {
      expect(isPrivate(address)).toBe(false)
    },
  )
})
