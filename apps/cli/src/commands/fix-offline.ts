import { packageKey } from '@assay/engine/keys.ts'
import { showControls } from '@assay/text/invisible.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { toQuery } from '@assay/engine/advisories/package-query.ts'
import { scanInventory } from '@assay/engine/scan.ts'
import type { ScanResult } from '@assay/engine/scan-result.ts'
import { byUrgency, likelyEpss, type RankedUpgrade } from '@assay/engine/upgrades/rank-upgrades.ts'
import { shellLine } from '@assay/engine/upgrades/instruct.ts'
import { severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { dataOf, describeLists, type LocalAdvisories } from '../offline/local-advisories.ts'
import { openAdvisories } from '../offline/open-advisories.ts'
import { printIssues } from '../output/print-issues.ts'
import { type PlannedFix, writePlan } from '../output/write-plan.ts'
import { describeProject } from '../scan/describe-project.ts'
import { createInterface } from 'node:readline/promises'
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts'
import { type FoundFiles, findFiles } from '../scan/find-files.ts'
import { type BaseEdit, describeEdit, findBaseEdits, plannedEdit, writeEdits } from './find-base-edits.ts'
import { commandsOf, type FixRun, type KnownUpgrade, type Planned, runFixes, runInCopy } from './run-fixes.ts'
import { type KnownReleases, knownReleases, noReleases } from '../resolve/known-releases.ts'
import { readFiles } from '../scan/read-files.ts'
import type { Settings } from '../settings.ts'
import { type FixOptions, readFixes } from './fix.ts'
import { defaultMinimums, ecosystemsOf, hintOf, readInventory } from './scan-offline.ts'

/**
 * Plans upgrades for a file or folder with local advisories. Without network access, except for package managers, which
 * try the plan on a copy with --verify and carry it out with --apply.
 */
export async function printFixesOffline(
  settings: Settings,
  path: string,
  options: FixOptions,
): Promise<ExitCode> {
  const log = (text: string) => void process.stderr.write(`${showControls(text)}\n`)
  const found = await findFiles(path)
  const advisories = await openAdvisories(settings.advisoriesFolder)
  const releases =
    options.resolve === 'declared'
      ? noReleases
      : knownReleases(settings, { isOnline: options.resolve === 'registry' || !options.offline })
  const planning = { settings, advisories, releases }
  const { result, ranked } = await planFolder(found, planning)
  printIssues({ issues: result.issues }, log)
  const hint = hintOf(advisories, dataOf(advisories, ecosystemsOf(result.inventory), Date.now()))
  if (hint !== null) log(hint)
  const doubt = ranked.length === 0 ? null : describeLists(advisories.lists, Date.now())
  if (doubt !== null) log(doubt)
  const bases = await basesOf(found, { settings, options, log })
  if (!options.verify && !options.apply) {
    writePlan([...ranked.map(plannedOf), ...bases.map(plannedEdit)], options)
    return 0
  }
  if (!found.isFolder)
    throw new CommandError(
      exitCodes.configuration,
      'Name the folder of the project: its manifests are changed, too.',
    )
  const known = await readKnown(settings, path, { options, log })
  const commands = commandsOf(known.length > 0 ? known : ranked)
  if (options.apply && !options.yes) await confirm([...commands, ...bases.map(describeEdit)], log)
  const run = (folder: string) =>
    runFixes(folder, {
      planOf: async (of) => plannedFolder(await planFolder(await findFiles(of), planning)),
      known,
      environment: settings.environment,
      log,
    })
  if (options.apply) await writeEdits(found.folder, bases, log)
  const done = options.apply ? await run(found.folder) : await runInCopy(found.folder, run)
  process.stdout.write(`${options.json ? JSON.stringify(done) : describeRun(done)}\n`)
  return done.failed.length + done.introduced.length + done.downgraded.length === 0
    ? 0
    : exitCodes.analysisFailed
}

/** What the server plans for the project, if there is one: it knows what releases require. */
async function readKnown(
  settings: Settings,
  path: string,
  { options, log }: { options: FixOptions; log: (text: string) => void },
): Promise<KnownUpgrade[]> {
  if (options.offline || settings.tokenSource === null) return []
  try {
    const upgrades = await readFixes(settings, path, options)
    return upgrades.map(({ ecosystem, packageName, directBranches, instructions }) => ({
      ecosystem: ecosystem as EcosystemId,
      packageName,
      isDirect: directBranches > 0,
      instructions,
    }))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    log(`${error.message} The plan is made from the local advisory index alone.`)
    return []
  }
}

interface Context {
  settings: Settings
  options: FixOptions
  log: (text: string) => void
}

/** Registries are asked as for releases. Paths are those from the folder. */
async function basesOf(found: FoundFiles, { settings, options, log }: Context): Promise<BaseEdit[]> {
  const isOnline = options.resolve === 'registry' || !options.offline
  if (!isOnline || options.resolve === 'declared') return []
  const { environment } = settings
  return findBaseEdits(await readFiles(found, found.folder), { environment, log })
}

interface Planning {
  settings: Settings
  advisories: LocalAdvisories
  releases: KnownReleases
}

async function planFolder(found: FoundFiles, { settings, advisories, releases }: Planning) {
  // Paths from the folder itself, in which the commands run, and not from its repository.
  const described = { ...describeProject(found, settings.environment), root: found.folder }
  const { inventory, issues } = readInventory({
    files: await readFiles(found, described.root),
    issues: found.issues,
  })
  const result = await releases.plan(inventory, (releasesOf) =>
    scanInventory({
      inventory,
      issues: [...issues, ...inventory.issues],
      indexes: (id) => advisories.index(id),
      releasesOf,
      open: [],
      now: Date.now(),
      rules: {
        exclusions: [],
        licensePolicies: [],
        securityScoring: 'cvss',
        minimumScores: defaultMinimums,
      },
    }),
  )
  return { result, ranked: rankUpgrades(result, advisories) }
}

function plannedFolder({ result, ranked }: Awaited<ReturnType<typeof planFolder>>): Planned {
  const known = result.inventory.components.flatMap(({ ecosystem, name, version }) =>
    ecosystem === null || version === '' ? [] : [{ ecosystem, name, version }],
  )
  const components = Map.groupBy(known, ({ ecosystem, name }) => packageKey(ecosystem, name))
  return { findings: result.findings, upgrades: ranked, components }
}

/** Throws CommandError unless the user says yes. */
async function confirm(commands: readonly string[], log: (text: string) => void): Promise<void> {
  for (const command of commands) log(`  ${command}`)
  if (!process.stdin.isTTY)
    throw new CommandError(
      exitCodes.configuration,
      'Nothing was changed: nobody can be asked here. Pass --yes.',
    )
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question('Run these commands in the project? [y/N] ')
  asking.close()
  if (!/^y(?:es)?$/i.test(answer.trim()))
    throw new CommandError(exitCodes.configuration, 'Nothing was changed.')
}

const describeRun = ({ ran, failed, before, after, introduced, downgraded }: FixRun): string =>
  [
    `${ran} ${ran === 1 ? 'command' : 'commands'}, ${failed.length} failed. Findings: ${before} before, ${after} after.`,
    ...failed.map(({ command, message }) => `Failed: ${command}: ${message}`),
    ...introduced.map((each) => `Introduced: ${each}`),
    ...downgraded.map((each) => `Downgraded: ${each}`),
  ]
    .map(showControls)
    .join('\n')

/** Most urgent first, using the local index's exploit data. */
function rankUpgrades({ upgrades, findings }: ScanResult, advisories: LocalAdvisories): RankedUpgrade[] {
  const exploited = new Map<string, { isKnown: boolean; epss: number }>()
  for (const { ecosystem, packageName, advisoryUuid, versions } of findings)
    for (const affected of versions) {
      const { name, version, release } = toQuery({ ...affected, name: packageName })
      const facts = advisories
        .index(ecosystem)
        ?.match(name, version, release)
        .find((match) => match.facts.advisoryUuid === advisoryUuid)?.facts
      if (facts?.cve) exploited.set(facts.cve, { isKnown: facts.knownExploited, epss: facts.epss ?? 0 })
    }
  return upgrades
    .map((upgrade) => {
      const signals = upgrade.cves.map((cve) => exploited.get(cve))
      return {
        ...upgrade,
        knownExploited: signals.filter((each) => each?.isKnown).length,
        likelyExploited: signals.filter((each) => (each?.epss ?? 0) >= likelyEpss).length,
      }
    })
    .sort(byUrgency)
}

const languageOf = (id: EcosystemId) => ecosystemById(id).languages[0]

const plannedOf = (upgrade: RankedUpgrade): PlannedFix => {
  const {
    ecosystem,
    displayName: name,
    from,
    to,
    step,
    isKnownRelease,
    isDirect,
    through,
    isMalware,
    instructions,
  } = upgrade
  return {
    language: languageOf(ecosystem),
    name,
    from,
    to,
    step,
    isKnownRelease,
    isDirect: isDirect === true,
    through,
    closes: severities
      .map((severity) => ({ severity: toWireSeverity[severity], count: upgrade.closes[severity] }))
      .filter(({ count }) => count > 0),
    knownExploited: upgrade.knownExploited,
    likelyExploited: upgrade.likelyExploited,
    isMalware,
    instructions,
    command: shellLine(instructions),
  }
}
