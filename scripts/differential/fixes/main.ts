import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { advisories, type Project, projects } from './projects.ts'

/**
 * npm run differential -- fixes: carries out the plans for small projects with their package managers, on copies. None
 * of the commands may fail, introduce a finding or downgrade a package. What is not installed or cannot be reached is
 * skipped, in words. Returns the number of projects that failed.
 */
export async function compareFixes(names: readonly string[]): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'assay-fixes-'))
  try {
    writeAdvisories(join(home, 'advisories'))
    const env = { ...process.env, ASSAY_HOME: join(home, 'index'), npm_config_ignore_scripts: 'true' }
    const assay = (...args: string[]) => run(process.execPath, ['apps/cli/src/main.js', ...args], { env })
    await assay('advisories', 'sync', '--offline', '--from', join(home, 'advisories'))
    let failed = 0
    const chosen = projects.filter(
      ({ name }) =>
        names.length === 0 || names.some((each) => name.toLowerCase().startsWith(each.toLowerCase())),
    )
    for (const [at, project] of chosen.entries()) {
      const context = { folder: join(home, String(at)), assay, env }
      const reason = (await isInstalled(project))
        ? await prepareProject(project, context)
        : `${project.program[0]} is not installed`
      if (reason !== null) {
        console.log(`${project.name}: skipped: ${reason}`)
        continue
      }
      const problems = await tryProject(project, context)
      console.log(`${project.name}: ${problems.length === 0 ? 'all commands work' : problems.join('; ')}`)
      if (problems.length > 0) failed++
    }
    return failed
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const execute = promisify(execFile)

interface Context {
  folder: string
  assay: (...args: string[]) => Promise<string>
  env: NodeJS.ProcessEnv
}

/** What is printed; also if it fails, as the exit code of a fix only summarizes it. */
async function run(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string },
) {
  const { stdout } = await execute(program, args, { ...options, timeout: timeoutMs }).catch(
    (error: { stdout?: string }) => {
      if (!error.stdout?.startsWith('{')) throw error
      return { stdout: error.stdout }
    },
  )
  return stdout
}

const timeoutMs = 5 * 60_000

async function isInstalled({ program: [program, ...args] }: Project): Promise<boolean> {
  return execute(program, args).then(
    () => true,
    () => false,
  )
}

/** Why the versions could not be locked, in the package manager's last words; null if they were. */
async function prepareProject({ files, prepare }: Project, { folder, env }: Context): Promise<string | null> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  try {
    for (const command of prepare) await run('sh', ['-c', command], { cwd: folder, env })
    return null
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1)!
  }
}

async function tryProject({ leaves }: Project, { folder, assay }: Context): Promise<string[]> {
  const result = JSON.parse(await assay('fix', '--verify', '--json', folder)) as {
    failed: { command: string; message: string }[]
    ran: number
    before: number
    after: number
    introduced: string[]
    downgraded: string[]
  }
  return [
    ...result.failed.map(({ command, message }) => `failed: ${command}: ${message}`),
    ...result.introduced.map((each) => `introduced ${each}`),
    ...result.downgraded.map((each) => `downgraded ${each}`),
    ...(result.ran === 0 || result.before === 0 ? ['nothing was to be done'] : []),
    ...(result.after > leaves
      ? [`${result.after} of ${result.before} findings are left, and not ${leaves}`]
      : []),
  ]
}

function writeAdvisories(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const lines = advisories.map(([ecosystem, name, ...ranges], at) =>
    JSON.stringify({
      id: `OSV-2020-${at + 1}`,
      modified: '2020-01-01T00:00:00Z',
      published: '2020-01-01T00:00:00Z',
      affected: ranges.map(([introduced, fixed]) => ({
        package: { ecosystem, name },
        ranges: [{ type: ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM', events: [{ introduced }, { fixed }] }],
      })),
    }),
  )
  writeFileSync(join(folder, 'advisories.jsonl'), lines.join('\n'))
}
