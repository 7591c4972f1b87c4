import type { Vault } from '#platform/secrets/vault.ts'
import type { Config } from '#config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Standbys } from '#platform/database/standbys.ts'
import type { Mail } from '#platform/email/mail.ts'
import type { Queue } from '#platform/queue/queue.ts'
import type pg from 'pg'
import type { Scanner } from '#scanning/scans/scanner.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import type { Sms } from '#platform/sms/sms.ts'
import type { RouteContext } from '#auth/router/route-context.ts'
import type { Advisories } from '#knowledge/advisories/indexes/loaded-indexes.ts'

/** Dependencies of routes and jobs. */
export interface AppContext {
  routes: RouteContext
  db: Database
  /** For connections outside the pool, directly to the database. */
  connection: pg.PoolConfig
  config: Config
  queue: Queue
  advisories: Advisories
  scanner: Scanner
  /** Databases that answer long reads; undefined for none. */
  standbys?: Standbys | undefined
  numbers: Numbers
  /** null: no email is sent. */
  mail: Mail | null
  /** null: no text messages are sent. */
  sms: Sms | null
  vault: Vault
  /** Memory limit of a PDF; by default derived from that of the machine. */
  maxPdfBytes?: number
}
