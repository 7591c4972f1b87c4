import { contract } from '@assay/contract/contract.ts'
import { isTeamRole, type Role } from '@assay/contract/permissions.ts'
import { type Client, createClient } from '@assay/sdk/create-client.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { insertAccount, updateConfiguration } from '#accounts/account/store.ts'
import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { openStandbys } from '#platform/database/standbys.ts'
import { watchPrimary } from '#platform/database/watch-primary.ts'
import { loadStarter } from '#knowledge/advisories/ingestion/load-starter.ts'
import { createApp } from '#app.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'
import { openVault } from '#platform/secrets/vault.ts'
import { type Config, readConfig } from '#config.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#platform/database/database.ts'
import { jobs, jobsFor, messageJobs, startWorkers } from '#jobs.ts'
import type { Email, Mail } from '#platform/email/mail.ts'
import { claimAddress } from '#accounts/members/address-store.ts'
import { insertMember } from '#accounts/members/store.ts'
import type { Job, JobContext } from '#platform/queue/job.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { keepThreads } from '#platform/worker-threads/threads.ts'
import { openScanner, type Scanner } from '#scanning/scans/scanner.ts'
import type { Sms } from '#platform/sms/sms.ts'
import { numbersInThread, numbersThread } from '#reporting/numbers/numbers-thread.ts'
import { createLog } from '#platform/system/log.ts'
import { insertTeam, upsertTeamMember } from '#accounts/teams/store.ts'
import { insertToken, type NewToken } from '#auth/callers/token-store.ts'
import { type FreshDatabase, startedDatabase } from './fresh-database.ts'
import { offlineSettings } from './offline-settings.ts'

export type TestClient = Client<typeof contract>

/** A member with its client and credentials. */
export interface TestMember {
  accountUuid: string
  uuid: string
  email: string
  /** The whole Authorization header. */
  authorization: string
  api: TestClient
}

export interface TestServer {
  database: Omit<FreshDatabase, 'drop'>
  db: Database
  url: string
  config: Config
  scanner: Scanner
  /** The context of jobs. */
  context: JobContext
  /** All emails sent so far, by all servers on the database. Waits until pending events and emails are processed. */
  mailed(): Promise<readonly SentEmail[]>
  /** The same for text messages. */
  texted(): Promise<readonly SentText[]>
  /** Everything that was logged, for tests on secrets. */
  logged(): string
  anonymous: TestClient
  /** Creates an account and returns its administrator. */
  newAccount(): Promise<TestMember>
  /** Adds a member with an API token; with a team role, to the team. */
  addMember(account: TestMember, role: Role, teamUuid?: string): Promise<TestMember>
  addTeam(account: TestMember, name: string): Promise<string>
  /** Adds another token to a member and returns the whole Authorization header. */
  addToken(member: TestMember, limits: Partial<Limits>): Promise<string>
  /** What `mailed` and `texted` return, at once. */
  sent: { emails: SentEmail[]; texts: SentText[] }
  stop(): Promise<void>
}

export type SentEmail = Omit<Email, 'id'>
interface SentText {
  phone: string
  text: string
}

type Limits = Pick<NewToken, 'access' | 'teamUuid' | 'projectUuid'>

export interface TestServerOptions {
  withWorker?: boolean
  /** Only the starter set, as in a new installation; by default it counts as complete, current advisory data. */
  hasStarterOnly?: boolean
  /** Defaults to true: emails are sent even without workers. */
  withEmails?: boolean
  settings?: Record<string, string>
  /** Defaults to true; if false, links are shown instead of emailed. */
  sendsMail?: boolean
  /** Sends emails; by default they are only recorded. */
  mail?: Mail
  /** Time after which a stalled reader is disconnected; defaults to production's. */
  maxStallMs?: number
  /** Memory limit of a PDF; defaults to production's. */
  maxPdfBytes?: number
  /** A server to share the database with, like a restart or another process. */
  beside?: TestServer
  /** Redirects its connections, such as through a proxy. */
  reroute?: (connection: pg.PoolConfig) => Promise<pg.PoolConfig>
  /** A database that follows it and answers long reads. */
  standby?: pg.PoolConfig
  /** A migrated database; by default, a new one (only in test runs). */
  database?: FreshDatabase
}

/** Of all servers of this process: loading its modules takes longer than most tests. */
const sharedThread = numbersThread()
keepThreads()

/** Looking for the events of other processes more often takes a fifth of the processor time of an idle server. */
const polling = { pollMs: 100, consumerPollMs: 1000 }

const testSettings = { ...offlineSettings, ASSAY_TRANSPARENCY: 'true' }

/** Starts the real server on its own database with the starter set of advisories. Every response is validated. */
export async function startTestServer({
  withWorker = true,
  hasStarterOnly = false,
  withEmails = true,
  settings = {},
  sendsMail = true,
  mail: givenMail,
  beside,
  reroute,
  standby,
  database: shared,
  ...limits
}: TestServerOptions = {}): Promise<TestServer> {
  const database = beside
    ? { ...beside.database, drop: async () => undefined }
    : (shared ?? (await startedDatabase()))
  const folder = await mkdtemp(join(tmpdir(), 'assay-data-'))
  const lines: string[] = []
  const log = logInto(lines)
  // Without a worker there is nothing to wait for, unless another server has one.
  const waits = { ASSAY_SCAN_WAIT_SECONDS: withWorker ? '60' : beside ? '1' : '0' }
  const config = readConfig({ ASSAY_DATA: folder, ...waits, ...testSettings, ...settings })
  const connection = reroute ? await reroute(database.connection) : database.connection
  const other = reroute || standby ? openOther({ connection, standby, log }) : null
  const db = other?.db ?? database.db
  if (shared) await loadStarter(db)
  if (!beside && !hasStarterOnly) await markSynced(db)
  const queue = await openQueue({ connection, jobs: jobsFor(config).map(withoutClock), log })
  const advisories = openAdvisories({ db, folder })
  const { sent, mail, sms } = outside(givenMail, sendsMail, beside)
  const { maxAdvisoryAgeMs } = config
  const scanner = openScanner({ db, advisories, storage: { connection, folder }, maxAdvisoryAgeMs })
  const vault = await openVault(config)
  const opened = { queue, advisories, scanner, numbers: numbersInThread(connection, standby, sharedThread) }
  const { standbys } = other ?? {}
  const context = { db, connection, config, ...opened, standbys, mail, sms, vault, ...limits }
  // Without workers, the first server of a database still sends emails.
  const hasWorkers = withWorker || (withEmails && !beside)
  const options = { only: withWorker ? jobs : messageJobs, polling }
  const dispatcher = hasWorkers ? await startWorkers({ ...context, log }, options) : null
  const app = await createApp({ ...context, log, validatesResponses: true })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const clientFor = (authorization?: string): TestClient =>
    createClient(contract, { baseUrl: url, authorization: () => authorization })
  return {
    database,
    db,
    url,
    config,
    scanner,
    context: { ...context, log },
    mailed: () => whenSent(db, sent.emails),
    texted: () => whenSent(db, sent.texts),
    logged: () => lines.join(''),
    anonymous: clientFor(),
    sent,
    ...makersOf(db, clientFor),
    async stop() {
      await app.close()
      await dispatcher?.stop()
      await Promise.all([queue.stop(), opened.numbers.stop(), other?.close()])
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same database by another way, or with one that follows it. */
function openOther({
  connection,
  standby,
  log,
}: Pick<DatabaseOptions, 'connection' | 'log'> & { standby: pg.PoolConfig | undefined }) {
  const { db, close } = openDatabase({ connection, standbys: standby, maxConnections: 8, log })
  const primary = standby && watchPrimary(connection)
  return {
    db,
    standbys: primary && openStandbys(primary),
    close: () => Promise.all([primary?.stop(), close()]),
  }
}

/** Removes hourly and more frequent schedules, so that nothing changes in the background: tests run these jobs. */
function withoutClock(job: Job): Job {
  const { schedule, ...rest } = job
  const hour = schedule?.cron.split(' ')[1]
  return hour === '*' ? rest : job
}

function logInto(lines: string[]) {
  return createLog('info', {
    write(line) {
      lines.push(line)
      // For unexpected errors, the failing test would only show a generic message. Problems explain themselves.
      const isUnexpected = line.includes('"The request failed"') && !line.includes('"type":"Problem"')
      // Timeouts and deadlocks, which the response does not tell apart.
      const isBusy =
        /during an outage/.test(line) && /canceling statement|deadlock|could not serialize/.test(line)
      if (isUnexpected || isBusy) process.stderr.write(line)
    },
  })
}

/** Makes the advisories of all ecosystems look complete. Unlike a sync, it causes no rescans. */
const markSynced = (db: Database) => {
  const read = { checked_at: new Date(), source: 'test' }
  return db
    .insertInto('advisory_database')
    .values(ecosystems.map(({ id }) => ({ ecosystem: id, ...read })))
    .onConflict((conflict) => conflict.column('ecosystem').doUpdateSet(read))
    .execute()
}

/** Records text messages, and emails unless they are to be sent, instead of sending them. */
function outside(mail: Mail | undefined, sendsMail: boolean, beside: TestServer | undefined) {
  const sent: TestServer['sent'] = beside?.sent ?? { emails: [], texts: [] }
  const send: Mail['send'] = async ({ id: _id, ...email }) => void sent.emails.push(email)
  const sms: Sms = { send: async (phone, text) => void sent.texts.push({ phone, text }) }
  const recorded = sendsMail ? { send, check: async () => undefined } : null
  return { sent, mail: mail ?? recorded, sms }
}

async function whenSent<Message>(db: Database, messages: readonly Message[]): Promise<readonly Message[]> {
  while (await hasUnsentMessages(db)) await sleep(20)
  return messages
}

/** Whether there are unprocessed events or pending jobs that send messages. */
async function hasUnsentMessages(db: Database): Promise<boolean> {
  const names = messageJobs.map(({ name }) => name)
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (select from outbox_event where position is null)
      or exists (select from outbox_consumer join outbox_position on position < last_position)
      or exists (select from queue.job where name = any(${names}::text[]) and state <= 'active')
      as "isWaiting"`.execute(db)
  return rows[0]!.isWaiting
}

/** Functions that insert accounts, members, teams and tokens directly into the database. */
function makersOf(
  db: Database,
  clientFor: (authorization: string) => TestClient,
): Pick<TestServer, 'newAccount' | 'addMember' | 'addTeam' | 'addToken'> {
  const newMember = (scope: Scope, role: Role) => addMember({ db, clientFor }, scope, role)
  return {
    async newAccount() {
      const uuid = randomUUID()
      await insertAccount(db, { uuid, name: 'Test', email: 'test@example.org' })
      // Tests state what the public formula results in; accounts.test.ts has the one of new accounts.
      await updateConfiguration(db, accountScope(uuid), { securityScoring: 'cvss' })
      return newMember(accountScope(uuid), 'Administrator')
    },
    async addMember(account, role, teamUuid) {
      const scope = accountScope(account.accountUuid)
      const member = await newMember(scope, role)
      if (teamUuid !== undefined && isTeamRole(role))
        await upsertTeamMember(db, scope, { teamUuid, memberUuid: member.uuid, role })
      return member
    },
    async addTeam(account, name) {
      const uuid = randomUUID()
      await insertTeam(db, accountScope(account.accountUuid), { uuid, name, description: '' })
      return uuid
    },
    addToken: (member, limits) => addToken(db, member, limits),
  }
}

/** The whole Authorization header. */
async function addToken(
  db: Database,
  { accountUuid, uuid: memberUuid }: Pick<TestMember, 'accountUuid' | 'uuid'>,
  { access = 'admin', teamUuid = null, projectUuid = null }: Partial<Limits> = {},
): Promise<string> {
  const uuid = randomUUID()
  const secret = makeSecret('token', accountUuid, uuid)
  const token = { uuid, memberUuid, name: 'test', hash: secret.hash, expiresAt: null }
  await insertToken(db, accountScope(accountUuid), { ...token, access, teamUuid, projectUuid })
  return `token ${secret.text}`
}

async function addMember(
  { db, clientFor }: { db: Database; clientFor: (authorization: string) => TestClient },
  scope: Scope,
  role: Role,
): Promise<TestMember> {
  const uuid = randomUUID()
  const email = `${uuid}@example.org`
  await insertMember(db, scope, { uuid, name: 'Test', email, role, passwordHash: null })
  await claimAddress(db, scope, { memberUuid: uuid, email, isProved: true })
  const authorization = await addToken(db, { accountUuid: scope.accountUuid, uuid })
  return { accountUuid: scope.accountUuid, uuid, email, authorization, api: clientFor(authorization) }
}
