/**
 * npm run package [-- --output FOLDER]: writes the product to a folder and to an archive of it (.tar.gz) that run without
 * npm and Node. docs/operate/install.md
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs, promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { writePackage } from './write-package.ts'

const { values } = parseArgs({ options: { output: { type: 'string', default: 'dist' } } })
const name = `assay-${manifest.version}-${process.platform}-${process.arch}`
const folder = join(resolve(values.output), name)
const print = (line: string) => void process.stdout.write(`${line}\n`)

await writePackage(folder, print)
const archive = `${folder}.tar.gz`
const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name']
await promisify(execFile)('tar', [...owner, '-C', dirname(folder), '-czf', archive, basename(folder)])
const hash = createHash('sha256')
await pipeline(createReadStream(archive), hash)
await writeFile(`${archive}.sha256`, `${hash.digest('hex')}  ${basename(archive)}\n`)
print(`${folder}\n${archive}`)
