import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

let server: TestServer
const folder = temporaryFolder()
beforeAll(async () => {
  // Like npm run build.
  execFileSync(process.execPath, [
    fileURLToPath(new URL('../../../../cli/src/bundle/write-bundle.ts', import.meta.url)),
  ])
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

describe('GET /api/v1/cli', () => {
  test('returns version, size and checksums of the download without a login', async () => {
    const release = await server.anonymous.cli.release()
    const bytes = await server.anonymous.cli.download()
    const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex')
    expect(release).toEqual({
      version: '0.1.0',
      file: 'assay.cjs',
      url: '/api/v1/cli/assay.cjs',
      size: bytes.length,
      sha256: digest('sha256'),
      sha512: digest('sha512'),
      node: '>=20',
    })
  })
})

describe('GET /api/v1/cli/assay.cjs', () => {
  test('is sent as a download, never as a script', async () => {
    const { status, headers } = await fetch(`${server.url}/api/v1/cli/assay.cjs`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe('attachment; filename="assay.cjs"')
  })

  test('scans against the server it was downloaded from', async () => {
    const file = join(folder, 'assay')
    writeFileSync(file, await server.anonymous.cli.download(), { mode: 0o755 })
    writeFileSync(join(folder, 'requirements.txt'), 'flask==3.0.0\n')
    const member = await server.newAccount()
    const environment = {
      PATH: process.env['PATH'],
      XDG_CONFIG_HOME: join(folder, 'config'),
      ASSAY_URL: server.url,
      ASSAY_TOKEN: (await server.addToken(member, {})).replace('token ', ''),
    }
    const minimums = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
    const code = await new Promise((done) => {
      const args = [file, 'scan', join(folder, 'requirements.txt'), '--quiet', '--branch', 'dev', ...minimums]
      spawn(process.execPath, args, { env: environment, stdio: 'inherit' }).on('close', done)
    })
    expect(code).toBe(0)
    const [project] = await member.api.projects.list({ params: { accountUuid: member.accountUuid } })
    expect(project).toMatchObject({ branches: ['dev'] })
  })
})

describe('GET /api/v1/cli/update', () => {
  test('reports that the CLI is current, also if an update is requested', async () => {
    const member = await server.newAccount()
    const current = { version: '0.1.0', isCurrent: true, download: '/api/v1/cli/assay.cjs' }
    expect(await member.api.cli.update({})).toEqual(current)
    expect(await member.api.cli.startUpdate({})).toEqual(current)
    const viewer = await server.addMember(member, 'Viewer')
    await expect(viewer.api.cli.startUpdate({})).rejects.toMatchObject({ status: 403 })
  })
})
