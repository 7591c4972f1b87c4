import { showControls } from '@assay/text/invisible.ts'
import { projectName } from '@assay/engine/project-address.ts'
import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import { evaluateOffline } from '@assay/engine/policies/rules/evaluate-offline.ts'
import { applyRepositoryPolicies } from '@assay/engine/policies/repository-policy.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { describeGaps, isUnusable } from '@assay/engine/coverage.ts'
import { type Inventory, type Issue, unreadIssues } from '@assay/engine/inventory.ts'
import { makeReport } from '@assay/engine/reports/make-report.ts'
import { basisOf, type EcosystemData, type ScanReport } from '@assay/engine/reports/scan-report.ts'
import { CommandError, type ExitCode, exitCodes, exitCodeOfScan, staleCode } from '../exit-codes.ts'
import { dataOf, type LocalAdvisories } from '../offline/local-advisories.ts'
import { openAdvisories } from '../offline/open-advisories.ts'
import { printIssues } from '../output/print-issues.ts'
import { showProgress } from '../output/progress.ts'
import { writeReport } from '../output/write-report.ts'
import { describeStale } from '../output/advisory-age.ts'
import type { Described } from '../scan/describe-project.ts'
import { addUsage } from '../scan/add-usage.ts'
import { resolveInputs } from '../resolve/resolve-inputs.ts'
import { type Inputs, readInputs } from '../scan/read-inputs.ts'
import { applyStatements, readStatements, type Statements } from '../scan/apply-statements.ts'
import type { Settings } from '../settings.ts'
import type { ScanOptions } from './scan-options.ts'

export const defaultMinimums = { security: 90, stability: 80, licensing: 95 }

/** Scans a file or folder with local advisories and evaluates the result, without network access. */
export async function scanOffline(
  settings: Settings,
  paths: readonly string[],
  options: ScanOptions,
): Promise<ExitCode> {
  const log = (text: string) => void (options.quiet || process.stderr.write(`${showControls(text)}\n`))
  const progress = await showProgress(settings.isInteractive && !options.quiet, () => undefined)
  try {
    progress.update(0, 3, 'Reading …')
    const read = await readInputs(paths, settings.environment, options)
    const inputs = await addUsage(await resolveInputs(read, { settings, options, log }), options)
    const { described } = inputs
    const { inventory, issues } = readInventory(inputs)
    progress.update(1, 3, `Matching ${inventory.components.length} components …`)
    const advisories = await openAdvisories(settings.advisoriesFolder)
    const vex = await readStatements(options.vex ?? [])
    const scanned = { inventory, issues: [...issues, ...vex.issues], statements: vex.statements }
    const report = await scan({ ...scanned, advisories, settings, described, options })
    const data = report.advisories?.ecosystems ?? []
    progress.update(3, 3, 'Scanned')
    progress.stop()
    printIssues(report, log)
    const hint = hintOf(advisories, data)
    if (hint !== null) log(hint)
    await writeReport(report, options, {
      environment: settings.environment,
      knows: (id) => advisories.knows(id),
    })
    return (
      exitCodeOfScan({
        ...report,
        incomplete: options.failOn === undefined ? null : report.incomplete,
        isFailedByRule: report.rules?.some(({ fails }) => fails) ?? false,
      }) + checkAge(advisories, data, options)
    )
  } finally {
    progress.stop()
  }
}

/** Why a result without findings is not conclusive; null if it is. */
export function hintOf({ isStarter }: LocalAdvisories, data: readonly EcosystemData[]): string | null {
  if (isStarter)
    return "Only the starter set of advisories was used. For full coverage, run 'assay advisories sync --offline --from …'."
  const stale = data.filter(({ state }) => state !== 'current')
  const found = describeStale(stale, { at: Date.now(), maxAgeMs: 0 })
  if (found === null) return null
  return `${found} Newer vulnerabilities are missing. Update it with 'assay advisories sync --offline --from …'.`
}

function checkAge(
  { isStarter }: LocalAdvisories,
  data: readonly EcosystemData[],
  { maxAdvisoryAge: maxAgeMs }: ScanOptions,
): ExitCode {
  if (maxAgeMs === undefined) return 0
  const reason = isStarter
    ? 'There is no local index; only the starter set of advisories is available.'
    : describeStale(data, { at: Date.now(), maxAgeMs })
  if (reason === null) return 0
  process.stderr.write(`${showControls(`Advisory data exceeds --max-advisory-age: ${reason}`)}\n`)
  return staleCode
}

export const ecosystemsOf = ({ components }: Inventory): Set<EcosystemId> =>
  new Set(components.flatMap(({ ecosystem }) => ecosystem ?? []))

export function readInventory({ files, issues: skipped }: Pick<Inputs, 'files' | 'issues'>) {
  const { inventory, issues } = readDocuments(files.map(({ filename: path, bytes }) => ({ path, bytes })))
  if (inventory.files.length === 0)
    throw new CommandError(exitCodes.unsupported, issues[0]?.message ?? 'No file could be read.')
  return { inventory, issues: [...skipped, ...issues] }
}

interface Scan {
  inventory: Inventory
  issues: Issue[]
  statements: Statements['statements']
  advisories: LocalAdvisories
  settings: Settings
  described: Described
  options: ScanOptions
}

async function scan({
  inventory,
  issues: found,
  statements,
  advisories,
  settings,
  described,
  options,
}: Scan): Promise<ScanReport> {
  const now = Date.now()
  // Without an account, nothing allows the repository more than to be stricter.
  const { minimumScores: ofRepository, issues: refused } = applyRepositoryPolicies(inventory.policies ?? [], {
    minimumScores: defaultMinimums,
    mayLoosen: false,
  })
  const minimumScores = {
    security: options.minSecurity ?? ofRepository.security,
    stability: options.minStability ?? ofRepository.stability,
    licensing: options.minLicensing ?? ofRepository.licensing,
  }
  const indexes = (id: EcosystemId) => advisories.index(id)
  const data = dataOf(advisories, ecosystemsOf(inventory), now)
  const states = new Map(data.map(({ ecosystem, state }) => [ecosystem, state]))
  const project = projectOf(described, options, inventory)
  const input = {
    inventory,
    issues: [...found, ...inventory.issues, ...refused],
    indexes,
    open: [],
    now,
    eolDates: advisories.eolDates,
    freshnessOf: (id: EcosystemId) => states.get(id) ?? ('starter' as const),
    rules: { exclusions: [], licensePolicies: [], securityScoring: 'cvss' as const, minimumScores },
  }
  const { result, texts } = await applyStatements(input, {
    statements,
    advisories,
    product: { ids: [project.url], name: project.name },
  })
  if (isUnusable(result) && unreadIssues(found).length === 0)
    throw new CommandError(
      exitCodes.nothingAnalyzed,
      `Nothing to analyze: no component can be matched with advisories (${describeGaps(result.coverage.gaps)}).`,
    )
  const deadline = performance.now() + maxRulesMs
  const hasTimeLeft = () => performance.now() < deadline
  const rules = evaluateOffline({ result, now, project, hasTimeLeft })
  const report = makeReport({
    result,
    minimumScores,
    texts,
    indexes,
    at: now,
    advisories: basisOf(data),
    project,
    tool: { name: 'Assay', version: settings.version },
    pathLimit: options.explain === undefined ? maxPaths : maxExplainedPaths,
  })
  return { ...report, rules, outcome: rules.some(({ fails }) => fails) ? 'FAIL' : report.outcome }
}

/** As on a server. */
const maxRulesMs = 5_000

const maxPaths = 5
const maxExplainedPaths = 100

function projectOf(described: Described, options: ScanOptions, { root }: Inventory) {
  const url = withoutCredentials(options.project?.trim() ?? '') || described.url || 'local:unknown'
  const name = root?.name || projectName(url).replace(/^(?:[^/]*\.[^/]*\/|local:)/, '')
  return { url, name, branch: options.branch ?? described.branch ?? 'HEAD' }
}
