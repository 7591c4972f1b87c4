import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { startChannelServer } from '#testing/channel-server.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { sendDueRule } from '#notifications/rules/send-due.ts'

const server = testServer({ withWorker: false, settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })

async function accountWithoutRules(): Promise<TestMember> {
  const admin = await server.newAccount()
  for (const { uuid } of await admin.api.notificationRules.list())
    await admin.api.notificationRules.remove({ params: { ruleUuid: uuid } })
  return admin
}

/** Invites somebody and sends the resulting notifications. */
async function invite(admin: TestMember): Promise<void> {
  const params = { accountUuid: admin.accountUuid }
  await admin.api.members.add({ params, body: { email: 'new@example.org', role: 'Viewer' } })
  await server.mailed()
  while (await sendDueRule(server.context, new Date(Date.now() + 3_600_000)));
  await server.mailed()
}

const inGerman = async (member: TestMember) => {
  const { api } = await signedIn(server, member)
  await api.users.update({ body: { language: 'de' } })
  return api
}

const kinds = ['memberChanged' as const]
const english = 'new@example.org was invited'
const german = 'new@example.org wurde eingeladen'

describe('a message about one event', () => {
  test('is in the language of each recipient of an email channel, or else of the channel', async () => {
    const admin = await accountWithoutRules()
    await inGerman(admin)
    const [other, outsider] = [await server.addMember(admin, 'Viewer'), 'outside@example.org']
    const channels = [
      { name: 'English', recipients: [admin.email.toUpperCase(), other.email, outsider] },
      { name: 'German', recipients: [outsider], language: 'de' as const },
    ]
    for (const channel of channels) {
      const body = { kind: 'email' as const, ...channel }
      const { channel: created } = await admin.api.notificationChannels.create({ body })
      await admin.api.notificationRules.create({
        body: { name: channel.name, kinds, toInbox: false, channelUuids: [created.uuid] },
      })
    }
    await invite(admin)
    const sent = (await server.mailed()).filter(({ headers }) => headers?.['List-Unsubscribe'] !== undefined)
    const about = sent.map(({ to, subject, html = '' }) => [
      to.toLowerCase(),
      subject,
      /<html lang="(\w+)">/.exec(html)?.[1],
      /Abbestellen|Unsubscribe/.exec(html)?.[0],
    ])
    expect(about).toHaveLength(4)
    expect(about).toEqual(
      expect.arrayContaining([
        [admin.email, german, 'de', 'Abbestellen'],
        [other.email, english, 'en', 'Unsubscribe'],
        [outsider, english, 'en', 'Unsubscribe'],
        [outsider, german, 'de', 'Abbestellen'],
      ]),
    )
  })

  test("is in the member's language by a rule of their own, and in that of the page in the inbox", async () => {
    const admin = await accountWithoutRules()
    const api = await inGerman(admin)
    await api.ownNotificationRules.create({ body: { name: 'Mine', kinds, toEmail: true } })
    await invite(admin)
    const [email] = (await server.mailed()).filter(({ to, html }) => to === admin.email && html !== undefined)
    expect(email).toMatchObject({ subject: german, text: expect.stringContaining('Abbestellen: http') })
    const titleIn = async (language?: 'de') =>
      (await api.inbox.list({ query: { ...(language && { language }) } })).messages[0]!.message
    expect(await titleIn('de')).toMatchObject({ title: german, lines: [{ title: german }] })
    expect(await titleIn()).toMatchObject({ title: english, lines: [{ title: english }] })
    const body = { name: 'Mine', kinds }
    const preview = await api.ownNotificationRules.preview({ query: { language: 'de' }, body })
    expect(preview.message!.title).toBe(german)
    const ofAccount = await admin.api.notificationRules.preview({ body })
    expect(ofAccount.message!.title).toBe(english)
  })

  test('is in the language of the browser last seen, for a member who follows it', async () => {
    const admin = await accountWithoutRules()
    const { authorization, api } = await signedIn(server, admin)
    await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization, 'accept-language': 'de' } })
    await api.ownNotificationRules.create({ body: { name: 'Mine', kinds, toEmail: true } })
    await invite(admin)
    const [email] = (await server.mailed()).filter(({ to, html }) => to === admin.email && html !== undefined)
    expect(email).toMatchObject({ subject: german })
  })

  test('is in the language of a chat channel, and for programs always in English', async () => {
    const channels = await startChannelServer()
    const admin = await accountWithoutRules()
    const language = 'de' as const
    const channelUuids: string[] = []
    for (const kind of ['slack', 'webhook'] as const) {
      const body = { kind, name: kind, address: `${channels.url}/${kind}`, language }
      channelUuids.push((await admin.api.notificationChannels.create({ body })).channel.uuid)
    }
    await admin.api.notificationRules.create({ body: { name: 'Members', kinds, channelUuids } })
    await invite(admin)
    const bodies = new Map(channels.received.map(({ path, body }) => [path, body]))
    expect(bodies.get('/slack')).toContain(german)
    expect(bodies.get('/webhook')).toContain(english)

    const params = { channelUuid: channelUuids[0]! }
    const changed = await admin.api.notificationChannels.update({ params, body: { language: 'en' } })
    expect(changed.language).toBe('en')
    await admin.api.notificationChannels.test({ params })
    await server.mailed()
    expect(channels.received.at(-1)!.body).toContain('Test message from Assay')
    const inLog = await admin.api.notificationDeliveries.list({ query: { language } })
    expect(inLog.deliveries[0]!.message.title).toBe('Testnachricht von Assay')
  })
})
