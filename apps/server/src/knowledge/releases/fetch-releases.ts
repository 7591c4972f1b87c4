import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import {
  listDueRegistries,
  type QueriedRegistry,
  releaseRegistries,
  saveRegistryFailure,
} from '#knowledge/registries/state-store.ts'
import type { Database } from '#platform/database/database.ts'
import { type Egress, egressOf } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { type DuePackage, claimDue, deletePublic, postpone } from './due-store.ts'
import { type PackageReader, SourceError, type PackageToRead } from './clients/client.ts'
import { listCoolDowns, listPrivate, listVersionsInUse } from './tracked-packages-store.ts'
import { createPacer, getFrom, type Validators } from './registry-http.ts'
import { saveFailure, saveResult } from './save-result.ts'
import { releaseSources } from './source-store.ts'
import { accountSource, openSources, type ReleaseSource, type Sources } from './sources.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'vault'>

interface Run {
  context: Context
  reader: string
  pacers: Map<string, (host: string) => Promise<void>>
  /** Whether no other package should be started. */
  isOver: () => boolean
  egress: Egress
  sources: Sources
  /** Minimum release ages of all accounts, in days. */
  coolDowns: readonly number[]
}

interface Limits {
  /** Time limit for the whole run; a started batch is finished. */
  budgetMs: number
  /** Time limit for one request; defaults to the registry timeout. */
  timeoutMs?: number
  stopping?: AbortSignal | undefined
}

const packagesAtOnce = 40
const registriesAtOnce = 20

/** Reads releases of due packages until none is left or time runs out. Returns whether some may be left. */
export async function fetchReleases(
  context: Context,
  { budgetMs, timeoutMs, stopping }: Limits,
): Promise<boolean> {
  const until = Date.now() + budgetMs
  const egress = egressOf(context.config, 'registry')
  const run: Run = {
    context,
    sources: openSources(context.config.releases),
    coolDowns: await listCoolDowns(context.db),
    reader: randomUUID(),
    pacers: new Map(),
    isOver: () => stopping?.aborted === true || Date.now() >= until,
    egress: { ...egress, timeoutMs: timeoutMs ?? egress.timeoutMs },
  }
  try {
    let hasWorked = true
    // New packages may have become due for an ecosystem that was already finished.
    while (hasWorked && !run.isOver()) {
      const registries = await listDueRegistries(context.db, registriesAtOnce)
      const lanes = [
        ...Array.from(run.sources, ([ecosystem, source]) => readPublic(run, ecosystem, source)),
        ...registries.map((registry) => readRegistry(run, registry)),
      ]
      hasWorked = (await Promise.all(lanes)).includes(true)
    }
    return hasWorked
  } finally {
    await releaseSources(context.db, run.reader)
    await releaseRegistries(context.db, run.reader)
  }
}

/** Whether anything was read. */
async function readPublic(run: Run, ecosystem: EcosystemId, source: ReleaseSource): Promise<boolean> {
  const { db } = run.context
  let hasWorked = false
  while (!run.isOver() && (await source.state.acquire(db, run.reader))) {
    const claimed = await claimDue(db, { ecosystem }, packagesAtOnce)
    if (claimed.length === 0) return hasWorked
    hasWorked = true
    await readBatch(run, source, await withoutPrivate(db, ecosystem, claimed))
  }
  return hasWorked
}

async function withoutPrivate(
  db: Database,
  ecosystem: EcosystemId,
  claimed: readonly DuePackage[],
): Promise<DuePackage[]> {
  const names = claimed.map(({ name }) => name)
  const privateNames = await listPrivate(db, ecosystem, names)
  await deletePublic(
    db,
    claimed.filter(({ name }) => privateNames.has(name)),
  )
  return claimed.filter(({ name }) => !privateNames.has(name))
}

/** Whether anything was read. */
async function readRegistry(run: Run, registry: QueriedRegistry): Promise<boolean> {
  const { db, vault } = run.context
  const source = await openAccountSource(db, vault, registry)
  if (!source) return false
  let hasWorked = false
  while (!run.isOver() && (await source.state.acquire(db, run.reader))) {
    const due = await claimDue(db, { registry }, packagesAtOnce)
    if (due.length === 0) return hasWorked
    hasWorked = true
    await readBatch(run, source, due)
  }
  return hasWorked
}

async function openAccountSource(
  db: Database,
  vault: AppContext['vault'],
  registry: QueriedRegistry,
): Promise<ReleaseSource | null> {
  try {
    return accountSource(vault, registry)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await saveRegistryFailure(db, registry, { error: error.message, pauseMs: null })
    return null
  }
}

async function readBatch(run: Run, source: ReleaseSource, due: readonly DuePackage[]): Promise<void> {
  const { db } = run.context
  const packages = await packagesToRead(db, due)
  const reader = source.openReader()
  let done = 0
  let hasAnswered = false
  try {
    await reader.prepare?.(exchangeOf(run, source).get, packages)
    for (const dueRow of due) {
      if (await readOne(run, { source, reader, due: dueRow, pkg: packages[done]! })) hasAnswered = true
      done++
      // Also renews the lease. If another process has it, this one was suspended for minutes.
      if (!(await source.state.acquire(db, run.reader))) break
    }
    if (hasAnswered) await source.state.saveSuccess(db)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (hasAnswered) await source.state.saveSuccess(db)
    await source.state.saveFailure(db, { error: error.message, pauseMs: error.retryAfterMs })
    // A package that fails must not stay first in line, or later ones would never be read.
    if (error.concerns === 'both' && due[done]) await saveFailure(db, due[done++]!, error.message)
  }
  await postpone(db, due.slice(done), new Date())
}

interface Reading {
  source: ReleaseSource
  reader: PackageReader
  due: DuePackage
  pkg: PackageToRead
}

/** Whether the source answered. Throws SourceError if it is unavailable for other packages too. */
async function readOne(run: Run, { source, reader, due, pkg }: Reading): Promise<boolean> {
  const { db } = run.context
  const { get, validators } = exchangeOf(run, source, due)
  try {
    const result = await reader.read(get, pkg)
    const { coolDowns } = run
    await saveResult(db, due, { result, source: source.name, pkg, validators, coolDowns })
    return true
  } catch (error) {
    if (!(error instanceof SourceError) || error.concerns !== 'package') throw error
    await saveFailure(db, due, error.message)
    await source.state.saveError(db, error.message)
    return false
  }
}

/** A request function that sends the stored validators and collects the new ones. */
function exchangeOf({ egress, pacers }: Run, source: ReleaseSource, known?: Validators) {
  const validators: Validators = { etag: known?.etag ?? null, lastModified: known?.lastModified ?? null }
  const pacer = pacers.get(source.name) ?? createPacer(source.intervalMs)
  pacers.set(source.name, pacer)
  const get = getFrom(source.endpoint, { egress, turn: pacer, validators })
  return { get, validators }
}

async function packagesToRead(db: Database, due: readonly DuePackage[]): Promise<PackageToRead[]> {
  const { accountUuid, ecosystem } = due[0]!
  const names = due.map(({ name }) => name)
  const versions = await listVersionsInUse(db, { accountUuid, ecosystem, names })
  return due.map(({ ecosystem, name, displayName, state, releases, wantsRanges }) => ({
    ecosystem,
    name,
    displayName,
    wantsRanges,
    versions: versions.get(name) ?? [],
    known: state === 'known' ? releases : [],
  }))
}
