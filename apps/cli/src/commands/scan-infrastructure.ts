import { showControls } from '@assay/text/invisible.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import { fromWireSeverity } from '@assay/engine/vocabulary.ts'
import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import { realpath, stat } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { clientOf } from '../api.ts'
import { CommandError, type ExitCode, exitCodes, incompleteCode } from '../exit-codes.ts'
import { describeInfrastructure, type PrintedResult } from '../output/print-infrastructure.ts'
import { printIssues } from '../output/print-issues.ts'
import { describeProject } from '../scan/describe-project.ts'
import { readDocumentFile } from '../scan/read-files.ts'
import { runScanner } from '../scan/run-scanner.ts'
import { scanInventory } from '../scan/scan-inventory.ts'
import type { Settings } from '../settings.ts'
import type { ScanOptions } from './scan-options.ts'

interface Results {
  filename: string
  bytes: Uint8Array
}

/**
 * Processes infrastructure-as-code results from a SARIF file or a scanner run in a folder. Offline they are printed,
 * otherwise uploaded. Findings do not fail the command.
 */
export async function scanInfrastructure(
  settings: Settings,
  path: string,
  options: ScanOptions,
): Promise<ExitCode> {
  const log = (text: string) => void (options.quiet || process.stderr.write(`${showControls(text)}\n`))
  const start = await stat(path).catch(() => null)
  if (!start) throw new CommandError(exitCodes.configuration, `No such file or folder: ${path}`)
  const isFolder = start.isDirectory()
  const folder = isFolder ? path : dirname(path)
  const described = describeProject({ folder, isFolder }, settings.environment)
  const inside = relative(described.root, await realpath(path)).replaceAll('\\', '/')
  const relativeFolder = inside === '' || inside.startsWith('..') ? '' : inside
  const results = isFolder ? await scanFolder(settings, path, log) : await readFile(path, relativeFolder)
  return options.offline
    ? printOffline(results, options, log)
    : sendResults(settings, results, { described, options, log })
}

async function scanFolder(settings: Settings, folder: string, log: (text: string) => void): Promise<Results> {
  const { program, bytes } = await runScanner(folder, { environment: settings.environment, log })
  log(`Scanned with ${program}`)
  return { filename: `${program}.sarif`, bytes }
}

const readFile = async (path: string, place: string): Promise<Results> => ({
  filename: place === '' ? 'results.sarif' : place,
  bytes: await readDocumentFile(path),
})

function printOffline(
  { filename, bytes }: Results,
  options: ScanOptions,
  log: (text: string) => void,
): ExitCode {
  const { inventory, issues } = readDocuments([{ path: filename, bytes }])
  const { infrastructure } = inventory
  if (!infrastructure)
    throw new CommandError(
      exitCodes.unsupported,
      issues[0]?.message ?? 'The file contains no scanner results.',
    )
  printIssues({ issues: [...issues, ...inventory.issues] }, log)
  const results = infrastructure.results.map((result) => ({ ...result, excluded: result.suppression }))
  print(results, { results: infrastructure.results, rules: infrastructure.rules }, options)
  return infrastructure.runs.every(({ isComplete }) => isComplete) ? 0 : incompleteCode
}

function print(results: PrintedResult[], json: object, options: ScanOptions): void {
  if (options.json || options.format === 'json') process.stdout.write(`${JSON.stringify(json)}\n`)
  else if (!options.quiet) process.stdout.write(describeInfrastructure(results))
}

interface UploadOptions {
  described: ReturnType<typeof describeProject>
  options: ScanOptions
  log: (text: string) => void
}

async function sendResults(
  settings: Settings,
  results: Results,
  { described, options, log }: UploadOptions,
): Promise<ExitCode> {
  const url = withoutCredentials(options.project ?? described.url ?? '').trim()
  if (!url) throw new CommandError(exitCodes.noProject, 'The project has no URL. Pass --project.')
  const branch = options.branch ?? described.branch
  if (branch === null)
    throw new CommandError(exitCodes.configuration, 'No branch is checked out. Pass --branch.')
  const api = clientOf(settings)
  const isInteractive = settings.isInteractive && !options.quiet
  log(`Uploading ${results.filename} for ${url}, branch ${branch}`)
  const build = await scanInventory(
    api,
    { title: results.filename, files: [results], url, branch },
    { isInteractive, log },
  )
  printIssues(build, log)
  if (build.isaacReportUuid === undefined)
    throw new CommandError(
      exitCodes.nothingAnalyzed,
      'The file contains no results of an infrastructure-as-code scanner.',
    )
  const of = { params: { projectUuid: build.uuid }, query: { reportUuid: build.isaacReportUuid } }
  const report = await api.isaac.report(of)
  const findings = await api.isaac.findings(of)
  const open = findings.filter(({ lifetime }) => lifetime === null || lifetime.endedAt === null)
  const printed = open.map(({ severity, exclusion, ...finding }) => ({
    ...finding,
    severity: fromWireSeverity(severity),
    excluded: exclusion?.reason ?? null,
  }))
  print(printed, { ...report, findings }, options)
  return 0
}
