import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { hasUnfinishedSync } from '#knowledge/advisories/sync/sync-store.ts'
import { insertDeadLetter } from '#platform/queue/dead-letter-store.ts'
import { openSessionFor, signedIn } from './sessions.ts'
import type { TestMember, TestServer } from './test-server.ts'
import type { Attempt, NamedEndpoint } from './contract-calls.ts'
import { datadogCredentials, jiraConfig, ledgerCredentials } from './contract-inputs.ts'
import { type Ids, createResources } from './contract-ids.ts'
import {
  addArchive,
  addConversation,
  addDelivery,
  addPasskey,
  addTriage,
  addView,
  allowAssistant,
} from './contract-rows.ts'

interface PreparedAccount {
  member: TestMember
  ids: Ids
}

interface PreparedChange {
  member: TestMember
  attempt: Attempt
}

/** Creates an operator's account with everything the call needs to succeed, and a session for it. */
export async function prepareChange(server: TestServer, operation: NamedEndpoint): Promise<PreparedChange> {
  return prepareIn(server, await prepareAccount(server, operation), operation)
}

/**
 * The same in one account, which takes a fraction of the time, except for separate calls: those that change what
 * others need.
 */
export function sharedPreparation(
  server: TestServer,
  isApart: (operation: NamedEndpoint) => boolean = () => false,
): (operation: NamedEndpoint) => Promise<PreparedChange> {
  let shared: Promise<PreparedAccount> | undefined
  return async (operation) => {
    if (needsOwnAccount(operation) || isApart(operation)) return prepareChange(server, operation)
    shared ??= prepareAccount(server, operation)
    return prepareIn(server, await shared, operation)
  }
}

/** The demo only fills empty accounts. Integrations react to changes in the background. */
const needsOwnAccount = ({ id }: NamedEndpoint) =>
  id === 'demo.load' || [setUpDatadog, setUpJira, setUpLedger].some((setUp) => prepare[id] === setUp)

async function prepareAccount(server: TestServer, { id }: NamedEndpoint): Promise<PreparedAccount> {
  const member = await server.newAccount()
  const { accountUuid } = member
  await server.db.updateTable('account').set({ is_operator: true }).where('uuid', '=', accountUuid).execute()
  const ids = id === 'demo.load' ? { accountUuid } : await createResources(server, member)
  return { member, ids }
}

/** Only one sync runs at a time. */
async function whenIdle({ db }: TestServer) {
  await expect.poll(() => hasUnfinishedSync(db), { timeout: 60_000 }).toBe(false)
  return { ids: { id: 'osv' } }
}

async function prepareIn(
  server: TestServer,
  { member, ids }: PreparedAccount,
  { id }: NamedEndpoint,
): Promise<PreparedChange> {
  const more = await prepare[id]?.(server, member, ids)
  const authorization = await openSessionFor(server, member)
  return { member, attempt: { authorization, ids, ...more } }
}

/** A failed job without account. */
async function addFailedJob({ db }: TestServer): Promise<string> {
  const uuid = randomUUID()
  const letter = { job: 'remove-old-events', payload: {}, reason: 'Broken', attempts: 4 }
  await insertDeadLetter(db, { uuid, ...letter, queuedAt: new Date() })
  return uuid
}

async function setUpLedger(server: TestServer, { api, accountUuid }: TestMember): Promise<Partial<Attempt>> {
  await beforeSetUp(server)
  await api.rkvst.saveCredentials({ params: { accountUuid }, body: ledgerCredentials })
  return afterSetUp(server, accountUuid)
}

async function setUpDatadog(server: TestServer, { api, accountUuid }: TestMember): Promise<Partial<Attempt>> {
  await beforeSetUp(server)
  await api.datadog.saveSetup({ params: { accountUuid }, body: datadogCredentials })
  return afterSetUp(server, accountUuid)
}

async function setUpJira(server: TestServer, { api, accountUuid }: TestMember): Promise<Partial<Attempt>> {
  await beforeSetUp(server)
  await api.jira.saveConfig({ params: { accountUuid }, body: jiraConfig })
  return afterSetUp(server, accountUuid)
}

/** Handles earlier scans before an integration is set up, since deliveries would change rows in the background. */
const beforeSetUp = (server: TestServer) => server.mailed()

/** Postpones the schedule, for the same reason. */
async function afterSetUp({ db }: TestServer, accountUuid: string): Promise<Partial<Attempt>> {
  const ran = { last_run_at: new Date() }
  await db.updateTable('integration').set(ran).where('account_uuid', '=', accountUuid).execute()
  return {}
}

async function addOwnRule(server: TestServer, member: TestMember): Promise<Partial<Attempt>> {
  const { api } = await signedIn(server, member)
  const rule = await api.ownNotificationRules.create({ body: { name: 'sample', kinds: ['malware'] } })
  return { ids: { ruleUuid: rule.uuid } }
}

/** A comment and a change of the member itself. */
const changeOfOwn = async (_server: TestServer, member: TestMember, ids: Ids) => ({
  ids: { ...ids, ...(await addTriage(member)) },
})

/** Objects a call needs in addition to createResources. */
const prepare: Record<
  string,
  (server: TestServer, member: TestMember, ids: Ids) => Promise<Partial<Attempt>>
> = {
  'accounts.remove': async (server) => {
    const { accountUuid } = await server.newAccount()
    return { ids: { accountUuid }, query: { check: 'Test' } }
  },
  // Of a branch without scans.
  'imports.addVersion': async () => ({ body: { url: 'https://example.org/imported' } }),
  'imports.decide': async (_server, member) => ({
    body: { 'findings.0.advisoryUuid': (await addTriage(member))['advisoryUuid']! },
  }),
  'accounts.activate': async (server) => ({ ids: { accountUuid: (await server.newAccount()).accountUuid } }),
  'projects.remove': async (_server, { api }, { projectUuid }) => ({
    query: { name: (await api.projects.get({ params: { projectUuid: projectUuid! } })).name },
  }),
  'projects.removeBranch': async () => ({ query: { name: 'main' } }),
  'exclusions.remove': async (_server, _member, { exclusionUuid }) => ({ query: { id: exclusionUuid! } }),
  'exclusions.removeFor': async (_server, { api }, ids) => {
    const params = { ownerUuid: ids['ownerUuid']!, subject: ids['subject']! }
    const { id } = await api.exclusions.createFor({ params })
    return { ids: { ...ids, exclusionUuid: id } }
  },
  'triage.decide': async (_server, member, { projectUuid }) => {
    const { advisoryUuid } = await addTriage(member)
    return {
      body: { 'findings.0.projectUuid': projectUuid!, 'findings.0.advisoryUuid': advisoryUuid! },
    }
  },
  'triage.comment': async (_server, member, { projectUuid }) => {
    const { advisoryUuid } = await addTriage(member)
    return { body: { 'finding.projectUuid': projectUuid!, 'finding.advisoryUuid': advisoryUuid! } }
  },
  'triage.revert': changeOfOwn,
  'triage.editComment': changeOfOwn,
  'triage.removeComment': changeOfOwn,
  'personalData.erase': async (server, member, ids) => ({
    ids: { ...ids, memberUuid: (await server.addMember(member, 'Viewer')).uuid },
  }),
  'members.setPrimaryTeam': async (_server, _member, { teamUuid }) => ({ query: { teamuuid: teamUuid! } }),
  'teams.addMember': async (_server, _member, { memberUuid }) => ({ body: { uuid: memberUuid! } }),
  'builds.submit': async (server, { api }, ids) => {
    await api.builds.create({ body: { url: 'https://example.org/new', branch: 'main' } })
    const { uuid } = await server.db
      .selectFrom('build')
      .select('uuid')
      .where('account_uuid', '=', ids['accountUuid']!)
      .where('state', '=', 'preparing')
      .executeTakeFirstOrThrow()
    return { ids: { ...ids, id: uuid } }
  },
  'sso.remove': async (server, member) => {
    const { api, accountUuid } = await signedIn(server, member)
    const body = { name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' }
    await api.sso.putOidc({ params: { accountUuid }, body })
    return {}
  },
  'integrations.activate': setUpDatadog,
  'integrations.remove': setUpDatadog,
  'integrations.retry': async (server, member, ids) => ({
    ids: { ...ids, deliveryUuid: await addDelivery(server, member) },
  }),
  'datadog.sendNow': setUpDatadog,
  'barista.ask': async (server, member) => {
    await allowAssistant(server, member)
    return { ids: { conversationUuid: await addConversation(server, member) } }
  },
  'barista.remove': async (server, member) => ({
    ids: { conversationUuid: await addConversation(server, member) },
  }),
  'barista.removeService': async (server, member) => {
    await allowAssistant(server, member)
    return {}
  },
  'jira.createIssue': setUpJira,
  'tickets.create': setUpJira,
  'rkvst.publish': setUpLedger,
  'rkvst.publishSbom': setUpLedger,
  'rkvst.withdrawSbom': setUpLedger,
  'notifications.test': async (_server, { api }) => {
    await api.notifications.configure({ body: { email: { recipients: ['someone@example.org'] } } })
    return {}
  },
  'notifications.sendEmail': async (_server, { email }) => ({ body: { 'recepients.0': email } }),
  'notificationChannels.rotate': async (_server, { api }) => {
    const body = { kind: 'webhook' as const, name: 'sample', address: 'https://hooks.example.org/' }
    const { channel } = await api.notificationChannels.create({ body })
    return { ids: { channelUuid: channel.uuid } }
  },
  'ownNotificationRules.update': addOwnRule,
  'ownNotificationRules.remove': addOwnRule,
  'savedViews.update': async (server, member) => ({ ids: { viewUuid: await addView(server, member) } }),
  'savedViews.remove': async (server, member) => ({ ids: { viewUuid: await addView(server, member) } }),
  'jobs.retry': async (server) => ({ ids: { jobUuid: await addFailedJob(server) } }),
  'jobs.dismiss': async (server) => ({ ids: { jobUuid: await addFailedJob(server) } }),
  'knowledge.start': async (server) => {
    const digest = await addArchive(server)
    const { uuid } = await server.db
      .selectFrom('advisory_upload')
      .select('uuid')
      .where('digest', '=', digest)
      .where('sync_uuid', 'is', null)
      .executeTakeFirstOrThrow()
    const chunk = { upload_uuid: uuid, number: 0, content: new Uint8Array(1) }
    await server.db
      .insertInto('advisory_upload_chunk')
      .values(chunk)
      .onConflict((on) => on.doNothing())
      .execute()
    return { ids: { digest } }
  },
  'advisoryDatabases.sync': whenIdle,
  'advisoryDatabases.upload': whenIdle,
  'passkeys.rename': async (server, member) => ({ ids: { passkeyUuid: await addPasskey(server, member) } }),
  'passkeys.remove': async (server, member) => ({ ids: { passkeyUuid: await addPasskey(server, member) } }),
  'sessions.revoke': async (server, member) => {
    await openSessionFor(server, member)
    const row = server.db.selectFrom('session').select('uuid').where('member_uuid', '=', member.uuid)
    return { ids: { sessionUuid: (await row.executeTakeFirstOrThrow()).uuid } }
  },
}
