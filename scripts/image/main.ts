/**
 * npm run image [-- --base base.tar] [--output FOLDER]: builds the image without a daemon, as an OCI layout and an archive
 * of it. The base is a root file system as a tar file; by default, a minimal Debian that mmdebstrap makes.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { writePackage } from '../package/write-package.ts'
import { imageConfig } from './image-config.ts'
import { writeOciLayout } from './oci-layout.ts'

const run = promisify(execFile)
const { values } = parseArgs({
  options: { base: { type: 'string' }, output: { type: 'string', default: 'dist' } },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const output = resolve(values.output)
const work = await mkdtemp(join(tmpdir(), 'assay-image-'))

/** Files are root's and readable by every user: any uid may run it. */
const readable = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=a+rX']

try {
  await mkdir(output, { recursive: true })
  const base = values.base === undefined ? await makeBase(work) : resolve(values.base)
  const files = join(work, 'files')
  await writePackage(join(files, 'opt/assay'), print)
  const app = join(work, 'app.tar')
  await run('tar', ['--create', '--file', app, ...readable, '-C', files, '.'])
  // What any user of the group root may write, as on OpenShift.
  const folders = join(work, 'folders')
  await mkdir(join(folders, 'data'), { recursive: true })
  const writable = join(work, 'writable.tar')
  await run('tar', [
    '--create',
    '--file',
    writable,
    '--mtime=@0',
    '--owner=1000',
    '--group=0',
    '--mode=0770',
    '-C',
    folders,
    'data',
  ])
  const layout = join(output, `assay-${manifest.version}-oci`)
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const digest = await writeOciLayout(layout, [base, app, writable], {
    architecture,
    tag: manifest.version,
    config: imageConfig(manifest.version),
  })
  await run('tar', ['--create', '--file', `${layout}.tar`, '-C', layout, '.'])
  print(`${layout}\n${layout}.tar\n${digest}`)
} finally {
  await rm(work, { recursive: true, force: true })
}

async function makeBase(folder: string): Promise<string> {
  const archive = join(folder, 'base.tar')
  print('Making a minimal Debian …')
  const packages = [
    'base-files',
    'base-passwd',
    'ca-certificates',
    'dash',
    'libc6',
    'libgcc-s1',
    'libnss-wrapper',
    'libstdc++6',
    'tzdata',
  ]
  const words = ['--mode=root', '--variant=extract', `--include=${packages.join(',')}`, 'bookworm', archive]
  try {
    await run('mmdebstrap', words, { maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(
      'mmdebstrap is not installed: install it, or give a root file system with --base base.tar',
      { cause: error },
    )
  }
  return archive
}
