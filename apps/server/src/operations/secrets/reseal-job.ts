import { defineSchedule, type JobContext } from '#platform/queue/job.ts'
import { listSealed, replaceSealed, type SealedColumn } from '#platform/secrets/sealed-column-store.ts'
import { sealedColumns } from './sealed-columns.ts'

const rowsAtOnce = 100

interface Resealed {
  /** Encrypted with the current key now. */
  resealed: number
  /** Encrypted with neither key. */
  unreadable: number
}

/**
 * After the key was replaced: encrypts everything with the new one, value by value, so that it can be killed and repeated
 * at any point. docs/decisions/009-key-of-secrets.md
 */
export const resealJob = defineSchedule({
  name: 'reseal-secrets',
  timeoutSeconds: 3600,
  retry: { limit: 5, delaySeconds: 30, maxDelaySeconds: 600 },
  cron: '41 4 * * *',
  async run(context) {
    if (!context.vault.hasEarlierKey) return
    const total: Resealed = { resealed: 0, unreadable: 0 }
    for (const column of sealedColumns) await reseal(context, column, total)
    context.log.warn(
      total,
      total.unreadable > 0
        ? 'Some secrets are encrypted with neither ASSAY_SECRET_KEY nor the earlier key'
        : 'All stored secrets are encrypted with the current key',
    )
  },
})

async function reseal(
  { db, vault }: Pick<JobContext, 'db' | 'vault'>,
  column: SealedColumn,
  total: Resealed,
): Promise<void> {
  let after: readonly string[] | null = null
  for (;;) {
    const rows = await listSealed(db, column, { after, limit: rowsAtOnce })
    for (const row of rows) {
      const replacement = vault.reseal(row.sealed, column.purposeOf(...row.key))
      if (replacement === 'unreadable') total.unreadable++
      else if (replacement !== 'current' && (await replaceSealed(db, column, { ...row, replacement })))
        total.resealed++
    }
    after = rows.at(-1)?.key ?? null
    if (rows.length < rowsAtOnce) return
  }
}
