import { z } from 'zod'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** What can be wrong with an installation, most urgent first. */
export const siteProblems = [
  'diskLow',
  'noWorker',
  'jobsWaiting',
  'connectionsUsed',
  'processLost',
  'versionsDiffer',
  'eventsLate',
  'transactionLong',
  'backupFailed',
  'backupOld',
  'backupMissing',
  'feedsFailing',
  'jobsFailed',
  'diskForecast',
] as const
export type SiteProblem = (typeof siteProblems)[number]

const Problem = z.object({
  kind: z.enum(siteProblems),
  /** What it concerns: names of hosts, feeds, consumers or jobs, or versions. */
  names: z.array(z.string()),
  /** Days, percent, minutes or how many, as the kind says; null if it has no number. */
  count: z.int().nullable(),
})
export type FoundProblem = z.infer<typeof Problem>

const Process = z.object({
  host: z.string(),
  version: z.string(),
  roles: z.array(z.enum(['web', 'worker'])),
  startedAt: EpochMs,
  /** Every 20 seconds while it runs. */
  seenAt: EpochMs,
  isAlive: z.boolean(),
})

const Database = z.object({
  bytes: z.number(),
  /** By day; null before it was measured on two days. */
  growthPerDay: z.number().nullable(),
  connections: z.int(),
  maxConnections: z.int(),
  /** The largest, with their indexes. */
  tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
})

/** null if the database does not say: it lacks the extension, or the permission to read it. */
const Statements = z
  .array(
    z.object({
      /** Without values. */
      text: z.string(),
      calls: z.number(),
      meanMs: z.number(),
      totalMs: z.number(),
    }),
  )
  .nullable()

export const InstallationStatus = named('InstallationStatus', {
  problems: z.array(Problem),
  processes: z.array(Process),
  database: Database,
  /** Of the data folder of the process that answers; null if it cannot be read. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number(), daysLeft: z.int().nullable() }).nullable(),
  events: z.array(z.object({ consumer: z.string(), seconds: z.number() })),
  backup: z.object({
    /** Where backups are written each day; null if they are not configured. */
    destination: z.string().nullable(),
    lastAt: EpochMs.nullable(),
    lastReason: z.string().nullable(),
    succeededAt: EpochMs.nullable(),
    bytes: z.number().nullable(),
  }),
  statements: Statements,
})
export type InstallationStatus = z.infer<typeof InstallationStatus>
