import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Installs the archives into an empty project, as anybody would, and uses them there.
 * @throws what failed; the project is removed in any case.
 */
export async function tryPackages(archives: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-packages-'))
  const server = await startServer()
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    cpSync(join(import.meta.dirname, 'consumer'), folder, { recursive: true })
    await install(folder, archives)
    const node = await installOldestNode(folder)
    await expectOutput('the client', [node, join(folder, 'program.mjs'), address], /^healthy: 0 failures\n$/)
    await expectOutput(
      'the command line',
      [node, join(folder, 'node_modules/.bin/assay'), '--version'],
      /^\d/,
    )
    const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]
    await expectOutput('the types', [process.execPath, ...compiler], /^$/)
    await tryBrowser(folder)
  } finally {
    server.close()
    rmSync(folder, { recursive: true })
  }
}

const install = (cwd: string, packages: readonly string[]) =>
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd })

/** The oldest Node that they support, as a package, so that the machine needs none; where it cannot be had, this one. */
async function installOldestNode(folder: string): Promise<string> {
  const node = join(folder, 'node_modules/.bin/node')
  const isInstalled = await install(folder, ['node@20']).then(
    () => true,
    () => false,
  )
  if (isInstalled) await expectOutput('the version of Node', [node, '--version'], /^v20\./)
  else process.stdout.write(`Node 20 cannot be installed here: tried with ${process.version}\n`)
  return isInstalled ? node : process.execPath
}

async function expectOutput(what: string, [program, ...args]: readonly string[], expected: RegExp) {
  const { stdout } = await run(program!, args).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${what} failed: ${error.stdout}${error.stderr}`)
  })
  if (!expected.test(stdout)) throw new Error(`${what} answered ${stdout}`)
  process.stdout.write(`${what}: ${stdout.trim() || 'as expected'}\n`)
}

/** A bundle for browsers contains nothing that only Node has. */
async function tryBrowser(folder: string): Promise<void> {
  const build = await rolldown({ input: join(folder, 'program.mjs'), cwd: folder, platform: 'browser' })
  const { output } = await build.generate({ format: 'es', codeSplitting: false })
  await build.close()
  const [{ code, imports }] = output
  if (imports.length > 0) throw new Error(`The bundle for browsers imports ${imports.join(', ')}`)
  process.stdout.write(`the bundle for browsers: ${code.length} bytes\n`)
}

/** Answers as a server of Assay that is well. */
async function startServer(): Promise<Server> {
  const health = readFileSync(join(import.meta.dirname, 'consumer/health.json'))
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(health)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}
