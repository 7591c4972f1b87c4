import { sql, type Kysely } from 'kysely'

/** Failed jobs get the current name of their kind. Queued ones are renamed when the queue opens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [earlier, name] of names)
    await sql`update dead_letter set job = ${name} where job = ${earlier}`.execute(db)
}

const names = [
  ['judge-infrastructure-again', 'reevaluate-infrastructure'],
  ['note-packages-in-use', 'record-packages-in-use'],
  ['note-all-packages-in-use', 'record-all-packages-in-use'],
  ['rescan-stated', 'rescan-vex-subjects'],
  ['remind', 'send-reminders'],
] as const
