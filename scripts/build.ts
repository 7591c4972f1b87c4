/**
 * npm run build, and the first step of npm start: the web app in every language, the command line as one file, and the
 * server as a few. What was built from the same files is not built again.
 */
import { languages } from '@assay/contract/languages.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Target {
  name: string
  /** Files and folders that it is built from. */
  inputs: readonly string[]
  program: string
  output: string
}

const root = join(import.meta.dirname, '..')
const shared = ['packages', 'package-lock.json']
const targets: Record<string, Target> = {
  web: {
    name: `the web app in ${languages.length} languages`,
    inputs: ['apps/web', ...shared],
    program: 'apps/web/build.ts',
    output: 'apps/web/dist/index.html',
  },
  cli: {
    name: 'the command line',
    inputs: ['apps/cli', ...shared],
    program: 'apps/cli/src/bundle/write-bundle.ts',
    output: 'apps/cli/dist/cli.json',
  },
  server: {
    name: 'the server',
    inputs: ['apps/server', 'scripts/package/bundle-server.ts', ...shared],
    program: 'scripts/package/bundle-server.ts',
    output: 'apps/server/dist/main.js',
  },
}
/** Neither folders of builds nor tests are part of one. */
const isOutside = /^(?:node_modules|dist|\.build-.*|fixtures|testing|.*\.test\.tsx?)$/

/** Builds what is missing or older than its files. @param print Called with a line for each thing that takes a while. */
export async function buildWhatChanged(print: (line: string) => void): Promise<void> {
  const digests = join(root, 'node_modules/.cache/assay-build')
  mkdirSync(digests, { recursive: true })
  const digestOf = digestsOfInputs()
  const build = async ([key, target]: [string, Target]) => {
    const record = join(digests, key)
    const digest = digestOf(target)
    if (
      existsSync(join(root, target.output)) &&
      existsSync(record) &&
      readFileSync(record, 'utf8') === digest
    )
      return
    print(`Building ${target.name} …`)
    rmSync(record, { force: true })
    await promisify(execFile)(process.execPath, [join(root, target.program)], { cwd: root })
    writeFileSync(record, digest)
  }
  await Promise.all(Object.entries(targets).map(build))
}

/** What several are built from is read once. */
function digestsOfInputs(): (target: Target) => string {
  const known = new Map<string, string>()
  const digestOf = (input: string): string => {
    const hash = createHash('sha256')
    for (const path of filesOf(input)) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
    return hash.digest('hex')
  }
  return ({ inputs }) => {
    for (const input of inputs) if (!known.has(input)) known.set(input, digestOf(input))
    return [process.version, ...inputs.map((input) => known.get(input))].join(' ')
  }
}

/** In the same order on every machine. */
function filesOf(path: string): string[] {
  const absolute = join(root, path)
  if (!statSync(absolute).isDirectory()) return [path]
  const names = readdirSync(absolute).filter((name) => !isOutside.test(name))
  return names.toSorted().flatMap((name) => filesOf(`${path}/${name}`))
}

if (import.meta.main) await buildWhatChanged((line) => process.stdout.write(`${line}\n`))
