import type { RankedUpgrade } from '@assay/engine/upgrades/rank-upgrades.ts'
import { shellLines } from '@assay/engine/upgrades/instruct.ts'
import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { isCounted } from '@assay/engine/lifetimes/counts.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { packageKey } from '@assay/engine/keys.ts'
import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { walkRules } from '@assay/engine/documents/find-documents.ts'
import { keepManifests } from './keep-manifests.ts'
import { type Environment, packageManagerEnvironment } from '../scan/program-environment.ts'

interface PlannedComponent {
  ecosystem: EcosystemId
  name: string
  version: string
}

/** What is known of a folder: its findings and the upgrades that close them. */
export interface Planned {
  findings: FoundFinding[]
  upgrades: RankedUpgrade[]
  /** In use, by package. */
  components: ReadonlyMap<string, readonly PlannedComponent[]>
}

export interface FixRun {
  /** Commands that ended with an error, with its last line. */
  failed: { command: string; message: string }[]
  ran: number
  before: number
  after: number
  /** Findings that were not there before: 'lodash CVE-2020-8203'. */
  introduced: string[]
  /** Packages of which the lowest version is lower than before: 'lodash 4.17.21 -> 4.17.4'. */
  downgraded: string[]
}

type PlanOf = (folder: string) => Promise<Planned>

/** An upgrade as a server plans it, which knows more releases. */
export type KnownUpgrade = Pick<RankedUpgrade, 'ecosystem' | 'packageName' | 'isDirect' | 'instructions'>

interface Run {
  planOf: PlanOf
  /** Carried out first, as far as its findings are open. */
  known: readonly KnownUpgrade[]
  environment: Environment
  log: (line: string) => void
}

/**
 * Runs a plan's commands in a folder, and compares its findings before and after. Direct dependencies come first, and
 * the plan is made again: their new releases often bring what else was to be forced.
 */
export async function runFixes(folder: string, { planOf, known, environment, log }: Run): Promise<FixRun> {
  const before = await planOf(folder)
  const failed: FixRun['failed'] = []
  const done = new Set<string>()
  let after = before
  for (let round = 0; round < maxRounds; round++) {
    const isNew = (command: string) => !done.has(command)
    const next = [known.filter((each) => isOpen(each, after)), after.upgrades]
      .flatMap((upgrades) => [upgrades.filter(({ isDirect }) => isDirect === true), upgrades])
      .map((upgrades) => commandsOf(upgrades).filter(isNew))
      .find((commands) => commands.length > 0)
    if (!next) break
    for (const command of next) {
      done.add(command)
      log(`$ ${command}`)
      const restore = await keepManifests(folder)
      const message = await runShell(withoutScripts(command), folder, environment)
      if (message === null) continue
      // Its first part may have succeeded, such as an override that cannot be installed.
      await restore()
      failed.push({ command, message })
      log(`  failed: ${message}`)
    }
    after = await planOf(folder)
  }
  const old = new Set(before.findings.filter(isCounted).map(keyOf))
  return {
    failed,
    ran: done.size,
    before: old.size,
    after: after.findings.filter(isCounted).length,
    introduced: after.findings.filter((each) => isCounted(each) && !old.has(keyOf(each))).map(keyOf),
    downgraded: downgradesOf(before, after),
  }
}

const maxRounds = 6

const isOpen = ({ ecosystem, packageName }: KnownUpgrade, { findings }: Planned): boolean =>
  findings.some((each) => isCounted(each) && each.ecosystem === ecosystem && each.packageName === packageName)

/** The same in a temporary copy, without what package managers install. */
export async function runInCopy<Result>(
  folder: string,
  run: (copy: string) => Promise<Result>,
): Promise<Result> {
  const copy = await mkdtemp(join(tmpdir(), 'assay-fix-'))
  const skipped = (path: string) => path !== folder && walkRules.ignoredFolders.has(basename(path))
  try {
    await cp(folder, copy, { recursive: true, filter: (source) => !skipped(source), verbatimSymlinks: true })
    return await run(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** In the order of the plan, once each. */
export const commandsOf = (upgrades: readonly Pick<RankedUpgrade, 'instructions'>[]): string[] => [
  ...new Set(shellLines(upgrades.map(({ instructions }) => instructions)).filter((line) => line !== null)),
]

const keyOf = ({ displayName, cve, advisoryUuid }: FoundFinding): string =>
  `${displayName} ${cve ?? advisoryUuid}`

function downgradesOf(before: Planned, after: Planned): string[] {
  // Malware may go to the release before it.
  const intended = new Set(
    before.upgrades
      .filter(({ isMalware }) => isMalware)
      .map(({ ecosystem, displayName }) => packageKey(ecosystem, displayName)),
  )
  return [...before.components].flatMap(([key, components]) => {
    const { ecosystem, name } = components[0]!
    const { compareVersions } = ecosystemById(ecosystem)
    const lowest = (all: readonly PlannedComponent[] = []) =>
      all.map(({ version }) => version).toSorted((a, b) => compareVersions(a, b) ?? 0)[0]
    const [old, now] = [lowest(components), lowest(after.components.get(key))]
    const isLower = old !== undefined && now !== undefined && (compareVersions(now, old) ?? 0) < 0
    return isLower && !intended.has(key) ? [`${name} ${old} -> ${now}`] : []
  })
}

/** Options for package managers that no variable of the environment keeps from running packages' scripts. */
const withoutScripts = (command: string): string =>
  command
    .replaceAll(/\b(composer (?:update|require|remove)\b)/g, '$1 --no-scripts --no-plugins')
    .replaceAll(/\b(poetry (?:add|update|remove)\b)/g, '$1 --lock')
    .replaceAll(/\b(pdm (?:add|update|remove)\b)/g, '$1 --no-sync')
    .replaceAll(/\b(bun (?:add|update|remove|install)\b)/g, '$1 --ignore-scripts')

const timeoutMs = 10 * 60_000

/** The line that says why it failed, otherwise its last one; null if it did not. */
function runShell(command: string, cwd: string, environment: Environment): Promise<string | null> {
  return new Promise((resolve) => {
    const env = packageManagerEnvironment(environment)
    const child = spawn('sh', ['-c', command], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    })
    let last = ''
    const keep = (bytes: Buffer) => {
      last = (last + bytes.toString('utf8')).slice(-4000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', ({ message }) => {
      resolve(message)
    })
    child.on('close', (code) => {
      resolve(code === 0 ? null : (reasonIn(last) ?? `exit code ${code}`).slice(0, 300))
    })
  })
}

function reasonIn(printed: string): string | undefined {
  const lines = printed.trim().split('\n')
  return lines.find((line) => /^\s*(?:×|(?:\w+ )?error\b)/i.test(line)) ?? lines.at(-1)
}
