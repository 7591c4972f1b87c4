import { needsResolution } from '@assay/engine/resolution/needs-resolution.ts'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Inputs } from '../scan/read-inputs.ts'
import { type Environment, packageManagerEnvironment } from '../scan/program-environment.ts'
import { type PackageTool, packageTools } from './package-tools.ts'

type File = Inputs['files'][number]

interface Running {
  environment: Environment
  log: (text: string) => void
}

const timeoutMs = 15 * 60_000
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * What package managers on the PATH choose for the manifests of a scan: they run in a copy of the documents, without the
 * project's sources, in a listed environment, and each command is printed. A manifest whose package manager is missing
 * or fails stays as declared.
 */
export async function resolveByTools(files: readonly File[], running: Running): Promise<File[]> {
  const open = needsResolution(files.map(({ filename, bytes }) => ({ path: filename, bytes })))
  const added: File[] = []
  for (const tool of packageTools) {
    const manifests = open.filter((path) => tool.manifest.test(fileNameOf(path)))
    if (manifests.length > 0) added.push(...(await runTool(tool, { manifests, files, ...running })))
  }
  return added
}

interface Job extends Running {
  manifests: readonly string[]
  files: readonly File[]
}

async function runTool(tool: PackageTool, { manifests, files, environment, log }: Job): Promise<File[]> {
  const copy = await mkdtemp(join(tmpdir(), 'assay-resolve-'))
  try {
    await write(copy, files)
    for (const path of tool.isForOutermost ? outermost(manifests) : manifests) {
      const folder = folderOf(path)
      const stubs = Object.entries(tool.stubs ?? {}).map(([name, text]) => ({
        filename: `${folder}${name}`,
        bytes: new TextEncoder().encode(text),
      }))
      await write(copy, stubs)
      const args = tool.argumentsFor(fileNameOf(path))
      log(`$ ${tool.program} ${args.join(' ')}   (in a copy of ${folder === '' ? 'the folder' : folder})`)
      const failure = await execute(tool.program, args, {
        cwd: join(copy, folder),
        env: packageManagerEnvironment(environment),
      })
      if (failure !== null) log(`${path} stays as declared: ${failure}`)
    }
    return await tool.results(copy, manifests)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function write(copy: string, files: readonly File[]): Promise<void> {
  for (const { filename, bytes } of files) {
    const path = join(copy, filename)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}

/** Those in no folder of another one: a reactor or workspace contains the others. */
const outermost = (paths: readonly string[]): string[] =>
  paths.filter((path) =>
    paths.every((other) => other === path || !folderOf(path).startsWith(folderOf(other))),
  )

/** The last line of what it prints if it fails; otherwise null. */
function execute(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Environment },
): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { cwd, env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024, windowsHide: true }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) resolve(null)
      else if ((error as NodeJS.ErrnoException).code === 'ENOENT') resolve(`${program} is not on the PATH`)
      else resolve(`${program} failed: ${(stderr.trim() || stdout.trim()).split('\n').at(-1)!.slice(0, 300)}`)
    })
  })
}
