import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { offlineSettings } from '@assay/server/testing/offline-settings.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { writePackage } from './write-package.ts'

// Builds what has changed, and copies 280 MB.
vi.setConfig({ hookTimeout: 600_000 })

const root = temporaryFolder()
let folder: string
beforeAll(async () => {
  folder = join(root, 'assay')
  await writePackage(folder, () => undefined)
})

/** With nothing but what every system has. */
const start = (program: string, words: string[], settings: Record<string, string> = {}): ChildProcess => {
  const env = { PATH: '/usr/bin:/bin', HOME: root, TMPDIR: tmpdir(), ...settings }
  const child = spawn(join(folder, 'bin', program), words, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.on('error', () => undefined)
  return child
}

test('the folder starts, serves its pages and stops, without npm and Node', async () => {
  const settings = Object.assign({ ASSAY_DATA: join(root, 'data'), ASSAY_PORT: '0' }, offlineSettings)
  const child = start('assay-server', [], settings)
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(output)))
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const page = await (await fetch(`${address}/dashboard`, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('<!doctype html>')
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  for (const path of [
    '/readyz',
    script,
    '/api/v1/openapi.json',
    '/api/v1/cli',
    '/api/reference-viewer/js/scalar.js',
  ])
    expect((await fetch(`${address}${path}`)).status, path).toBe(200)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('it has the command line', async () => {
  const child = start('assay', ['--version'])
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('its SBOM lists what is in it, and nothing of the development', async () => {
  const sbom = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string; group?: string }[]
  }
  const listed = new Set(sbom.components.map(({ group, name }) => (group ? `${group}/${name}` : name)))
  for (const name of ['fastify', `node-${process.platform}-${process.arch}`]) expect(listed).toContain(name)
  expect(listed).not.toContain('vitest')
  const installed = await readdir(join(folder, 'node_modules'))
  for (const name of installed.filter((each) => !/^[@.]/.test(each))) expect(listed).toContain(name)
})

test('it contains no tests', async () => {
  const names = await readdir(folder, { recursive: true })
  expect(
    names.filter((name) => /^(?:apps|packages)\/.*(?:\.test\.|\/testing\/|\/fixtures\/)/.test(name)),
  ).toEqual([])
})

test('what the pages for operators link to is in the folder', async () => {
  const links: string[] = []
  const operate = join(folder, 'docs/operate')
  for (const name of await readdir(operate))
    for (const [, path = ''] of (await readFile(join(operate, name), 'utf8')).matchAll(
      /\]\(([^)#:]+)(?:#[^)]*)?\)/g,
    ))
      links.push(join(operate, path))
  // Of a checkout, like the commands that it describes.
  const missing = links.filter((path) => !existsSync(path) && path !== join(folder, 'CONTRIBUTING.md'))
  expect(missing).toEqual([])
  expect(links.length).toBeGreaterThan(50)
})
