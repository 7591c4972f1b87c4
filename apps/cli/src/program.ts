import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { FixOptions } from './commands/fix.ts'
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
  /** Arguments without node and script. */
  args: string[]
}

/** Runs one command and returns the exit code. Commands are loaded on demand. */
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
  addFix(program, act)
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
  // The message was already printed to stderr.
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
    .argument('[path]', 'a lockfile, manifest or SBOM, a folder with some, or SARIF results', '.')
    .option('--offline', 'without a server: against the local index of advisories, keeping nothing')
    .option(
      '--iac',
      'scan infrastructure as code with a scanner on the PATH: checkov, trivy, kics, zizmor, hadolint',
    )
    .option('--project <url>', "the project's url; else the git remote, with #<path> for a folder in it")
    .option('--branch <name>', "else the git branch, else the build service's")
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
      act<[string, ScanOptions]>(async (settings, path, options) => {
        if (options.iac || /\.sarif(?:\.json)?$/i.test(path))
          return (await import('./commands/scan-infrastructure.ts')).scanInfrastructure(
            settings,
            path,
            options,
          )
        return options.offline
          ? (await import('./commands/scan-offline.ts')).scanOffline(settings, path, options)
          : (await import('./commands/scan.ts')).scan(settings, path, options)
      }),
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

function addFix(program: Command, act: Act): void {
  program
    .command('fix')
    .description('Print which upgrades close the vulnerabilities of a project, the most urgent first')
    .argument('[path]', 'as for scan; with a server, only tells which project', '.')
    .option('--offline', 'without a server: against the local index of advisories')
    .option('--all', 'of all projects on the server')
    .option('--project <url>', "the project's url; else the git remote, else local:<folder>")
    .option('--branch <name>', 'else all branches of the project')
    .addOption(new Option('--json', 'as JSON').conflicts('markdown'))
    .option('--markdown', 'as a list to paste into an issue')
    .addHelpText('after', help.fix)
    .action(
      act<[string, FixOptions]>(async (settings, path, options) =>
        options.offline
          ? (await import('./commands/fix-offline.ts')).printFixesOffline(settings, path, options)
          : (await import('./commands/fix.ts')).printFixes(settings, path, options),
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
  addTransfer(program, advisories, act)
}

/** Transfers data from a server with network access to one without. */
function addTransfer(program: Command, advisories: Command, act: Act): void {
  advisories
    .command('export')
    .description('Write all advisories to one file, with their age')
    .requiredOption('--output <file>', 'for example assay.jsonl.gz')
    .option('--offline', 'those of the local index')
    .addHelpText('after', help.transfer)
    .action(
      act<[{ output: string; offline?: boolean }]>(async (settings, { output, offline }) =>
        offline
          ? (await import('./commands/sync-offline.ts')).exportOffline(settings, output)
          : (await import('./commands/knowledge.ts')).exportKnowledge(settings, {
              output,
              parts: 'advisories',
            }),
      ),
    )
  advisories
    .command('import')
    .description('Take the advisories of such a file; they stay as old as they are')
    .argument('<file>')
    .option('--offline', 'into the local index, which it replaces, instead of the server')
    .addHelpText('after', help.transfer)
    .action(
      act<[string, { offline?: boolean }]>(async (settings, path, { offline }) =>
        offline
          ? (await import('./commands/sync-offline.ts')).importOffline(settings, path)
          : (await import('./commands/knowledge.ts')).importKnowledge(settings, path),
      ),
    )
  const knowledge = program
    .command('knowledge')
    .description('Advisories, releases and licenses, for a server without a network')
    .addHelpText('after', help.transfer)
  knowledge
    .command('export')
    .description('Write all that the server knows to one file, with its age')
    .requiredOption('--output <file>', 'for example assay.jsonl.gz')
    .action(
      act<[{ output: string }]>(async (settings, { output }) =>
        (await import('./commands/knowledge.ts')).exportKnowledge(settings, { output, parts: 'all' }),
      ),
    )
  knowledge
    .command('import')
    .description('Take what such a file holds; it stays as old as it is')
    .argument('<file>')
    .action(
      act<[string]>(async (settings, path) =>
        (await import('./commands/knowledge.ts')).importKnowledge(settings, path),
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
