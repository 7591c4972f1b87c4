import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeLayout, tarOf } from '@assay/engine/inventory/testing/make-image.ts'
import { writeBundle } from './write-bundle.ts'

/** Loaded first: removes features of Node 24 that Node 20 lacks. */
const asNode20 = `
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
const names = ['map', 'filter', 'flatMap', 'take', 'drop', 'some', 'every', 'find', 'reduce', 'forEach', 'toArray']
for (const name of names) delete iterators[name]
const sets = ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']
for (const name of sets) delete Set.prototype[name]
delete globalThis.Iterator
for (const [holder, names] of [
  [Map, ['groupBy']], [Object, ['groupBy']], [Array, ['fromAsync']], [Promise, ['withResolvers', 'try']],
  [RegExp, ['escape']], [Error, ['isError']], [Math, ['f16round']], [Uint8Array, ['fromBase64', 'fromHex']],
  [Uint8Array.prototype, ['toBase64', 'toHex']], [ArrayBuffer.prototype, ['transfer']],
]) for (const name of names) delete holder[name]
delete require('node:zlib').createZstdDecompress
`

const folder = temporaryFolder()
beforeAll(async () => {
  await writeBundle(folder)
  writeFileSync(join(folder, 'node-20.cjs'), asNode20)
  // It works alone and under any file name.
  cpSync(join(folder, 'assay.cjs'), join(folder, 'assay'))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
  writeFileSync(join(folder, 'Gemfile.lock'), gemfile)
})

const lockfile = {
  lockfileVersion: 3,
  packages: { '': { name: 'app' }, 'node_modules/lodash': { version: '4.17.4', license: 'MIT' } },
}
const gemfile = 'GEM\n  remote: https://example.org/\n  specs:\n    rack (3.0.0)\n\nDEPENDENCIES\n  rack\n'

const run = (...args: string[]) =>
  execFileSync(process.execPath, ['--require', join(folder, 'node-20.cjs'), join(folder, 'assay'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      ASSAY_HOME: join(folder, 'home'),
      XDG_CONFIG_HOME: join(folder, 'config'),
    },
  })
const zero = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']

describe('the bundle, without features that Node 20 lacks', () => {
  it('prints its version', () => {
    const { version } = JSON.parse(readFileSync(join(folder, 'cli.json'), 'utf8')) as { version: string }
    expect(run('--version')).toBe(`${version}\n`)
  })

  it('reads images, and says which compression it cannot read', () => {
    const lockfileLayer = [['app/package-lock.json', JSON.stringify(lockfile)]] as const
    const scanOf = (packing: 'gzip' | 'zstd') => {
      writeFileSync(join(folder, 'image.tar'), tarOf(makeLayout({ layers: [lockfileLayer], packing })))
      return run('scan', '--offline', 'image.tar', '--json', ...zero)
    }
    expect(scanOf('gzip')).toContain('"lodash"')
    expect(() => scanOf('zstd')).toThrow(/zstd are only read by Node 22\.15/)
  })

  it.each(['json', 'sarif', 'cyclonedx', 'markdown', 'report', 'table'])(
    'scans with its bundled starter set as %s',
    (format) => {
      expect(run('scan', '--offline', '.', '--format', format, ...zero)).toContain('lodash')
    },
  )

  it('builds the local index and scans with it', () => {
    writeFileSync(
      join(folder, 'osv.json'),
      JSON.stringify({
        schema_version: '1.7.0',
        id: 'GHSA-xxxx-yyyy-zzzz',
        modified: '2026-01-01T00:00:00Z',
        summary: 'Bundled rack',
        affected: [
          {
            package: { ecosystem: 'RubyGems', name: 'rack' },
            ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '9' }] }],
          },
        ],
      }),
    )
    run('advisories', 'sync', '--offline', '--from', 'osv.json')
    expect(run('scan', '--offline', 'Gemfile.lock', '--format', 'json', ...zero)).toContain('Bundled rack')
  })
})

it('rejects an older Node.js with a message', () => {
  writeFileSync(
    join(folder, 'node-18.cjs'),
    "Object.defineProperty(process.versions, 'node', { value: '18.20.0' })",
  )
  const start = () =>
    execFileSync(process.execPath, ['--require', join(folder, 'node-18.cjs'), join(folder, 'assay')], {
      stdio: 'pipe',
    })
  expect(start).toThrow(/assay runs on Node 20 or later; this is /)
})
