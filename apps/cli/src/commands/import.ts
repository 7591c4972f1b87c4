import { writeFile } from 'node:fs/promises'
import { ownProperty } from '@assay/engine/own-property.ts'
import { showControls } from '@assay/text/invisible.ts'
import { clientOf } from '../api.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { compareDependencyTrack, type ComparedVersion } from '../import/compare-dependency-track.ts'
import { reasons } from '../import/compare-findings.ts'
import { connectDependencyTrack } from '../import/dependency-track-client.ts'
import { openDump } from '../import/dump-source.ts'
import { importDefectDojo } from '../import/import-defectdojo.ts'
import { importDependencyTrack } from '../import/import-dependency-track.ts'
import type { Forge } from '../import/forge.ts'
import { connectGithub } from '../import/github-client.ts'
import { connectGitlab } from '../import/gitlab-client.ts'
import { importForge } from '../import/import-forge.ts'
import { secretsOf } from '../import/ask-secrets.ts'
import { describeTally, type Tally, wireTally } from '../import/tally.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'
import { readUrl, type Settings } from '../settings.ts'

export interface ImportCommandOptions {
  url?: string
  apiKey?: string
  dump?: string
  invite?: boolean
  secrets?: string
  dryRun?: boolean
  report?: string
}

/** Imports from a Dependency-Track server, or from a dump of its database, and prints what was taken over, and what was not and why. */
export async function importFromDependencyTrack(
  settings: Settings,
  { url, apiKey, dump, invite = false, secrets, dryRun = false, report: file }: ImportCommandOptions,
): Promise<void> {
  if ((url === undefined) === (dump === undefined))
    missing('Name a server with --url, or a file with --dump.')
  const from =
    dump === undefined
      ? connectDependencyTrack({
          url: readUrl(url!),
          apiKey: credentialOf(settings, apiKey, credentials.dependencyTrack),
        })
      : await openDump(dump)
  const tally = await importDependencyTrack(clientOf(settings), {
    from,
    place: url ?? dump ?? '',
    isDryRun: dryRun,
    invites: invite,
    secretOf: secretsOf(settings, secrets),
    ...(settings.isInteractive && { onProgress: showProgress('Project versions') }),
  })
  await report(settings, tally, { dryRun, file })
}

export interface DojoCommandOptions {
  url: string
  apiToken?: string
  dryRun?: boolean
  report?: string
}

/** Imports from a DefectDojo server and prints what was taken over, and what was not and why. */
export async function importFromDefectDojo(
  settings: Settings,
  { url, apiToken, dryRun = false, report: file }: DojoCommandOptions,
): Promise<void> {
  const tally = await importDefectDojo(clientOf(settings), {
    url: readUrl(url),
    apiToken: credentialOf(settings, apiToken, credentials.defectDojo),
    isDryRun: dryRun,
    ...(settings.isInteractive && { onProgress: showProgress('Products') }),
  })
  await report(settings, tally, { dryRun, file })
}

export interface ForgeCommandOptions {
  url: string
  token?: string
  /** GitHub: one, or all of an organization. */
  repository?: string
  organization?: string
  /** GitLab: one, or all of a group. */
  project?: string
  group?: string
  dryRun?: boolean
  report?: string
}

/** Imports dependencies and decisions about Dependabot alerts, and prints what was taken over, and what was not and why. */
export async function importFromGithub(settings: Settings, options: ForgeCommandOptions): Promise<void> {
  const { url, repository, organization } = options
  requireOne(repository, organization, '--repository or --organization')
  const token = credentialOf(settings, options.token, credentials.github)
  await importFrom(settings, connectGithub({ url: readUrl(url), token, repository, organization }), options)
}

/** Imports dependency lists and decisions about vulnerabilities, and prints what was taken over, and what was not and why. */
export async function importFromGitlab(settings: Settings, options: ForgeCommandOptions): Promise<void> {
  const { url, project, group } = options
  requireOne(project, group, '--project or --group')
  const token = credentialOf(settings, options.token, credentials.gitlab)
  await importFrom(settings, connectGitlab({ url: readUrl(url), token, project, group }), options)
}

const credentials = {
  dependencyTrack: ['API key of Dependency-Track', 'DEPENDENCY_TRACK_API_KEY', '--api-key'],
  defectDojo: ['API token of DefectDojo', 'DEFECTDOJO_TOKEN', '--api-token'],
  github: ['token of GitHub', 'GITHUB_TOKEN', '--token'],
  gitlab: ['token of GitLab', 'GITLAB_TOKEN', '--token'],
} as const

function credentialOf(
  { environment }: Settings,
  given: string | undefined,
  [what, variable, option]: readonly [what: string, variable: string, option: string],
): string {
  const credential = given ?? ownProperty(environment, variable)
  return credential || missing(`The ${what} is missing: set ${variable} or use ${option}.`)
}

function requireOne(one: string | undefined, other: string | undefined, names: string): void {
  if ((one === undefined) === (other === undefined)) missing(`Name one of ${names}.`)
}

function missing(message: string): never {
  throw new CommandError(exitCodes.configuration, message)
}

async function importFrom(
  settings: Settings,
  forge: Forge,
  { dryRun = false, report: file }: Pick<ForgeCommandOptions, 'dryRun' | 'report'>,
): Promise<void> {
  const tally = await importForge(clientOf(settings), forge, {
    isDryRun: dryRun,
    ...(settings.isInteractive && { onProgress: showProgress('Repositories') }),
  })
  await report(settings, tally, { dryRun, file })
}

async function report(
  { isInteractive }: Settings,
  tally: Tally,
  { dryRun, file }: { dryRun: boolean; file: string | undefined },
): Promise<void> {
  if (isInteractive) process.stderr.write('\n')
  process.stdout.write(`${describeTally(tally, dryRun)}\n`)
  if (file !== undefined) await writeFile(file, `${JSON.stringify(wireTally(tally), null, 2)}\n`)
}

export interface CompareCommandOptions {
  url: string
  apiKey?: string
  json?: boolean
}

/** Prints what both servers find, version by version, with the reason of each difference. */
export async function compareWithDependencyTrack(
  settings: Settings,
  { url, apiKey, json }: CompareCommandOptions,
): Promise<void> {
  const { url: own, token = '' } = settings
  const theirs = { url: readUrl(url), apiKey: credentialOf(settings, apiKey, credentials.dependencyTrack) }
  const compared = await compareDependencyTrack(clientOf(settings), theirs, { url: own, apiKey: token })
  process.stdout.write(`${json ? JSON.stringify(compared) : describeCompared(compared)}\n`)
}

const head = ['Project version', 'Both', 'Only Dependency-Track', 'Only here']

function describeCompared(compared: readonly ComparedVersion[]): string {
  const rows = compared.map(({ name, isMissing, both, differences }) => [
    name,
    isMissing ? 'not scanned here' : String(both),
    String(differences.filter(({ foundBy }) => foundBy === 'dependency-track').length),
    String(differences.filter(({ foundBy }) => foundBy === 'assay').length),
  ])
  const lines = compared.flatMap(({ name, differences }) =>
    differences.map(({ component, vulnerability, foundBy, reason }) => {
      const where = foundBy === 'assay' ? 'here' : 'in Dependency-Track'
      return showControls(`${name}: ${vulnerability} of ${component} only ${where}: ${reasons[reason]}`)
    }),
  )
  return [alignColumns([head, ...rows]), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

const showProgress =
  (what: string) =>
  (done: number, all: number): void =>
    void process.stderr.write(`\r${what}: ${done} of ${all}`)
