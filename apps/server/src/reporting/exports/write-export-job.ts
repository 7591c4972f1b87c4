import { ownProperty } from '@assay/engine/own-property.ts'
import { groupsOfTeams } from '#auth/callers/store.ts'
import { callerScope, type Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { runOf } from './export-state.ts'
import {
  beginRun,
  failRun,
  finishRun,
  rejectRun,
  reviveRuns,
  type Run,
  setProgress,
  Superseded,
} from './run-store.ts'
import { storeFile } from './stored-file.ts'
import type { ExportRow } from './store.ts'
import { writeExportKind } from './write-export-kind.ts'

/** A kind of export. */
export interface Writer {
  /** Generates the file in chunks and reports progress from 0 to 1. */
  write(
    context: JobContext,
    scope: Scope,
    file: { export: ExportRow; format: string; report: (done: number) => void },
  ): AsyncIterable<string | Uint8Array>
  /** Runs in the transaction that publishes the export. */
  onReady?(context: JobContext, tx: Tx, row: ExportRow): Promise<void>
}

type Writers = Readonly<Record<string, Writer>>

export const writeExportJobOf = (writers: Writers) =>
  defineJob({
    ...writeExportKind,
    concurrency: 1,
    timeoutSeconds: 3600,
    retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 120 },
    async run(context, { accountUuid, uuid }) {
      const row = await beginRun(context.db, { accountUuid, uuid })
      if (!row) return
      const writer = ownProperty(writers, row.kind)
      if (!writer) throw new Error(`Exports of the kind '${row.kind}' are not known`)
      try {
        await writeFiles(context, writer, row)
        await finish(context, writer, row)
      } catch (error) {
        // Another run has taken over.
        if (error instanceof Superseded) return
        if (!isFinal(error)) throw error
        await rejectRun(context.db, runOf(row), error.message)
      }
    },
    async onExhausted({ db }, { accountUuid, uuid }, reason) {
      await failRun(db, { accountUuid, uuid, reason })
    },
    async onRequeue(tx, payloads) {
      await reviveRuns(tx, payloads)
    },
  })

/** Whether another attempt would fail in the same way, such as for a report that is too large for a PDF. */
const isFinal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500

const finish = (context: JobContext, { onReady }: Writer, row: ExportRow) =>
  context.db.transaction().execute(async (tx) => {
    await finishRun(tx, runOf(row))
    await onReady?.(context, tx, row)
  })

async function writeFiles(context: JobContext, { write }: Writer, row: ExportRow): Promise<void> {
  const teams = row.team_uuids ?? ('all' as const)
  const groups = await groupsOfTeams(context.db, row.account_uuid, teams)
  const scope = callerScope(row.account_uuid, { teams, groups, project: row.project_uuid })
  const run = runOf(row)
  for (const [index, format] of row.formats.entries()) {
    let done = 0
    const written = write(context, scope, { export: row, format, report: (part) => (done = part) })
    // What a standby interrupts is repeated on the primary.
    const content = (row.attempt === 1 && context.standbys?.iterate(written)) || written
    const percent = () => Math.min(99, Math.floor((100 * (index + done)) / row.formats.length))
    await storeFile(context.db, run, { format, content: reportProgress(context, content, { run, percent }) })
  }
}

const reportEveryMs = 500

/** Passes the chunks through and stores the progress. */
async function* reportProgress<Part>(
  { db }: JobContext,
  parts: AsyncIterable<Part>,
  { run, percent }: { run: Run; percent: () => number },
): AsyncGenerator<Part> {
  let last = 0
  for await (const part of parts) {
    yield part
    if (performance.now() - last < reportEveryMs) continue
    last = performance.now()
    await setProgress(db, run, percent())
  }
}
