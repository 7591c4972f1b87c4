import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { ingestSignals } from '#knowledge/advisories/ingestion/ingest-signals.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { sendDueRule } from './send-due.ts'

const server = testServer()

type NewRule = Parameters<TestMember['api']['notificationRules']['create']>[0]['body']

async function accountWithRules(rules: readonly (Partial<NewRule> & { kinds: NotificationKind[] })[]) {
  const admin = await server.newAccount()
  for (const { uuid } of await admin.api.notificationRules.list())
    await admin.api.notificationRules.remove({ params: { ruleUuid: uuid } })
  for (const rule of rules)
    await admin.api.notificationRules.create({
      body: { name: rule.kinds[0]!, minimumSeverity: 'LOW', ...rule },
    })
  return admin
}

async function upload({ api }: TestMember, packages: string[]) {
  const body = { file: filePart(npmInventory(packages)), branch: 'main', url: 'https://example.org/shop' }
  await api.uploads.intoNew({ body })
  const isScanned = async () => (await api.trends.security({ query: {} })).open > 0
  await expect.poll(isScanned, { timeout: 120_000 }).toBe(true)
  await server.mailed()
}

async function messagesOf(member: TestMember) {
  while (await sendDueRule(server.context, new Date(Date.now() + 8 * 24 * 3_600_000)));
  return (await (await signedIn(server, member)).api.inbox.list({})).messages
}

test('what an import opens is one message over all rules, with a line per upgrade, the most urgent first', async () => {
  const admin = await accountWithRules([
    { kinds: ['findingOpened'] },
    { kinds: ['knownExploited'] },
    { kinds: ['minimumMissed'] },
  ])
  await ingestSignals(server.db, { list: 'known-exploited', cves: ['CVE-2021-44906'] })
  await upload(admin, ['lodash@4.17.4', 'minimist@0.0.8'])
  const messages = await messagesOf(admin)
  expect(messages).toHaveLength(1)
  const { lines, total } = messages[0]!.message
  const packages = lines.map(({ kind, title }) => [kind, /lodash|minimist/.exec(title)?.[0]])
  expect(packages).toEqual([
    ['knownExploited', 'minimist'],
    // The case that opened for it.
    ['knownExploited', undefined],
    ['findingOpened', 'lodash'],
    ['minimumMissed', undefined],
  ])
  const open = (await admin.api.triage.list({ params: admin, query: {} })).findings.length
  expect(total).toBe(open + 2)
  expect(lines[0]!.path).toBe('/components?show=vulnerable&q=minimist')
})

test('rules of another cadence stay messages of their own', async () => {
  const admin = await accountWithRules([
    { kinds: ['findingOpened'] },
    { kinds: ['findingOpened'], cadence: 'weekly' },
  ])
  await upload(admin, ['lodash@4.17.4'])
  const messages = await messagesOf(admin)
  expect(messages).toHaveLength(2)
  for (const { message } of messages) expect(message.lines).toHaveLength(1)
})

test('a channel of several rules gets one message', async () => {
  const admin = await accountWithRules([])
  const { channel } = await admin.api.notificationChannels.create({
    body: { name: 'Team', kind: 'email', recipients: ['team@example.org'] },
  })
  for (const kind of ['findingOpened', 'minimumMissed'] as const)
    await admin.api.notificationRules.create({
      body: { name: kind, kinds: [kind], minimumSeverity: 'LOW', channelUuids: [channel.uuid] },
    })
  await upload(admin, ['lodash@4.17.4'])
  await messagesOf(admin)
  const sent = server.db
    .selectFrom('notification_delivery')
    .select('recipient')
    .where('account_uuid', '=', admin.accountUuid)
  expect(await sent.execute()).toEqual([{ recipient: 'team@example.org' }])
})
