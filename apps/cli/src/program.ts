import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { FixOptions } from './commands/fix.ts'
import type { RefreshOptions } from './commands/refresh.ts'
import type { ScanOptions } from './commands/scan-options.ts'
import type { SyncOfflineOptions } from './commands/sync-offline.ts'
import type { ExportVexOptions } from './commands/vex.ts'
import { describeFailure, type ExitCode, exitCodes, type TokenSource } from './exit-codes.ts'
import * as help from './output/help.ts'
import { reportFormats } from './output/write-report.ts'
import { readAge } from './output/advisory-age.ts'
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
  let tokenSource: TokenSource = null
  const actionOf =
    <A extends unknown[]>(command: (settings: Settings, ...rest: A) => Promise<ExitCode | void>) =>
    async (...rest: A) => {
      const settings = readSettings(environment, version)
      tokenSource = settings.tokenSource
      code = (await command(settings, ...rest)) ?? 0
    }
  const program = new Command('assay')
    .description('Shows what software is made of and whether it gets safer.')
    .version(version)
    .exitOverride()
    .showHelpAfterError("See 'assay --help'.")
    .addHelpText('after', help.program)
  addScan(program, actionOf)
  addFix(program, actionOf)
  addLogin(program, actionOf)
  addAdvisories(program, actionOf)
  addVex(program, actionOf)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    code = failed(error, tokenSource)
  }
  return code < 0 && args.includes('--fail-gracefully') ? 0 : code
}

function failed(error: unknown, tokenSource: TokenSource): ExitCode {
  // The message was already printed to stderr.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.configuration
  const { message, code } = describeFailure(error, tokenSource)
  process.stderr.write(`${message}\n`)
  return code
}

type ActionOf = <A extends unknown[]>(
  command: (settings: Settings, ...rest: A) => Promise<ExitCode | void>,
) => (...rest: A) => Promise<void>

function addScan(program: Command, actionOf: ActionOf): void {
  program
    .command('scan')
    .description('Scan a project and check its scores against the minimums')
    .argument('[path]', 'lockfile, manifest, SBOM, folder with any of these, or SARIF results', '.')
    .option('--offline', 'scan without a server, against the local advisory index')
    .option(
      '--iac',
      'run an infrastructure-as-code scanner from the PATH: checkov, trivy, kics, zizmor, hadolint',
    )
    .option('--project <url>', 'project URL (default: the git remote, with #<path> for a subfolder)')
    .option('--branch <name>', 'branch (default: from git, then from the CI environment)')
    .option('--min-security <score>', "minimum, 0 to 100 (default: the account's; offline: 90)", readScore)
    .option('--min-stability <score>', "minimum, 0 to 100 (default: the account's; offline: 80)", readScore)
    .option('--min-licensing <score>', "minimum, 0 to 100 (default: the account's; offline: 95)", readScore)
    .option(
      '--max-advisory-age <age>',
      'fail if the advisory data is older, for example 7d or 12h',
      readMaxAge,
    )
    .addOption(new Option('--format <format>', 'output format').choices(reportFormats))
    .option('--output <file>', 'write to a file instead of stdout')
    .option('--explain <id>', 'explain why an advisory affects the project, with dependency paths')
    .option('--report-json <file>', 'also write a report file for other tools')
    .option('--json', "print only the server's full report as JSON; offline: same as --format json")
    .option('--quiet', 'print only failures')
    .option('--fail-gracefully', 'exit with 0 if the scan fails')
    .addHelpText('after', help.scan)
    .action(
      actionOf<[string, ScanOptions]>(async (settings, path, options) => {
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
    .command('refresh')
    .description('Let the server fetch a project from its repository and scan it')
    .argument('<project>', 'URL or UUID of the project')
    .option('--branch <name>', "branch (default: the project's, before the first scan the repository's)")
    .option('--json', 'print JSON')
    .addHelpText('after', help.refresh)
    .action(
      actionOf<[string, RefreshOptions]>(async (settings, project, options) =>
        (await import('./commands/refresh.ts')).refresh(settings, project, options),
      ),
    )
  program
    .command('projects')
    .description('List projects with the latest scores of their branches')
    .option('--json', 'print JSON')
    .addHelpText('after', help.projects)
    .action(
      actionOf<[{ json?: boolean }]>(async (settings, options) =>
        (await import('./commands/projects.ts')).listProjects(settings, options),
      ),
    )
}

function addFix(program: Command, actionOf: ActionOf): void {
  program
    .command('fix')
    .description('List the upgrades that fix the vulnerabilities of a project, most urgent first')
    .argument('[path]', 'as for scan; selects the project', '.')
    .option('--offline', 'use the local advisory index instead of the server')
    .option('--all', 'upgrades for all projects on the server')
    .option('--project <url>', 'project URL (default: the git remote, then local:<folder>)')
    .option('--branch <name>', 'branch (default: all branches)')
    .addOption(new Option('--json', 'print JSON').conflicts('markdown'))
    .option('--markdown', 'print a Markdown list')
    .addHelpText('after', help.fix)
    .action(
      actionOf<[string, FixOptions]>(async (settings, path, options) =>
        options.offline
          ? (await import('./commands/fix-offline.ts')).printFixesOffline(settings, path, options)
          : (await import('./commands/fix.ts')).printFixes(settings, path, options),
      ),
    )
}

function readScore(text: string): number {
  const score = Number(text)
  if (!/^\d+$/.test(text) || score > 100)
    throw new InvalidArgumentError('Expected a whole number from 0 to 100.')
  return score
}

function readMaxAge(text: string): number {
  const age = readAge(text)
  if (age === null) throw new InvalidArgumentError('Expected days or hours, for example 7d or 12h.')
  return age
}

function addLogin(program: Command, actionOf: ActionOf): void {
  program
    .command('login')
    .description('Log in and store an API token')
    .option('--url <address>', 'URL of the server (default: ASSAY_URL, then http://127.0.0.1:8800)')
    .option('--email <address>', 'email address (default: prompt)')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', help.login)
    .action(
      actionOf<[{ url?: string; email?: string; passwordStdin?: boolean }]>(async (settings, options) =>
        (await import('./commands/login.ts')).logIn(settings, options),
      ),
    )
  program
    .command('logout')
    .description('Revoke and delete the stored API token')
    .addHelpText('after', help.logout)
    .action(actionOf(async (settings) => (await import('./commands/login.ts')).logOut(settings)))
}

function addAdvisories(program: Command, actionOf: ActionOf): void {
  const advisories = program
    .command('advisories')
    .description('Manage the advisories that scans use')
    .addHelpText('after', help.advisories)
  advisories
    .command('sync')
    .description('Import new and changed advisories from OSV files or archives')
    .requiredOption('--from <source>', 'folder, file (OSV as JSON, JSON lines, gzip or zip) or https URL')
    .option('--offline', 'replace the local index instead of updating the server')
    .option('--ecosystems <names>', 'with --offline: only these ecosystems, for example npm,PyPI')
    .addHelpText('after', help.sync)
    .action(
      actionOf<[SyncOfflineOptions & { offline?: boolean }]>(async (settings, options) =>
        options.offline
          ? (await import('./commands/sync-offline.ts')).syncOffline(settings, options)
          : (await import('./commands/advisories.ts')).syncAdvisories(settings, options),
      ),
    )
  advisories
    .command('status')
    .description('Show the number and age of advisories')
    .option('--offline', 'use the local index')
    .addHelpText('after', help.status)
    .action(
      actionOf<[{ offline?: boolean }]>(async (settings, options) =>
        options.offline
          ? (await import('./commands/sync-offline.ts')).showLocalAdvisories(settings)
          : (await import('./commands/advisories.ts')).showAdvisories(settings),
      ),
    )
  addTransfer(program, advisories, actionOf)
}

/** Transfers data from a server with network access to one without. */
function addTransfer(program: Command, advisories: Command, actionOf: ActionOf): void {
  advisories
    .command('export')
    .description('Export all advisories to a file')
    .requiredOption('--output <file>', 'output file, for example assay.jsonl.gz')
    .option('--offline', 'use the local index')
    .addHelpText('after', help.transfer)
    .action(
      actionOf<[{ output: string; offline?: boolean }]>(async (settings, { output, offline }) =>
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
    .description('Import advisories from an exported file')
    .argument('<file>')
    .option('--offline', 'replace the local index instead of updating the server')
    .addHelpText('after', help.transfer)
    .action(
      actionOf<[string, { offline?: boolean }]>(async (settings, path, { offline }) =>
        offline
          ? (await import('./commands/sync-offline.ts')).importOffline(settings, path)
          : (await import('./commands/knowledge.ts')).importKnowledge(settings, path),
      ),
    )
  const knowledge = program
    .command('knowledge')
    .description('Transfer advisories, releases and licenses to an air-gapped server')
    .addHelpText('after', help.transfer)
  knowledge
    .command('export')
    .description('Export advisories, releases and licenses to a file')
    .requiredOption('--output <file>', 'output file, for example assay.jsonl.gz')
    .action(
      actionOf<[{ output: string }]>(async (settings, { output }) =>
        (await import('./commands/knowledge.ts')).exportKnowledge(settings, { output, parts: 'all' }),
      ),
    )
  knowledge
    .command('import')
    .description('Import an exported file')
    .argument('<file>')
    .action(
      actionOf<[string]>(async (settings, path) =>
        (await import('./commands/knowledge.ts')).importKnowledge(settings, path),
      ),
    )
}

function addVex(program: Command, actionOf: ActionOf): void {
  const vex = program
    .command('vex')
    .description('Manage VEX documents: statements about which vulnerabilities affect a product')
    .addHelpText('after', help.vex)
  vex
    .command('add')
    .description('Add an OpenVEX, CSAF or CycloneDX VEX document')
    .argument('<file>', 'JSON document')
    .option('--project <url>', 'apply to this project only (default: the whole account)')
    .action(
      actionOf<[string, { project?: string }]>(async (settings, path, options) =>
        (await import('./commands/vex.ts')).addVex(settings, path, options),
      ),
    )
  vex
    .command('list')
    .description('List VEX documents')
    .option('--json', 'print JSON')
    .action(
      actionOf<[{ json?: boolean }]>(async (settings, options) =>
        (await import('./commands/vex.ts')).listVex(settings, options),
      ),
    )
  vex
    .command('remove')
    .description('Withdraw a VEX document')
    .argument('<id>', "ID from 'assay vex list'")
    .action(
      actionOf<[string]>(async (settings, id) => (await import('./commands/vex.ts')).removeVex(settings, id)),
    )
  vex
    .command('export')
    .description("Export a project's VEX: exclusions, statements and open findings")
    .requiredOption('--project <url>', 'project URL')
    .option('--branch <name>', 'branch (default: main, then the last scanned branch)')
    .addOption(
      new Option('--format <format>', 'document format').choices(['openvex', 'cyclonedx']).default('openvex'),
    )
    .option('--output <file>', 'write to a file instead of stdout')
    .action(
      actionOf<[ExportVexOptions]>(async (settings, options) =>
        (await import('./commands/vex.ts')).exportVex(settings, options),
      ),
    )
}
