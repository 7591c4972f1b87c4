import { contract } from '@assay/contract/contract.ts'
import { isTeamRole, type Role } from '@assay/contract/permissions.ts'
import { type Client, createClient } from '@assay/sdk/create-client.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { insertAccount } from '#accounts/account/store.ts'
import { openAdvisories } from '#knowledge/advisories/advisories.ts'
import { loadStarter } from '#knowledge/advisories/load-starter.ts'
import { createApp } from '#app.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'
import { openVault } from '#platform/secrets/vault.ts'
import { type Config, readConfig } from '#config.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { jobs, jobsFor, messageJobs, startWorkers } from '#jobs.ts'
import type { Email, Mail } from '#platform/email/mail.ts'
import { claimAddress } from '#accounts/members/address-store.ts'
import { insertMember } from '#accounts/members/store.ts'
import type { Job, JobContext } from '#platform/queue/job.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { openScanner, type Scanner } from '#scanning/scans/scanner.ts'
import type { Sms } from '#platform/sms/sms.ts'
import { createLog } from '#platform/system/log.ts'
import { insertTeam, upsertTeamMember } from '#accounts/teams/store.ts'
import { insertToken, type NewToken } from '#auth/token-store.ts'
import { type FreshDatabase, startedDatabase } from './fresh-database.ts'
import { offlineSettings } from './offline-settings.ts'

export type TestClient = Client<typeof contract>

/** A member with what a test needs of it. */
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
  /** What jobs get. */
  context: JobContext
  /** Everything mailed so far, also by the servers beside it, once all that waits to be mailed has been. */
  mailed(): Promise<readonly SentEmail[]>
  /** The same of what was sent to phones. */
  texted(): Promise<readonly SentText[]>
  /** Everything that was logged, for tests on secrets. */
  logged(): string
  anonymous: TestClient
  /** A new account with its administrator. */
  newAccount(): Promise<TestMember>
  /** Another member of an account, by an API token; in the team when it has a team role. */
  addMember(account: TestMember, role: Role, teamUuid?: string): Promise<TestMember>
  addTeam(account: TestMember, name: string): Promise<string>
  /** Another token of a member; the whole Authorization header. */
  addToken(member: TestMember, limits: Partial<Limits>): Promise<string>
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
  /** As a new installation has them; else the advisories of the starter set count as a whole and current database. */
  hasStarterOnly?: boolean
  /** Left out: emails are sent also without workers. */
  withEmails?: boolean
  settings?: Record<string, string>
  /** Without it, links are shown instead of mailed. */
  sendsMail?: boolean
  /** After which a reader who takes nothing is cut off; left out: as in production. */
  maxStallMs?: number
  /** One whose database it shares, as after a restart, or as another process. */
  beside?: TestServer
  /** Leads its own connections elsewhere, such as through a proxy. */
  reroute?: (connection: pg.PoolConfig) => Promise<pg.PoolConfig>
  /** A migrated one; left out: one of its own, in a run of the tests. */
  database?: FreshDatabase
}

/** The real server on a database of its own, with the starter set of advisories. Every answer is checked. */
export async function startTestServer({
  withWorker = true,
  hasStarterOnly = false,
  withEmails = true,
  settings = {},
  sendsMail = true,
  maxStallMs,
  beside,
  reroute,
  database: given,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = beside
    ? { ...beside.database, drop: async () => undefined }
    : (given ?? (await startedDatabase()))
  const folder = await mkdtemp(join(tmpdir(), 'assay-data-'))
  const lines: string[] = []
  const log = logInto(lines)
  const config = readConfig({
    ASSAY_DATA: folder,
    // Without a worker there is nothing to wait for, but where the server beside has one.
    ASSAY_SCAN_WAIT_SECONDS: withWorker ? '60' : beside ? '1' : '0',
    ...offlineSettings,
    ...settings,
  })
  const connection = reroute ? await reroute(database.connection) : database.connection
  const rerouted = reroute && openDatabase({ connection, maxConnections: 8, log })
  const db = rerouted?.db ?? database.db
  if (given) await loadStarter(db)
  if (!beside && !hasStarterOnly)
    await db.updateTable('advisory_database').set({ checked_at: new Date(), source: 'test' }).execute()
  const queue = await openQueue({ connection, jobs: jobsFor(config).map(withoutClock), log })
  const advisories = openAdvisories({ db, folder })
  const { sent, mail, sms } = outside(sendsMail, beside)
  const scanner = openScanner({ db, advisories, storage: { connection, folder } })
  const vault = await openVault(config)
  const context = { db, connection, config, queue, advisories, scanner, mail, sms, vault }
  // Without workers, emails are sent all the same, by the first server of a database.
  const hasWorkers = withWorker || (withEmails && !beside)
  const wanted = { only: withWorker ? jobs : messageJobs, pollMs: 50 }
  const dispatcher = hasWorkers ? await startWorkers({ ...context, log }, wanted) : null
  const stall = maxStallMs === undefined ? {} : { maxStallMs }
  const app = await createApp({ ...context, log, checksAnswers: true, ...stall })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const clientFor = (authorization?: string): TestClient =>
    createClient(contract, { baseUrl: url, authorization: () => authorization })
  const server: TestServer = {
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
    ...makersOf(db, clientFor),
    async stop() {
      await app.close()
      await dispatcher?.stop()
      await queue.stop()
      await rerouted?.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  sentMessages.set(server, sent)
  return server
}

/** What runs every hour or more often runs when a test says so: until then nothing changes by itself. */
function withoutClock(job: Job): Job {
  const { schedule, ...rest } = job
  const hour = schedule?.cron.split(' ')[1]
  return hour === '*' ? rest : job
}

function logInto(lines: string[]) {
  return createLog('info', {
    write(line) {
      lines.push(line)
      // A test that meets it by accident says only that something went wrong. What is thrown as an answer says more.
      const isUnexpected = line.includes('"The request failed"') && !line.includes('"type":"Problem"')
      if (isUnexpected) process.stderr.write(line)
    },
  })
}

/** Keeps what would be sent. */
function outside(sendsMail: boolean, beside: TestServer | undefined) {
  const sent = (beside && sentMessages.get(beside)) ?? { emails: [], texts: [] }
  const send: Mail['send'] = async ({ id: _id, ...email }) => void sent.emails.push(email)
  const sms: Sms = { send: async (phone, text) => void sent.texts.push({ phone, text }) }
  return { sent, mail: sendsMail ? { send, check: async () => undefined } : null, sms }
}

const sentMessages = new WeakMap<TestServer, { emails: SentEmail[]; texts: SentText[] }>()

async function whenSent<Message>(db: Database, messages: readonly Message[]): Promise<readonly Message[]> {
  while (await hasUnsentMessages(db)) await sleep(20)
  return messages
}

/** Events whose emails are not queued yet, or jobs that send. */
async function hasUnsentMessages(db: Database): Promise<boolean> {
  const names = messageJobs.map(({ name }) => name)
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (select from outbox_event where position is null)
      or exists (select from outbox_event join outbox_consumer on outbox_event.position > outbox_consumer.position)
      or exists (select from queue.job where name = any(${names}::text[]) and state <= 'active')
      as "isWaiting"`.execute(db)
  return rows[0]!.isWaiting
}

/** What puts accounts, members, teams and tokens straight into the database. */
function makersOf(
  db: Database,
  clientFor: (authorization: string) => TestClient,
): Pick<TestServer, 'newAccount' | 'addMember' | 'addTeam' | 'addToken'> {
  const newMember = (scope: Scope, role: Role) => addMember({ db, clientFor }, scope, role)
  return {
    async newAccount() {
      const uuid = randomUUID()
      await insertAccount(db, { uuid, name: 'Test', email: 'test@example.org' })
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
