import { contract } from '@assay/contract/contract.ts'
import { isTeamRole, type Role } from '@assay/contract/permissions.ts'
import { type Client, createClient } from '@assay/sdk/create-client.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertAccount } from '../accounts/store.ts'
import { openAdvisories } from '../advisories/advisories.ts'
import { loadStarter } from '../advisories/load-starter.ts'
import { createApp } from '../app.ts'
import { accountScope, type Scope } from '../auth/scope.ts'
import { makeSecret } from '../auth/secret.ts'
import { openVault } from '../auth/vault.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { workOnDemos } from '../demo/work-on-demos.ts'
import type { Letter, Mail } from '../mail/mail.ts'
import { insertMember } from '../members/store.ts'
import { openQueue } from '../queue/queue.ts'
import { workOnScans } from '../scans/work-on-scans.ts'
import type { Sms } from '../sms/sms.ts'
import { createLog } from '../system/log.ts'
import { insertTeam, putTeamMember } from '../teams/store.ts'
import { insertToken, type NewToken } from '../tokens/store.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

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
  /** What was mailed. */
  letters: Letter[]
  /** What was sent to phones. */
  texts: { phone: string; text: string }[]
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

type Limits = Pick<NewToken, 'access' | 'teamUuid' | 'projectUuid'>

export interface TestServerOptions {
  withWorker?: boolean
  settings?: Record<string, string>
  /** One whose database it shares, as after a restart, or as another process. */
  beside?: TestServer
}

/** The real server on a database of its own, with the starter set of advisories. Every answer is checked. */
export async function startTestServer({
  withWorker = true,
  settings = {},
  beside,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = beside ? { ...beside.database, drop: async () => undefined } : await freshDatabase()
  const { db, connection, drop } = database
  const folder = await mkdtemp(join(tmpdir(), 'assay-data-'))
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const config = readConfig({ ASSAY_DATA: folder, ...settings })
  if (!beside) await loadStarter(db)
  const queue = await openQueue({ connection, log })
  const advisories = openAdvisories({ db, folder })
  if (withWorker) for (const work of [workOnScans, workOnDemos]) await work({ db, queue, advisories, log })
  const { letters, mail, texts, sms } = outbox()
  const app = await createApp({
    ...{ db, config, queue, advisories, log, checksAnswers: true },
    ...{ mail, sms, vault: await openVault(config) },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const clientFor = (authorization?: string): TestClient =>
    createClient(contract, { baseUrl: url, authorization: () => authorization })

  const newMember = async (scope: Scope, role: Role, password: string | null): Promise<TestMember> => {
    const uuid = randomUUID()
    const email = `${uuid}@example.org`
    await insertMember(db, scope, { uuid, name: 'Test', email, role, passwordHash: password })
    const authorization = await addToken(db, { accountUuid: scope.accountUuid, uuid })
    return { accountUuid: scope.accountUuid, uuid, email, authorization, api: clientFor(authorization) }
  }
  return {
    ...{ database, db, url, config, letters, texts, logged: () => lines.join(''), anonymous: clientFor() },
    async newAccount() {
      const uuid = randomUUID()
      await insertAccount(db, { uuid, name: 'Test', email: 'test@example.org' })
      return newMember(accountScope(uuid), 'Administrator', null)
    },
    async addMember(account, role, teamUuid) {
      const scope = accountScope(account.accountUuid)
      const member = await newMember(scope, role, null)
      if (teamUuid !== undefined && isTeamRole(role)) {
        await putTeamMember(db, scope, { teamUuid, memberUuid: member.uuid, role })
      }
      return member
    },
    async addTeam(account, name) {
      const uuid = randomUUID()
      await insertTeam(db, accountScope(account.accountUuid), { uuid, name, description: '' })
      return uuid
    },
    addToken: (member, limits) => addToken(db, member, limits),
    async stop() {
      await app.close()
      await queue.stop()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
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

/** Keeps what would be sent. */
function outbox() {
  const letters: Letter[] = []
  const mail: Mail = { send: (letter) => Promise.resolve(letters.push(letter) > 0) }
  const texts: TestServer['texts'] = []
  const sms: Sms = { send: (phone, text) => Promise.resolve(void texts.push({ phone, text })) }
  return { letters, mail, texts, sms }
}
