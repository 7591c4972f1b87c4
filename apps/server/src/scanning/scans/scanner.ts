import type { ProcessAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import type { Scope } from '#auth/scope.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import type { Database } from '#platform/database/database.ts'
import { DatabaseOutage } from '#platform/database/outage.ts'
import { scanSeconds } from '#platform/telemetry/job-metrics.ts'
import { currentTraceparent } from '#platform/traces/tracing.ts'
import { inDocumentMemory } from '#platform/worker-threads/memory.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { limitMessage } from '#scanning/builds/reading/limit-message.ts'
import { leavesRoom, type LargeReading, readStored } from '#scanning/builds/reading/read-large.ts'
import type { ScannedBuilds } from './scan-build.ts'
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
    async scan(scope, buildUuid, { maxBytes = Infinity, ...options }) {
      try {
        const left = await scanUntilDone(context, { scope, buildUuids: [buildUuid], maxBytes, ...options })
        return left.length > 0 ? 'too-large' : 'ended'
      } catch (error) {
        const reason = limitMessage(error, 'The project', 'scan')
        if (reason === null) throw error
        await failBuild(context.db, scope, { uuid: buildUuid, reason })
        return 'ended'
      }
    },
    scanTogether: (scope, buildUuids) =>
      scanUntilDone(context, { scope, buildUuids, isBackground: true, maxBytes: 0 }),
    warmUp: () => run({ kind: 'scan', module, name: warmUp.name }, null),
  }
}

interface ScanTask extends ScanOptions {
  scope: Scope
  buildUuids: readonly string[]
  /** Builds with larger documents are left to the caller. */
  maxBytes: number
}

/**
 * A worker that lacks something ends without a trace of what it could not do: it gets the advisory indexes, the reading
 * of large documents or more time, and is called again. Returns the builds that are too large.
 */
async function scanUntilDone(context: ScannerContext, task: ScanTask): Promise<string[]> {
  const tooLarge = new Set<string>()
  let reading: LargeReading | null = null
  for (;;) {
    const buildUuids = task.buildUuids.filter((uuid) => !tooLarge.has(uuid))
    const reply = await callWorker(context, { ...task, buildUuids }, reading)
    if (reply.kind === 'outage') throw new DatabaseOutage(reply.outage, new Error(reply.message))
    if (reply.kind === 'missing-indexes') {
      await context.advisories.load(new Set(reply.ids))
      continue
    }
    observe(reply)
    const [large] = reply.left.filter(({ size }) => size <= task.maxBytes)
    for (const { buildUuid, size } of reply.left) if (size > task.maxBytes) tooLarge.add(buildUuid)
    if (large) reading = await readStored(context.db, task.scope, large.documentsOf)
    else if (reply.isComplete) return [...tooLarge]
  }
}

/** Inventory files up to this size fit into a thread's heap, including findings. */
const maxInventoryBytesInThread = 8 * 1024 * 1024

const module = new URL('scan-in-worker.ts', import.meta.url)
const scanFunction = { module, name: scanInWorker.name }

/** In a thread, which shares the loaded indexes, or in a process that ends with the memory of a large inventory. */
function callWorker(
  { advisories, storage, maxAdvisoryAgeMs, run }: ScannerContext,
  { scope, buildUuids, isBackground, at }: ScanTask,
  large: LargeReading | null,
): Promise<ScanReply> {
  const clockOffsetMs = Date.now() - monotonicMs()
  const { accountUuid } = scope
  const traceparent = currentTraceparent()
  const call = {
    storage,
    accountUuid,
    buildUuids,
    maxAdvisoryAgeMs,
    at: at ?? null,
    clockOffsetMs,
    large,
    traceparent,
  }
  if (large !== null && large.inventoryBytes > maxInventoryBytesInThread) {
    const { documentBytes: size } = large
    const work = { kind: 'scanLarge', ...scanFunction, ...leavesRoom(size), endsAfter: true } as const
    const argument: ScanCall = { ...call, indexes: null }
    return inDocumentMemory(size, () => run<ScanReply>(work, argument))
  }
  const argument: ScanCall = { ...call, indexes: advisories.shared() }
  return run<ScanReply>({ kind: 'scan', ...scanFunction, isBackground, key: buildUuids[0] ?? '' }, argument)
}

function observe({ stages }: ScannedBuilds): void {
  for (const each of stages)
    for (const [stage, ms] of Object.entries(each)) scanSeconds.observe({ stage }, ms / 1000)
}
