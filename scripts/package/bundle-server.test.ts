import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleServer } from './bundle-server.ts'

const server = join(import.meta.dirname, '../../apps/server')
const folder = join(server, `.build-${process.pid}`)

beforeAll(() => bundleServer(folder))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Names of a module's functions by their exports, in a process of its own. */
async function exportsOf(entry: string): Promise<[string, string][]> {
  const code = `const exported = Object.entries(await import(${JSON.stringify(join(folder, entry))}))
    console.log(JSON.stringify(exported.filter(([, it]) => it instanceof Function).map(([key, { name }]) => [key, name])))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  return JSON.parse(stdout) as [string, string][]
}

test('what is called in threads and processes is an entry, whose functions have the names of their exports', async () => {
  const entries = (await readdir(folder)).filter((file) => file.endsWith('.entry.js'))
  expect(entries).toContain('scan-in-worker.entry.js')
  for (const entry of entries.filter((file) => !/^(?:thread|process)\./.test(file))) {
    const exported = await exportsOf(entry)
    expect(exported.length, entry).toBeGreaterThan(0)
    for (const [key, name] of exported) expect(name, entry).toBe(key)
  }
})

test('it is in few files, and finds what is beside its sources', async () => {
  const files = await readdir(folder)
  expect(files.length).toBeLessThan(150)
  let found = 0
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    for (const [, beside] of text.matchAll(/new URL\("([\w-]+\.entry\.js)", import\.meta\.url\)/g))
      expect(existsSync(join(folder, beside!)), beside).toBe(true)
    for (const [, url, path = url] of text.matchAll(
      /new URL\("(\.\.\/[^"]+)", import\.meta\.url\)|import\.meta\.dirname \+ "\/([^"]+)"/g,
    )) {
      expect(existsSync(join(folder, path!)), path).toBe(true)
      found++
    }
  }
  expect(found).toBeGreaterThan(5)
})
