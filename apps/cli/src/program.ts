import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { ScanOptions } from './commands/scan-options.ts'
import type { SyncOfflineOptions } from './commands/sync-offline.ts'
import type { ExportVexOptions } from './commands/vex.ts'
import { describeFailure, type ExitCode, exitCodes } from './exit-codes.ts'
import * as help from './output/help.ts'
import { reportFormats } from './output/write-report.ts'
import { readAge } from './scan/advisory-age.ts'
import { readSettings, type Settings } from './settings.ts'

interface CommandLine {
  version: string
  environment: Record<string, string | undefined>
  /** Without the names of node and the script. */
  args: string[]
}

/** Runs one command line; gives the exit code. Each command loads what it needs when it is called. */
export async function runProgram({ version, environment, args }: CommandLine): Promise<ExitCode> {
  let code: ExitCode = 0
  const act =
    <A extends unknown[]>(command: (settings: Settings, ...rest: A) => Promise<ExitCode | void>) =>
    async (...rest: A) => {
      code = (await command(readSettings(environment, version), ...rest)) ?? 0
    }
  const program = new Command('assay')
    .description('Shows what software is made of and whether it gets safer.')
    .version(version)
    .exitOverride()
    .showHelpAfterError("See 'assay --help'.")
    .addHelpText('after', help.program)
  addScan(program, act)
  addLogin(program, act)
  addAdvisories(program, act)
  addVex(program, act)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    code = failed(error)
  }
  return code < 0 && args.includes('--fail-gracefully') ? 0 : code
}

function failed(error: unknown): ExitCode {
  // The sentence is on stderr already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.configuration
  const { message, code } = describeFailure(error)
  process.stderr.write(`${message}\n`)
  return code
}

type Act = <A extends unknown[]>(
  command: (settings: Settings, ...rest: A) => Promise<ExitCode | void>,
) => (...rest: A) => Promise<void>

function addScan(program: Command, act: Act): void {
  program
    .command('scan')
    .description('Scan what a project is made of, and judge it')
    .argument('[path]', 'a lockfile, manifest or SBOM, or a folder with some', '.')
    .option('--offline', 'without a server: against the local index of advisories, keeping nothing')
    .option('--project <url>', "the project's url; else the git remote, else local:<folder>")
    .option('--branch <name>', 'else the git branch, else main')
    .option('--min-security <score>', "0 to 100; else the account's minimum, offline 90", readScore)
    .option('--min-stability <score>', "0 to 100; else the account's minimum, offline 80", readScore)
    .option('--min-licensing <score>', "0 to 100; else the account's minimum, offline 95", readScore)
    .option('--max-advisory-age <age>', 'fail when the advisory data is older: 7d, 12h', readMaxAge)
    .addOption(new Option('--format <format>', 'what to print').choices(reportFormats))
    .option('--output <file>', 'write it to a file instead')
    .option('--explain <id>', 'print why an advisory affects the project, and how its component came in')
    .option('--report-json <file>', 'write the report file that other tools read')
    .option(
      '--json',
      "print the server's full report as JSON and nothing else on stdout; offline as --format json",
    )
    .option('--quiet', 'print nothing but failures')
    .option('--fail-gracefully', 'exit with 0 when the scan could not be made')
    .addHelpText('after', help.scan)
    .action(
      act<[string, ScanOptions]>(async (settings, path, options) =>
        options.offline
          ? (await import('./commands/scan-offline.ts')).scanOffline(settings, path, options)
          : (await import('./commands/scan.ts')).scan(settings, path, options),
      ),
    )
  program
    .command('projects')
    .description('List projects with the last scores of their branches')
    .option('--json', 'as JSON')
    .addHelpText('after', help.projects)
    .action(
      act<[{ json?: boolean }]>(async (settings, options) =>
        (await import('./commands/projects.ts')).listProjects(settings, options),
      ),
    )
}

function readScore(text: string): number {
  const score = Number(text)
  if (!/^\d+$/.test(text) || score > 100) throw new InvalidArgumentError('A whole number from 0 to 100.')
  return score
}

function readMaxAge(text: string): number {
  const age = readAge(text)
  if (age === null) throw new InvalidArgumentError('A number of days or hours: 7d, 12h.')
  return age
}

function addLogin(program: Command, act: Act): void {
  program
    .command('login')
    .description('Log in once and keep an API token for the commands to come')
    .option('--url <address>', 'the server; else ASSAY_URL, else http://127.0.0.1:8800')
    .option('--email <address>', 'asked for when it is not given')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', help.login)
    .action(
      act<[{ url?: string; email?: string; passwordStdin?: boolean }]>(async (settings, options) =>
        (await import('./commands/login.ts')).logIn(settings, options),
      ),
    )
  program
    .command('logout')
    .description('Revoke the kept API token and forget it')
    .addHelpText('after', help.logout)
    .action(act(async (settings) => (await import('./commands/login.ts')).logOut(settings)))
}

function addAdvisories(program: Command, act: Act): void {
  const advisories = program
    .command('advisories')
    .description('The advisories that scans are made against')
    .addHelpText('after', help.advisories)
  advisories
    .command('sync')
    .description('Take new and changed advisories from OSV files or archives')
    .requiredOption(
      '--from <source>',
      'a folder, a file (OSV as JSON, JSON lines, gzip, zip) or an https address',
    )
    .option('--offline', 'into the local index, which it replaces, instead of the server')
    .option('--ecosystems <names>', 'with --offline: only these, as npm,PyPI')
    .addHelpText('after', help.sync)
    .action(
      act<[SyncOfflineOptions & { offline?: boolean }]>(async (settings, options) =>
        options.offline
          ? (await import('./commands/sync-offline.ts')).syncOffline(settings, options)
          : (await import('./commands/advisories.ts')).syncAdvisories(settings, options),
      ),
    )
  advisories
    .command('status')
    .description('How many advisories there are, and how old they are')
    .option('--offline', 'those of the local index')
    .addHelpText('after', help.status)
    .action(
      act<[{ offline?: boolean }]>(async (settings, options) =>
        options.offline
          ? (await import('./commands/sync-offline.ts')).showLocalAdvisories(settings)
          : (await import('./commands/advisories.ts')).showAdvisories(settings),
      ),
    )
}

function addVex(program: Command, act: Act): void {
  const vex = program
    .command('vex')
    .description('Statements about which vulnerabilities affect a product')
    .addHelpText('after', help.vex)
  vex
    .command('add')
    .description('Add an OpenVEX, CSAF or CycloneDX VEX document')
    .argument('<file>', 'the document, as JSON')
    .option('--project <url>', 'for this project alone; else for the whole account')
    .action(
      act<[string, { project?: string }]>(async (settings, path, options) =>
        (await import('./commands/vex.ts')).addVex(settings, path, options),
      ),
    )
  vex
    .command('list')
    .description('List VEX documents')
    .option('--json', 'as JSON')
    .action(
      act<[{ json?: boolean }]>(async (settings, options) =>
        (await import('./commands/vex.ts')).listVex(settings, options),
      ),
    )
  vex
    .command('remove')
    .description('Withdraw a VEX document')
    .argument('<id>', "as 'assay vex list' shows it")
    .action(
      act<[string]>(async (settings, id) => (await import('./commands/vex.ts')).removeVex(settings, id)),
    )
  vex
    .command('export')
    .description("Write a project's own VEX, from its exclusions, statements and open findings")
    .requiredOption('--project <url>', "the project's url")
    .option('--branch <name>', 'else main, else the branch scanned last')
    .addOption(
      new Option('--format <format>', 'what to write').choices(['openvex', 'cyclonedx']).default('openvex'),
    )
    .option('--output <file>', 'write it to a file instead of stdout')
    .action(
      act<[ExportVexOptions]>(async (settings, options) =>
        (await import('./commands/vex.ts')).exportVex(settings, options),
      ),
    )
}
