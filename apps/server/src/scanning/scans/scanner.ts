import type { ProcessAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import type { Scope } from '#auth/scope.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import type { Database } from '#platform/database/database.ts'
import { DatabaseOutage } from '#platform/database/outage.ts'
import { scanSeconds } from '#platform/telemetry/job-metrics.ts'
import { inDocumentMemory } from '#platform/worker-threads/memory.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { limitMessage } from '#scanning/builds/reading/limit-message.ts'
import { laneOf, readStored } from '#scanning/builds/reading/read-large.ts'
import type { LargeBuild, ScannedBuilds } from './scan-build.ts'
import {
  monotonicMs,
  type ScanCall,
  scanInWorker,
  type ScanReply,
  type ScanStorage,
  warmUp,
} from './scan-in-worker.ts'

/** Scans builds in threads and processes to keep the main thread free for requests. */
export interface Scanner {
  /** 'too-large': nothing was done, because the documents exceed the caller's limit. */
  scan(scope: Scope, buildUuid: string, options: ScanOptions): Promise<'ended' | 'too-large'>
  /** Scans builds of an account that nobody waits for. Returns those that have to be scanned alone. */
  scanTogether(scope: Scope, buildUuids: readonly string[]): Promise<string[]>
  /** Starts a thread in advance, so that the first build does not wait for modules to load. */
  warmUp(): Promise<void>
}

interface ScanOptions {
  /** Leaves threads free for interactive work. */
  isBackground: boolean
  maxBytes?: number
  /** Epoch ms for a backdated scan. */
  at?: number
}

interface ScannerContext {
  db: Database
  advisories: ProcessAdvisories
  storage: ScanStorage
  maxAdvisoryAgeMs: number
  run: typeof runInWorker
}

export function openScanner({
  run = runInWorker,
  ...rest
}: Omit<ScannerContext, 'run'> & Partial<Pick<ScannerContext, 'run'>>): Scanner {
  const context = { ...rest, run }
  return {
    async scan(scope, buildUuid, options) {
      try {
        return await scanWithin(context, { scope, buildUuid, options })
      } catch (error) {
        const reason = limitMessage(error, 'The project', 'scan')
        if (reason === null) throw error
        await failBuild(context.db, scope, { uuid: buildUuid, reason })
        return 'ended'
      }
    },
    async scanTogether(scope, buildUuids) {
      const large = new Set<string>()
      for (;;) {
        const open = buildUuids.filter((uuid) => !large.has(uuid))
        const call = { scope, buildUuids: open, isBackground: true }
        const { left, isComplete } = await scanInThread(context, call, null)
        for (const { buildUuid } of left) large.add(buildUuid)
        if (isComplete) return [...large]
      }
    },
    warmUp: () => run({ kind: 'scan', module, name: warmUp.name }, null),
  }
}

interface ScanTask {
  scope: Scope
  buildUuid: string
  options: ScanOptions
}

async function scanWithin(context: ScannerContext, task: ScanTask): Promise<'ended' | 'too-large'> {
  const { maxBytes = Infinity, isBackground } = task.options
  const call = { scope: task.scope, buildUuids: [task.buildUuid], isBackground, at: task.options.at ?? null }
  let large = (await scanInThread(context, call, null)).left[0]
  while (large) {
    if (large.size > maxBytes) return 'too-large'
    large = (await scanLarge(context, call, large)).left[0]
  }
  return 'ended'
}

interface Call {
  scope: Scope
  buildUuids: readonly string[]
  isBackground: boolean
  at?: number | null
}

/** Inventory files up to this size fit into a thread's heap, including findings. */
const maxInventoryBytesInThread = 8 * 1024 * 1024

async function scanLarge(
  context: ScannerContext,
  call: Call,
  { documentsOf, size }: LargeBuild,
): Promise<ScannedBuilds> {
  const large = await readStored(context.db, call.scope, documentsOf)
  if (large.inventoryBytes <= maxInventoryBytesInThread) return scanInThread(context, call, large)
  const work = { kind: 'scanLarge', ...scanFunction, lane: laneOf(size), endsAfter: true } as const
  const argument = { ...argumentOf(context, call), indexes: null, large }
  return scannedOf(await inDocumentMemory(size, () => context.run<ScanReply>(work, argument)))
}

const module = new URL('scan-in-worker.ts', import.meta.url)
const scanFunction = { module, name: scanInWorker.name }

/** Retries with the newest indexes of the ecosystems the thread requested. */
async function scanInThread(
  context: ScannerContext,
  call: Call,
  large: ScanCall['large'],
): Promise<ScannedBuilds> {
  const { advisories, run } = context
  const { isBackground, buildUuids } = call
  const lane = { name: isBackground ? 'background' : 'interactive', isBackground }
  const key = buildUuids[0] ?? ''
  for (;;) {
    const argument: ScanCall = { ...argumentOf(context, call), indexes: advisories.shared(), large }
    const reply = await run<ScanReply>({ kind: 'scan', ...scanFunction, lane, key }, argument)
    if (reply.kind !== 'missing-indexes') return scannedOf(reply)
    await advisories.load(new Set(reply.ids))
  }
}

const argumentOf = (
  { storage, maxAdvisoryAgeMs }: ScannerContext,
  { scope, buildUuids, at = null }: Call,
) => ({
  storage,
  accountUuid: scope.accountUuid,
  buildUuids,
  maxAdvisoryAgeMs,
  at,
  clockOffsetMs: Date.now() - monotonicMs(),
})

function scannedOf(reply: ScanReply): ScannedBuilds {
  if (reply.kind === 'outage') throw new DatabaseOutage(reply.outage, new Error(reply.message))
  if (reply.kind !== 'scanned') throw new Error('A scan lacks advisory indexes')
  for (const stages of reply.stages)
    for (const [stage, ms] of Object.entries(stages)) scanSeconds.observe({ stage }, ms / 1000)
  return reply
}
