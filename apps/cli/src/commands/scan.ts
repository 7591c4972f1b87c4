import { showControls } from '@assay/text/invisible.ts'
import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import type { Report } from '@assay/contract/report.ts'
import { describeCoverage } from '@assay/engine/coverage.ts'
import { type Issue, unreadIssues } from '@assay/engine/inventory.ts'
import { applyRepositoryPolicies } from '@assay/engine/policies/repository-policy.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import {
  CommandError,
  type ExitCode,
  exitCodes,
  incompleteCode,
  exitCodeOfScan,
  type Scores,
  staleCode,
} from '../exit-codes.ts'
import { printIssues } from '../output/print-issues.ts'
import { writeReport } from '../output/write-report.ts'
import { describeStale } from '../output/advisory-age.ts'
import { addInventoryFacts } from '../scan/add-inventory-facts.ts'
import { addUsage } from '../scan/add-usage.ts'
import { resolveInputs } from '../resolve/resolve-inputs.ts'
import { addGaps, readGaps } from '../scan/read-gaps.ts'
import { readInputs } from '../scan/read-inputs.ts'
import { type Inventory, scanInventory } from '../scan/scan-inventory.ts'
import { describeIncomplete, readServerReport } from '../scan/read-server-report.ts'
import { type Api, clientOf } from '../api.ts'
import type { Settings } from '../settings.ts'
import type { ScanOptions } from './scan-options.ts'

/** Uploads the inventories of a file or folder, follows the build and evaluates the scan. */
export async function scan(
  settings: Settings,
  paths: readonly string[],
  options: ScanOptions,
): Promise<ExitCode> {
  if (options.vex)
    throw new CommandError(
      exitCodes.configuration,
      "--vex applies to --offline. The server keeps VEX documents: add yours with 'assay vex add <file> --project <url>', once.",
    )
  const log = (text: string) => void (options.quiet || process.stderr.write(`${showControls(text)}\n`))
  const api = clientOf(settings)
  const inventory = await readInventory(settings, paths, { options, log })
  const { url, branch } = inventory
  const local = readDocuments(inventory.files.map(({ filename: path, bytes }) => ({ path, bytes }))).inventory
  const account = await api.accounts.me()

  log(`Scanning ${inventory.title} for ${url}, branch ${branch}`)
  const isInteractive = settings.isInteractive && !options.quiet
  const build = await scanInventory(api, inventory, { isInteractive, log })
  printIssues(build, log)
  const params = { projectUuid: build.uuid }
  const minimums = await minimumsFor(api, { accountUuid: account.uuid, ...params, local }, options)
  const report = await (build.reportUuid === null
    ? api.reports.full({ params, query: { branch } })
    : api.reports.fullOf({ params: { ...params, reportUuid: build.reportUuid } }))
  const issues = [...inventory.issues, ...report.issues]
  const isIncomplete = unreadIssues(issues).length > 0
  const stale = staleOf(report)
  const { coverage, measured } = report
  const isProven = stale.length + coverage.blocking === 0
  const isUnusable = coverage.listed > 0 && coverage.checked === 0 && !measured.security
  if (report.computedOutcome === 'UNDECLARED' && isUnusable && !isIncomplete && stale.length === 0) {
    throw new CommandError(
      exitCodes.nothingAnalyzed,
      `Nothing to analyze: no component can be matched with advisories (${describeCoverage(coverage)}).`,
    )
  }

  const code = exitCodeOfScan({
    scores: scoresOf(report),
    minimumScores: minimums,
    measured,
    issues,
    incomplete: options.failOn === undefined ? null : describeIncomplete({ coverage, issues }),
    isFailedByRule: report.rules?.some(({ fails }) => fails) ?? false,
  })
  const reached = outcomeOf(code, isIncomplete)
  // A declaration is shown as it is, so that it says no more than the data does.
  const outcome = reached === 'PASS' && !isProven ? ('UNDECLARED' as const) : reached
  const { name } = await api.projects.get({ params })
  const gaps = await readGaps(api, { ...params, branch, reportUuid: build.reportUuid })
  await api.reports.declareOutcome({ params, query: { branch, outcome } })
  const finalReport = { ...report, issues, outcome }
  const page = `${settings.url}/projects/?pid=${build.uuid}&branch=${encodeURIComponent(branch)}&mode=eli`
  const tool = { name: 'Assay', version: settings.version }
  const served = readServerReport(finalReport, { tool, minimumScores: minimums, name, url, reportUrl: page })
  const read = addGaps(addInventoryFacts(served, local), gaps)
  if (options.json) process.stdout.write(`${JSON.stringify(finalReport)}\n`)
  const output = { ...options, json: false, quiet: Boolean(options.quiet || options.json) }
  // Only the advisories in the server's report are known here.
  await writeReport(read, output, {
    environment: settings.environment,
    knows: () => Promise.resolve(false),
  })
  const found = describeStale(stale, { at: Date.now(), maxAgeMs: 0 })
  if (found !== null) log(`${found} Vulnerabilities may be missed until the advisories are synced.`)
  return code + checkAge(report, options.maxAdvisoryAge)
}

const staleOf = ({ advisoryData = [] }: Report) => advisoryData.filter(({ state }) => state !== 'current')

/** staleCode with a message, if the data is older than allowed. */
function checkAge({ advisoryData }: Report, maxAgeMs: number | undefined): ExitCode {
  if (maxAgeMs === undefined) return 0
  const reason = advisoryData
    ? describeStale(advisoryData, { at: Date.now(), maxAgeMs })
    : 'The server does not report the age of its advisory data.'
  if (reason === null) return 0
  process.stderr.write(`${showControls(`Advisory data exceeds --max-advisory-age: ${reason}`)}\n`)
  return staleCode
}

/** Passing scores say nothing about unread files. */
function outcomeOf(code: ExitCode, isIncomplete: boolean): Report['outcome'] {
  if (isIncomplete) return code === incompleteCode ? 'UNDECLARED' : 'FAIL'
  return code === 0 || code === incompleteCode ? 'PASS' : 'FAIL'
}

async function readInventory(
  settings: Settings,
  paths: readonly string[],
  { options, log }: { options: ScanOptions; log: (text: string) => void },
): Promise<Inventory & { issues: Issue[] }> {
  const read = await readInputs(paths, settings.environment, options)
  const resolved = await resolveInputs(read, { settings, options, log })
  const { described, ...inputs } = await addUsage(resolved, options)
  printIssues(inputs, log)
  const url = withoutCredentials(options.project ?? described.url ?? '').trim()
  if (!url) throw new CommandError(exitCodes.noProject, 'The project has no URL. Pass --project.')
  const branch = options.branch ?? described.branch
  if (branch === null) throw new CommandError(exitCodes.configuration, detached)
  return { ...inputs, url, branch }
}

const detached =
  'No branch is checked out (detached HEAD), and the CI environment names none. Pass the branch, for example --branch main.'

const scoresOf = ({ security, stability, licensing }: Report): Scores => ({
  security: security.score,
  stability: stability.score,
  licensing: licensing.score,
})

type LocalPolicies = Pick<ReturnType<typeof readDocuments>['inventory'], 'policies'>

/** From the command line, otherwise the account's for the project and the repository's, otherwise (without permission) the defaults. */
async function minimumsFor(
  api: Api,
  { accountUuid, projectUuid, local }: { accountUuid: string; projectUuid: string; local: LocalPolicies },
  options: ScanOptions,
): Promise<Scores> {
  const { minimumScores: ofAccount, repositoryMayLoosen: mayLoosen } = await api.accounts
    .configuration({ params: { accountUuid }, query: { projectUuid } })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 403)
        return {
          minimumScores: { security: 90, stability: 80, licensing: 95 },
          repositoryMayLoosen: false,
        }
      throw error
    })
  const { security, stability, licensing } = ofAccount
  // What the account does not allow is an issue of the server's report.
  const { minimumScores } = applyRepositoryPolicies(local.policies ?? [], {
    minimumScores: { security, stability, licensing },
    mayLoosen,
  })
  return {
    security: options.minSecurity ?? minimumScores.security,
    stability: options.minStability ?? minimumScores.stability,
    licensing: options.minLicensing ?? minimumScores.licensing,
  }
}
