import { severities } from '@assay/engine/vocabulary.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RefreshOptions } from '../commands/refresh.ts'
import type { ScanOptions } from '../commands/scan-options.ts'
import { resolveModes } from '../resolve/resolve-mode.ts'
import { readAge } from '../output/advisory-age.ts'
import * as help from '../output/help.ts'
import { reportFormats } from '../output/write-report.ts'
import type { ActionOf } from './action-of.ts'

/** scan, refresh and projects */
export function addScan(program: Command, actionOf: ActionOf): void {
  addInputs(program.command('scan'))
    .option('--min-security <score>', "minimum, 0 to 100 (default: the account's; offline: 90)", readScore)
    .option('--min-stability <score>', "minimum, 0 to 100 (default: the account's; offline: 80)", readScore)
    .option('--min-licensing <score>', "minimum, 0 to 100 (default: the account's; offline: 95)", readScore)
    .option(
      '--max-advisory-age <age>',
      'fail if the advisory data is older, for example 7d or 12h',
      readMaxAge,
    )
    .addOption(
      new Option(
        '--fail-on <what>',
        'fail, too, if anything relevant was not checked: adds 8 to the exit code',
      ).choices(['incomplete']),
    )
    .addOption(new Option('--format <format>', 'output format').choices(reportFormats))
    .option(
      '--output <file>',
      "write to a file instead of stdout; as 'format=file' in addition to it, and any number of times",
      collect,
    )
    .addOption(
      new Option('--severity <severity>', 'show findings of this severity and above').choices(
        severities.slice(0, 4),
      ),
    )
    .option('--only-fixed', 'show only findings with a fix')
    .option('--exclude-dev', 'show nothing that only development or tests need')
    .option('--explain <id>', 'explain why an advisory affects the project, with dependency paths')
    .option('--report-json <file>', 'also write a report file for other tools')
    .option(
      '--vex <file>',
      "with --offline: apply a VEX document (OpenVEX, CSAF, CycloneDX), any number of times; on a server, use 'assay vex add'",
      collect,
    )
    .option('--json', "print only the server's full report as JSON; offline: same as --format json")
    .option('--quiet', 'print nothing but errors: the exit code is the result')
    .option('--fail-gracefully', 'exit with 0 if the scan fails')
    .addHelpText('after', help.scan)
    .action(
      actionOf<[string[], ScanOptions]>(async (settings, named, options) => {
        const paths = named.length > 0 ? named : ['.']
        const [path, ...more] = paths as [string, ...string[]]
        if (more.length === 0 && (options.iac || /\.sarif(?:\.json)?$/i.test(path)))
          return (await import('../commands/scan-infrastructure.ts')).scanInfrastructure(
            settings,
            path,
            options,
          )
        return options.offline
          ? (await import('../commands/scan-offline.ts')).scanOffline(settings, paths, options)
          : (await import('../commands/scan.ts')).scan(settings, paths, options)
      }),
    )
  addProjects(program, actionOf)
}

/** What is scanned, and as what. */
const addInputs = (command: Command): Command =>
  command
    .description('Scan a project and check its scores against the minimums')
    .argument(
      '[paths...]',
      "lockfiles, manifests, SBOMs, folders with any of these, images, archives, or SARIF results; '-' is stdin (default: .)",
    )
    .option('--offline', 'scan without a server, against the local advisory index')
    .addOption(
      new Option(
        '--resolve <how>',
        'versions of manifests without a lockfile: by the registry, as declared, or by the package manager, which runs (default: registry; offline: what is kept of it)',
      ).choices(resolveModes),
    )
    .option(
      '--iac',
      'run an infrastructure-as-code scanner from the PATH: checkov, trivy, kics, zizmor, hadolint',
    )
    .option('--project <url>', 'project URL (default: the git remote, with #<path> for a subfolder)')
    .option('--images', 'also scan the images that Dockerfiles, Compose files and other files name')
    .option('--no-usage', 'do not search the sources of the folder for imports of its packages')
    .option(
      '--govulncheck <file>',
      "output of 'govulncheck -json ./...': which vulnerable functions are called",
    )
    .option('--cargo-tree <file>', "output of 'cargo tree': which crates of the lockfile are built")
    .option('--platform <os/architecture>', 'platform of an image (default: linux/amd64, or its only one)')
    .option('--attached', 'also use the SBOMs that are attached to an image, in its registry or OCI layout')
    .option('--branch <name>', 'branch (default: from git, then from the CI environment)')

/** For options that may be given any number of times. */
const collect = (value: string, values: string[] = []): string[] => [...values, value]

function addProjects(program: Command, actionOf: ActionOf): void {
  program
    .command('refresh')
    .description('Let the server fetch a project from its repository and scan it')
    .argument('<project>', 'URL or UUID of the project')
    .option('--branch <name>', "branch (default: the project's, before the first scan the repository's)")
    .option('--json', 'print JSON')
    .addHelpText('after', help.refresh)
    .action(
      actionOf<[string, RefreshOptions]>(async (settings, project, options) =>
        (await import('../commands/refresh.ts')).refresh(settings, project, options),
      ),
    )
  program
    .command('projects')
    .description('List projects with the latest scores of their branches')
    .option('--json', 'print JSON')
    .addHelpText('after', help.projects)
    .action(
      actionOf<[{ json?: boolean }]>(async (settings, options) =>
        (await import('../commands/projects.ts')).listProjects(settings, options),
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
