import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('the command line asks the server by way of the proxy of the environment', async () => {
  const seen: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    seen.push(request.url!)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'))
  onTestFinished(() => {
    proxy.close()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'requirements.txt'), 'flask==2.0.0\n')
  const program = spawn(
    process.execPath,
    [join(import.meta.dirname, 'main.js'), 'scan', folder, '--resolve=declared'],
    {
      // Of a process of its own: the proxy is one of the whole process.
      env: {
        PATH: process.env['PATH'],
        XDG_CONFIG_HOME: folder,
        ASSAY_HOME: folder,
        ASSAY_URL: 'http://assay.example.org',
        ASSAY_TOKEN: 'x',
        HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      },
      stdio: 'ignore',
    },
  )
  const [code] = await once(program, 'close')
  expect(code).not.toBe(0)
  expect(new Set(seen)).toEqual(new Set(['assay.example.org:80']))
})
