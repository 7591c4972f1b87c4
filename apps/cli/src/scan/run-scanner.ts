import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** An infrastructure-as-code scanner, and how to run it with SARIF output. */
interface Scanner {
  program: string
  /** Runs in the scanned folder; output is a separate folder. */
  argumentsOf: (output: string) => string[]
  /** The results file in the output folder; null if they are printed. */
  results: string | null
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
  },
  { program: 'zizmor', argumentsOf: () => ['--format', 'sarif', '--no-exit-codes', '.'], results: null },
  {
    program: 'hadolint',
    argumentsOf: () => ['--format', 'sarif', '--no-fail', 'Dockerfile'],
    results: null,
  },
]

const maxBytes = 64 * 1024 * 1024
const timeoutMs = 15 * 60_000

/** The process environment, passed to the scanner. */
type Environment = Readonly<Record<string, string | undefined>>

export interface ScannerResults {
  program: string
  bytes: Uint8Array
}

/** Runs the first scanner found on the PATH. Throws CommandError if there is none or it fails. */
export async function runScanner(folder: string, environment: Environment): Promise<ScannerResults> {
  const output = await mkdtemp(join(tmpdir(), 'assay-iac-'))
  try {
    for (const scanner of scanners) {
      const printed = await execute(scanner, { folder, environment, output })
      if (printed === null) continue
      return { program: scanner.program, bytes: await readResults(scanner, output, printed) }
    }
  } finally {
    await rm(output, { recursive: true, force: true })
  }
  const names = scanners.map(({ program }) => program).join(', ')
  throw new CommandError(
    exitCodes.configuration,
    `No infrastructure-as-code scanner found on the PATH: ${names}.`,
  )
}

/** Its output; null if it is not on the PATH. */
function execute(
  { program, argumentsOf }: Scanner,
  { folder, environment, output }: { folder: string; environment: Environment; output: string },
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      env: { ...environment },
      maxBuffer: maxBytes,
      timeout: timeoutMs,
      windowsHide: true,
    }
    execFile(program, argumentsOf(output), options, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      else if (error.code === 'ENOENT') resolve(null)
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
