import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()
const admin = forAllTests(() => server.newAccount())

const account = () => ({ accountUuid: admin.accountUuid })
const upload = (packages: string[], teamUuid?: string) =>
  admin.api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(packages)),
      branch: 'main',
      url: 'https://example.org/told',
      ...(teamUuid !== undefined && { teamUuid }),
    },
  })
const toldTo = async (member: TestMember) => {
  const { api } = await signedIn(server, member)
  const { messages } = await api.inbox.list({})
  return messages.flatMap(({ message }) => message.lines.filter(({ kind }) => kind === 'ruleHit'))
}

test('a rule tells its members and channels of new hits, once', async () => {
  const recipient = 'security@example.com'
  const { channel } = await admin.api.notificationChannels.create({
    body: { kind: 'email', name: 'Security', recipients: [recipient] },
  })
  const teamUuid = await server.addTeam(admin, 'Web')
  const other = await server.addTeam(admin, 'Other')
  const inside = await server.addMember(admin, 'Team viewer', teamUuid)
  const outside = await server.addMember(admin, 'Team viewer', other)
  const memberUuids = [admin.uuid, inside.uuid, outside.uuid]
  const rule = await admin.api.rules.create({
    params: account(),
    body: {
      name: 'Lodash',
      condition: 'component.name == "lodash"',
      effect: 'notify',
      notify: { memberUuids, channelUuids: [channel.uuid] },
    },
  })
  expect(rule.notify).toEqual({ memberUuids, channelUuids: [channel.uuid] })
  const told = async () =>
    (await server.mailed()).filter(({ to, text }) => to === recipient && text.includes('rule Lodash'))

  await upload(['left-pad@1.3.0'], teamUuid)
  expect(await told()).toEqual([])
  await upload(['left-pad@1.3.0', 'lodash@4.17.4'], teamUuid)
  expect(await told()).toHaveLength(1)
  const line = {
    title: '1 new hit of rule Lodash',
    detail: 'lodash 4.17.4',
    projects: ['example.org/told'],
    path: `/policies/${rule.uuid}/hits?project=example.org%2Ftold`,
  }
  expect(await toldTo(admin)).toMatchObject([line])
  expect(await toldTo(inside)).toMatchObject([line])
  expect(await toldTo(outside)).toEqual([])

  await upload(['left-pad@1.3.0', 'lodash@4.17.4', 'is-odd@3.0.1'], teamUuid)
  expect(await told()).toHaveLength(1)
  expect(await toldTo(admin)).toHaveLength(1)
})

test('only the effect notify has somebody to tell', async () => {
  const create = (body: { effect: 'notify' | 'warn'; notify?: { memberUuids: string[] } }) =>
    admin.api.rules.create({ params: account(), body: { name: 'x', condition: 'true', ...body } })
  await expect(create({ effect: 'notify' })).rejects.toMatchObject({ errorType: 'ruleInvalid' })
  await expect(create({ effect: 'warn', notify: { memberUuids: [admin.uuid] } })).rejects.toMatchObject({
    errorType: 'ruleInvalid',
  })
})
