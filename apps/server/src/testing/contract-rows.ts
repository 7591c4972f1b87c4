import { sql } from 'kysely'
import { dayMs } from '@assay/engine/time.ts'
import { randomUUID } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { jsonText } from '#platform/database/json-text.ts'
import type { TestMember, TestServer } from './test-server.ts'
import type { Ids } from './contract-ids.ts'

// Objects for createResources that no call creates, or not immediately.

/** For the project's newest scan. */
export async function addSbom({ db }: TestServer, accountUuid: string, projectUuid: string): Promise<string> {
  const uuid = randomUUID()
  await db
    .insertInto('published_sbom')
    .columns(['account_uuid', 'uuid', 'project_uuid', 'branch_uuid', 'scan_uuid', 'state', 'wanted'])
    .expression((eb) =>
      eb
        .selectFrom('branch')
        .select((of) => [
          'account_uuid',
          of.val(uuid).as('uuid'),
          'project_uuid',
          'branch.uuid as branch_uuid',
          of.val(randomUUID()).as('scan_uuid'),
          of.val('uploaded').as('state'),
          of.val('uploaded').as('wanted'),
        ])
        .where('account_uuid', '=', accountUuid)
        .where('project_uuid', '=', projectUuid)
        .limit(1),
    )
    .execute()
  return uuid
}

export const addSettings = async (
  server: TestServer,
  member: TestMember,
  projectUuid: string,
): Promise<Ids> => ({
  sysid: await addInfrastructurePolicy(server, member),
  registryUuid: await addRegistry(member),
  imageUuid: await addWatchedImage(server, member, projectUuid),
  loginUuid: await addRegistryLogin(member),
  holdUuid: await addReleasedHold(member, projectUuid),
})

/** Never due, so that nothing changes it. */
async function addWatchedImage(
  { db }: TestServer,
  { accountUuid }: TestMember,
  projectUuid: string,
): Promise<string> {
  const uuid = randomUUID()
  await sql`
    insert into watched_image (account_uuid, uuid, project_uuid, host, repository, tag, every_hours, next_check_at)
    values (${accountUuid}, ${uuid}, ${projectUuid}, '127.0.0.1:1', ${uuid}, '1.0', 6, now() + interval '1 year')`.execute(
    db,
  )
  return uuid
}

/** Released, since nothing else can be removed otherwise. */
async function addReleasedHold({ api, accountUuid }: TestMember, projectUuid: string): Promise<string> {
  const params = { accountUuid }
  const { uuid } = await api.retention.createHold({ params, body: { projectUuid, reason: 'sample' } })
  await api.retention.releaseHold({ params: { ...params, holdUuid: uuid } })
  return uuid
}

async function addRegistryLogin({ api, accountUuid }: TestMember): Promise<string> {
  const body = { host: 'things.example.org', user: 'things', password: 'secret' }
  return (await api.images.saveLogin({ params: { accountUuid }, body })).uuid
}

/** The account's only one, at a private address, which is rejected immediately. */
async function addRegistry({ api, accountUuid }: TestMember): Promise<string> {
  const { registries } = await api.registries.list({ params: { accountUuid } })
  if (registries[0]) return registries[0].uuid
  const body = { ecosystem: 'npm', pattern: '@things', url: 'https://127.0.0.1:1' }
  return (await api.registries.create({ params: { accountUuid }, body })).uuid
}

/** Objects that belong to one member. */
export const addOwnResources = async (server: TestServer, member: TestMember): Promise<Ids> => ({
  passkeyUuid: await addPasskey(server, member),
  conversationUuid: await addConversation(server, member),
  viewUuid: await addView(server, member),
})

/** The account's only one of the vulnerability. */
export async function addCase({ api }: TestMember): Promise<string> {
  const { cases } = await api.cases.list({ query: {} })
  if (cases[0]) return cases[0].uuid
  const body = { vulnerability: 'CVE-2021-23337', text: 'sample' }
  return (await api.cases.create({ body })).uuid
}

/** A private saved view. */
export async function addView(
  { db }: TestServer,
  { accountUuid, uuid: memberUuid }: Pick<TestMember, 'accountUuid' | 'uuid'>,
): Promise<string> {
  const uuid = randomUUID()
  const row = { account_uuid: accountUuid, uuid, list: 'fixes', name: uuid, criteria: '{}' }
  await db
    .insertInto('saved_view')
    .values({ ...row, private_of: memberUuid, created_by: memberUuid })
    .execute()
  return uuid
}

/** Without questions. */
export async function addConversation(
  { db }: TestServer,
  { accountUuid, uuid: memberUuid }: Pick<TestMember, 'accountUuid' | 'uuid'>,
): Promise<string> {
  const uuid = randomUUID()
  const summary = JSON.stringify({ sections: [], sources: [] })
  await db
    .insertInto('assistant_conversation')
    .values({ account_uuid: accountUuid, uuid, member_uuid: memberUuid, title: 'Sample', summary })
    .execute()
  return uuid
}

/** A model service that cannot be reached. */
export async function allowAssistant(
  { db }: TestServer,
  { accountUuid }: Pick<TestMember, 'accountUuid'>,
): Promise<void> {
  const service = {
    is_active: true,
    url: 'https://127.0.0.1:1',
    model: 'sample',
    daily_tokens: 1e6,
    context_tokens: 16_000,
  }
  await db
    .insertInto('assistant_service')
    .values(service)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(service))
    .execute()
  const allowed = { account_uuid: accountUuid, is_allowed: true }
  await db
    .insertInto('assistant_account')
    .values(allowed)
    .onConflict((conflict) => conflict.column('account_uuid').doUpdateSet(allowed))
    .execute()
}

/** A delivery that failed permanently. */
export async function addDelivery(
  { db }: TestServer,
  { accountUuid }: Pick<TestMember, 'accountUuid'>,
): Promise<string> {
  const uuid = randomUUID()
  const row = {
    account_uuid: accountUuid,
    uuid,
    integration: 'datadog',
    topic: uuid,
    subject: jsonText('sample'),
  }
  await db
    .insertInto('integration_delivery')
    .values({ ...row, state: 'failed', finished_at: new Date() })
    .execute()
  return uuid
}

export async function addReports(server: TestServer, member: TestMember, projectUuid: string): Promise<Ids> {
  const schedule = await member.api.eras.createSchedule({ body: { projectUuid, every: 'week' } })
  return {
    bibleUuid: await addExport(server, member, { kind: 'bible', projectUuid }),
    eraUuid: await addExport(server, member, { kind: 'era', projectUuid }),
    scheduleUuid: schedule.uuid,
    format: 'json',
  }
}

/** A finished export, so that no job changes it during a test. */
async function addExport(
  { db }: TestServer,
  { accountUuid, email }: TestMember,
  { kind, projectUuid }: { kind: 'bible' | 'era'; projectUuid: string },
): Promise<string> {
  const uuid = randomUUID()
  const about = { name: 'sample', teamUuid: null, tag: null, projectUuid, branch: null }
  const request = {
    ...about,
    sections: [],
    formats: ['json'],
    startDate: '2026-01-01',
    endDate: '2026-01-31',
  }
  await db
    .insertInto('report_export')
    .values({
      account_uuid: accountUuid,
      uuid,
      kind,
      project_uuid: projectUuid,
      request: JSON.stringify({ ...request, isScheduled: false }),
      formats: ['json'],
      state: 'ready',
      progress: 100,
      created_by: email,
      expires_at: new Date(Date.now() + dayMs),
    })
    .execute()
  const piece = { account_uuid: accountUuid, export_uuid: uuid, attempt: 0, format: 'json', number: 0 }
  await db
    .insertInto('report_export_piece')
    .values({ ...piece, content: zstdCompressSync('{}') })
    .execute()
  return uuid
}

async function addInfrastructurePolicy({ db }: TestServer, { accountUuid }: TestMember): Promise<string> {
  const sysid = `CKV_${randomUUID()}`
  const rule = { sysid, tool: 'Checkov', title: 'sample', description: '', default_severity: 'high' }
  await db
    .insertInto('isaac_policy')
    .values({ account_uuid: accountUuid, ...rule })
    .execute()
  return sysid
}

/** An announced archive without any uploaded part. */
export async function addArchive({ db }: TestServer): Promise<string> {
  const digest = '0'.repeat(64)
  const row = { uuid: randomUUID(), digest, name: 'sample.jsonl.gz', size: 1 }
  await db
    .insertInto('advisory_upload')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return digest
}

export async function makeNotifications(
  server: TestServer,
  { api }: TestMember,
  teamUuid: string | null,
): Promise<Ids> {
  const owned = { name: 'sample', teamUuid }
  const { channel } = await api.notificationChannels.create({
    body: { ...owned, kind: 'email', recipients: [`${randomUUID()}@example.org`] },
  })
  const channelUuid = channel.uuid
  const { deliveryUuids } = await api.notificationChannels.test({ params: { channelUuid } })
  const rule = await api.notificationRules.create({
    body: { ...owned, kinds: ['malware'], channelUuids: [channelUuid] },
  })
  // Already sent, so that it does not change during a test.
  await server.mailed()
  return { channelUuid, messageUuid: deliveryUuids[0]!, ruleUuid: rule.uuid }
}

export async function addPasskey(
  { db }: TestServer,
  { accountUuid, uuid: memberUuid }: TestMember,
): Promise<string> {
  const uuid = randomUUID()
  const row = { account_uuid: accountUuid, uuid, member_uuid: memberUuid, name: 'sample' }
  const key = { credential_id: uuid, public_key: new Uint8Array(1), counter: 0, transports: [] }
  await db
    .insertInto('passkey')
    .values({ ...row, ...key })
    .execute()
  return uuid
}

/** A comment on a finding of the project, and a change of it. */
export async function addTriage({ api, accountUuid }: TestMember): Promise<Ids> {
  const params = { accountUuid }
  const { findings } = await api.triage.list({ params, query: { limit: '1' } })
  const [{ projectUuid, ecosystem, package: name, advisoryUuid }] = findings as [(typeof findings)[number]]
  const finding = { projectUuid, ecosystem, package: name, advisoryUuid }
  const comment = await api.triage.comment({ params, body: { finding, text: 'sample' } })
  await api.triage.decide({ params, body: { findings: [finding], dueDate: null } })
  const change = await api.triage.decide({ params, body: { findings: [finding], dueDate: '2030-01-01' } })
  return { commentUuid: comment.uuid, changeUuid: change.changeUuid, advisoryUuid }
}
