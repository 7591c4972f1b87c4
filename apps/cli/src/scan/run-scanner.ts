import { execFile } from 'node:child_process'
import { access, constants, lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { type Environment, programEnvironment } from './program-environment.ts'

/** An infrastructure-as-code scanner, and how to run it with SARIF output. */
interface Scanner {
  program: string
  /** Runs in the scanned folder; output is a separate folder. */
  argumentsOf: (output: string) => string[]
  /** The results file in the output folder; null if they are printed. */
  results: string | null
  /** Its settings, which it reads from the scanned folder. */
  config: {
    files: readonly string[]
    /** Whether they can make it load code or send data, rather than only hide findings. */
    isTrusted: boolean
  }
}

/** In order of preference. No argument comes from users, and no shell is involved. */
const scanners: readonly Scanner[] = [
  {
    program: 'checkov',
    argumentsOf: (output) => [
      '-d',
      '.',
      '-o',
      'sarif',
      '--output-file-path',
      output,
      '--soft-fail',
      '--quiet',
    ],
    results: 'results_sarif.sarif',
    // https://www.checkov.io/2.Basics/CLI%20Command%20Reference.html: external-checks-dir loads Python.
    config: { files: ['.checkov.yaml', '.checkov.yml'], isTrusted: true },
  },
  {
    program: 'trivy',
    argumentsOf: (output) => [
      'config',
      '--format',
      'sarif',
      '--output',
      join(output, 'trivy.sarif'),
      '--quiet',
      '.',
    ],
    results: 'trivy.sarif',
    config: { files: ['trivy.yaml'], isTrusted: true },
  },
  {
    program: 'kics',
    argumentsOf: (output) => [
      'scan',
      '-p',
      '.',
      '--report-formats',
      'sarif',
      '-o',
      output,
      '--output-name',
      'kics',
      '--ignore-on-exit',
      'results',
      '--silent',
      '--ci',
    ],
    results: 'kics.sarif',
    config: { files: ['kics.config'], isTrusted: true },
  },
  {
    program: 'zizmor',
    argumentsOf: () => ['--format', 'sarif', '--no-exit-codes', '.'],
    results: null,
    config: {
      files: ['zizmor.yml', 'zizmor.yaml', '.github/zizmor.yml', '.github/zizmor.yaml'],
      isTrusted: false,
    },
  },
  {
    program: 'hadolint',
    argumentsOf: () => ['--format', 'sarif', '--no-fail', 'Dockerfile'],
    results: null,
    config: { files: ['.hadolint.yaml', '.hadolint.yml'], isTrusted: false },
  },
]

const maxBytes = 64 * 1024 * 1024
const timeoutMs = 15 * 60_000

export interface ScannerResults {
  program: string
  bytes: Uint8Array
}

/**
 * Runs the first scanner found on the PATH, without our environment and its user's settings, as the folder may be
 * hostile. Throws CommandError if there is none, it fails, or the folder has settings that would make it run code.
 */
export async function runScanner(
  folder: string,
  { environment, log }: { environment: Environment; log: (text: string) => void },
): Promise<ScannerResults> {
  const output = await mkdtemp(join(tmpdir(), 'assay-iac-'))
  const home = await mkdtemp(join(tmpdir(), 'assay-home-'))
  const env = programEnvironment(environment, home)
  try {
    for (const scanner of scanners) {
      if (!(await isInstalled(scanner, env))) continue
      await checkConfig(scanner, folder, log)
      const printed = await execute(scanner, { folder, env, output })
      return { program: scanner.program, bytes: await readResults(scanner, output, printed) }
    }
  } finally {
    for (const each of [output, home]) await rm(each, { recursive: true, force: true })
  }
  const names = scanners.map(({ program }) => program).join(', ')
  throw new CommandError(
    exitCodes.configuration,
    `No infrastructure-as-code scanner found on the PATH: ${names}.`,
  )
}

/** What the PATH's folders hold is looked up here, so that a folder's settings are refused before it starts. */
async function isInstalled({ program }: Scanner, { PATH, PATHEXT }: Environment): Promise<boolean> {
  const endings = process.platform === 'win32' ? (PATHEXT ?? '.EXE').split(';') : ['']
  const paths = PATH!
    .split(delimiter)
    .flatMap((place) => endings.map((ending) => join(place, program + ending)))
  const found = await Promise.all(
    paths.map((path) =>
      access(path, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}

async function checkConfig(
  { program, config }: Scanner,
  folder: string,
  log: (text: string) => void,
): Promise<void> {
  for (const file of config.files) {
    if (!(await lstat(join(folder, file)).catch(() => null))) continue
    if (config.isTrusted)
      throw new CommandError(
        exitCodes.configuration,
        `${program} would follow ${file} of the scanned folder, which can make it run code. If you trust it, run ${program} yourself and pass its SARIF file to assay scan.`,
      )
    log(`${program} follows ${file} of the scanned folder, which can hide findings.`)
  }
}

/** Its output. */
function execute(
  { program, argumentsOf }: Scanner,
  { folder, env, output }: { folder: string; env: Environment; output: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      env,
      maxBuffer: maxBytes,
      timeout: timeoutMs,
      windowsHide: true,
    }
    execFile(program, argumentsOf(output), options, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      else
        reject(new CommandError(exitCodes.analysisFailed, `${program} failed: ${firstLine(stderr, error)}`))
    })
  })
}

const firstLine = (stderr: string, { message }: Error): string =>
  (stderr.trim().split('\n').at(-1) || message).slice(0, 500)

async function readResults(
  { program, results }: Scanner,
  output: string,
  printed: string,
): Promise<Uint8Array> {
  if (results === null) return new TextEncoder().encode(printed)
  const files = await readdir(output)
  const file = files.includes(results) ? join(output, results) : null
  const size = file === null ? 0 : (await stat(file)).size
  if (file === null || size > maxBytes)
    throw new CommandError(exitCodes.analysisFailed, `${program} wrote no results that can be used.`)
  return new Uint8Array(await readFile(file))
}
