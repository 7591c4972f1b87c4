/**
 * npm run packages [-- --try]: packs the client and the command line for use outside of this repository, into
 * dist/packages. With --try, they are installed into an empty project and used there, by Node 20, a compiler and a
 * bundler for browsers.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tryPackages } from './try-packages.ts'
import { writeCli, writeSdk } from './write-packages.ts'

const output = join(import.meta.dirname, '../../dist/packages')
const { values } = parseArgs({ options: { try: { type: 'boolean', default: false } } })

rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })
const archives: string[] = []
for (const [name, write] of Object.entries({ sdk: writeSdk, cli: writeCli })) {
  const folder = join(output, name)
  await write(folder)
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', folder, '--json', '--silent', '--pack-destination', output], {
      encoding: 'utf8',
    }),
  ) as { filename: string; unpackedSize: number; entryCount: number }[]
  if (!packed) throw new Error(`Nothing was packed from ${folder}`)
  archives.push(join(output, packed.filename))
  process.stdout.write(`${packed.filename}: ${packed.entryCount} files, ${packed.unpackedSize} bytes\n`)
}
if (values.try) await tryPackages(archives)
