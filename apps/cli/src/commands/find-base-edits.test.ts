import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { addImage, type Files } from '@assay/engine/inventory/testing/make-image.ts'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runProgram } from '../program.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { type FakeRegistry, startRegistry } from '../testing/fake-registry.ts'

let folder: string
let registry: FakeRegistry
let digest: string
const output = captureOutput()

beforeEach(async () => {
  folder = folderOfTest()
  mkdirSync(join(folder, 'shop', 'app'), { recursive: true })
  const files: Files = new Map()
  digest = addImage(files, { layers: [] }).digest
  registry = await startRegistry({
    files,
    tags: { '20.1-slim': digest, '20.9-slim': digest, '22.0-slim': digest },
  })
})
afterEach(() => {
  registry.close()
})

const path = () => join(folder, 'shop', 'app', 'Dockerfile')
const old = `sha256:${'a'.repeat(64)}`
const dockerfile = (version: string, pin: string) =>
  `ARG VERSION=${version}\nFROM golang:1.21 AS build\nFROM ${registry.host}/team/node:\${VERSION}-slim@${pin}\nCOPY --from=build /a /a\n`

const run = async (...args: string[]) => {
  output.clear()
  const environment = { HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true' }
  const code = await runProgram({
    version: '1.2.3',
    environment,
    args: ['fix', join(folder, 'shop'), '--offline', ...args],
  })
  return { code, text: output.stdout }
}

test('the base image of a Dockerfile has an edit, which is printed, scripted and applied', async () => {
  writeFileSync(path(), dockerfile('20.1', old))
  const shown = await run('--resolve', 'registry')
  expect(shown.text).toContain(`1. ${registry.host}/team/node 20.1-slim -> 20.9-slim`)
  expect(shown.text).toContain('   a newer base image of the same line: app/Dockerfile:3')
  expect(shown.text).toContain('   -ARG VERSION=20.1\n   +ARG VERSION=20.9\n')
  const listed = JSON.parse((await run('--resolve', 'registry', '--json')).text) as { edit: object }[]
  expect(listed).toMatchObject([{ to: '20.9-slim', edit: { file: 'app/Dockerfile', line: 3 } }])
  const script = (await run('--resolve', 'registry', '--script')).text
  expect(script).toContain(`patch -p0 <<'EOF'\n--- app/Dockerfile\n+++ app/Dockerfile\n@@ -1 +1 @@`)
  execFileSync('sh', ['-n', '-c', script])
  expect(readFileSync(path(), 'utf8')).toBe(dockerfile('20.1', old))
  await run('--resolve', 'registry', '--apply', '--yes')
  expect(readFileSync(path(), 'utf8')).toBe(dockerfile('20.9', digest))
})

test('line ends of Windows and a byte order mark stay, applied and as a patch', async () => {
  const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`
  writeFileSync(path(), windows(dockerfile('20.1', old)))
  const script = (await run('--resolve', 'registry', '--script')).text
  expect(script).not.toContain('\r')
  const patch = execFileSync('sh', ['-c', script.replace('| patch -p0', '')], { encoding: 'utf8' })
  expect(patch.split('\n').slice(0, 5)).toEqual([
    '--- app/Dockerfile',
    '+++ app/Dockerfile',
    '@@ -1 +1 @@',
    '-\uFEFFARG VERSION=20.1\r',
    '+\uFEFFARG VERSION=20.9\r',
  ])
  await run('--resolve', 'registry', '--apply', '--yes')
  expect(readFileSync(path(), 'utf8')).toBe(windows(dockerfile('20.9', digest)))
})

test('no registry is asked offline, nor if only what is declared counts', async () => {
  writeFileSync(path(), dockerfile('20.1', old))
  expect((await run()).text).not.toContain('team/node')
  await run('--resolve', 'declared')
  expect(registry.requests).toEqual([])
})

test('what cannot be edited is said', async () => {
  const from = `FROM ${registry.host}/team/node:$V-slim\n`
  writeFileSync(path(), `ARG V=20.1\n${from.replace('node', 'other')}${from}`)
  expect((await run('--resolve', 'registry')).text).not.toContain('->')
  expect(output.stderr).toContain('is newer than')
})
