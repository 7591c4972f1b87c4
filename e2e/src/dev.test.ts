import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './logins.ts'
import { offlineSettings } from '@assay/server/testing/offline-settings.ts'

test('npm run dev serves the pages and the API at one address, and Ctrl-C stops everything', async () => {
  const data = mkdtempSync(join(tmpdir(), 'assay-dev-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      DATABASE_URL: '',
      ASSAY_PORT: String(port),
      ASSAY_DATA: data,
      ...offlineSettings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exit
    rmSync(data, { recursive: true, force: true })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))

  await expect.poll(() => output, { timeout: 120_000 }).toContain(`Assay is ready: ${url}`)
  await expect.poll(async () => (await fetch(url)).text()).toContain('src="/src/main.tsx"')
  expect(await (await fetch(`${url}/api/v1/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  // Under node --watch, worker threads send additional messages.
  expect(output).not.toContain('Scan threads could not be started')

  child.kill('SIGINT')
  expect(await exit).toEqual([0, null])
  // Removed when the embedded database stops.
  expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
