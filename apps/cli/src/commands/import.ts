import { writeFile } from 'node:fs/promises'
import { showControls } from '@assay/text/invisible.ts'
import { clientOf } from '../api.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { compareDependencyTrack, type ComparedVersion } from '../import/compare-dependency-track.ts'
import { reasons } from '../import/compare-findings.ts'
import { importDependencyTrack } from '../import/import-dependency-track.ts'
import { describeTally, wireTally } from '../import/tally.ts'
import { table } from '../output/table.ts'
import { readUrl, type Settings } from '../settings.ts'

export interface ImportCommandOptions {
  url: string
  apiKey?: string
  dryRun?: boolean
  report?: string
}

/** Imports from a Dependency-Track server and prints what was taken over, and what was not and why. */
export async function importFromDependencyTrack(
  settings: Settings,
  { url, apiKey, dryRun = false, report }: ImportCommandOptions,
): Promise<void> {
  const tally = await importDependencyTrack(clientOf(settings), {
    url: readUrl(url),
    apiKey: keyOf(settings, apiKey),
    isDryRun: dryRun,
    ...(settings.isInteractive && { onProgress: showProgress }),
  })
  if (settings.isInteractive) process.stderr.write('\n')
  process.stdout.write(`${describeTally(tally, dryRun)}\n`)
  if (report !== undefined) await writeFile(report, `${JSON.stringify(wireTally(tally), null, 2)}\n`)
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
  const theirs = { url: readUrl(url), apiKey: keyOf(settings, apiKey) }
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
  return [table(head, rows), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

function keyOf({ environment }: Settings, given: string | undefined): string {
  const key = given ?? environment['DEPENDENCY_TRACK_API_KEY']
  if (key) return key
  throw new CommandError(
    exitCodes.configuration,
    'The API key of Dependency-Track is missing: set DEPENDENCY_TRACK_API_KEY or use --api-key.',
  )
}

const showProgress = (done: number, all: number): void =>
  void process.stderr.write(`\rProject versions: ${done} of ${all}`)
