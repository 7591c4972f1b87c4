import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type TestMember } from '#testing/test-server.ts'

let team: string
const server = testServer({ withWorker: false })
const admin = forAllTests(() => server.newAccount())
const other = forAllTests(() => server.addMember(admin, 'Administrator'))
beforeAll(async () => {
  team = await server.addTeam(admin, 'Web')
})

const borrow = (who: TestMember, state = '') =>
  who.api.slackSetup.borrow({ query: { teamUuid: team, state } })
const statusOf = (who: TestMember) => who.api.slackSetup.status({ query: { team } })

test('the lock of a team is acquired, visible to others, renewed by its holder and denied to others', async () => {
  expect(await statusOf(admin)).toMatchObject({ teamUuid: team, locked: false, by: null, expiresAt: null })
  const { seconds } = await admin.api.slackSetup.rentalTime()
  const begun = Date.now()
  const lease = await borrow(admin, 'from the page')
  expect(lease).toMatchObject({ teamUuid: team, locked: true, isOwn: true, by: admin.email })
  expect(lease.expiresAt).toBeGreaterThanOrEqual(begun + seconds * 1000)
  expect(await statusOf(other)).toMatchObject({ locked: true, isOwn: false, by: admin.email })
  await expect(borrow(other)).rejects.toMatchObject({ status: 409, errorType: 'slackSetupLocked' })
  const url = 'https://hooks.slack.example/services/x'
  await expect(other.api.notifications.configure({ body: { team, slack: { url } } })).rejects.toMatchObject({
    errorType: 'slackSetupLocked',
  })
  expect((await borrow(admin)).ticket).not.toBe(lease.ticket)
})

test('a ticket is valid until another is issued', async () => {
  const infoOf = (ticket: string) => admin.api.slackSetup.info({ query: { ticket } })
  const { ticket } = await borrow(admin, 'from the page')
  expect(await infoOf(ticket)).toMatchObject({ teamUuid: team, state: 'from the page', slack: null })
  await borrow(admin, 'again')
  await expect(infoOf(ticket)).rejects.toMatchObject({ status: 404 })
  const stranger = await server.newAccount()
  await expect(stranger.api.slackSetup.info({ query: { ticket } })).rejects.toMatchObject({ status: 404 })
})

test('an expired lock can be acquired', async () => {
  await borrow(admin)
  await server.db
    .updateTable('slack_lease')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('owner_uuid', '=', team)
    .execute()
  expect(await statusOf(other)).toMatchObject({ locked: false })
  expect(await borrow(other)).toMatchObject({ isOwn: true, by: other.email })
})

test('an empty team stands for the whole account', async () => {
  const { api, email } = await server.newAccount()
  expect(await api.slackSetup.borrow({ query: { teamUuid: '', state: '' } })).toMatchObject({
    teamUuid: null,
  })
  expect(await api.slackSetup.status({ query: { team: '' } })).toMatchObject({ locked: true, by: email })
})

test('of members who acquire the lock concurrently, one gets it', async () => {
  const teamUuid = await server.addTeam(admin, 'Wanted')
  const members = await Promise.all(Array.from({ length: 8 }, () => server.addMember(admin, 'Administrator')))
  const results = await Promise.allSettled(
    members.map(({ api }) => api.slackSetup.borrow({ query: { teamUuid } })),
  )
  const holders = members.filter((_member, index) => results[index]!.status === 'fulfilled')
  expect(holders).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 409, errorType: 'slackSetupLocked' })
  const status = await admin.api.slackSetup.status({ query: { team: teamUuid } })
  expect(status).toMatchObject({ locked: true, by: holders[0]!.email })
})

describe('while a member sets up Slack for a team', () => {
  const url = (path: string) => `https://hooks.slack.example/services/${path}`

  /** A Slack channel of a new team; the administrator holds the setup lease. */
  async function borrowed() {
    const teamUuid = await server.addTeam(admin, `Busy ${randomUUID()}`)
    const { channel } = await admin.api.notificationChannels.create({
      body: { kind: 'slack', name: 'Security', address: url('first'), teamUuid },
    })
    await admin.api.slackSetup.borrow({ query: { teamUuid } })
    const isLocked = async () => (await other.api.slackSetup.status({ query: { team: teamUuid } })).locked
    return { teamUuid, params: { channelUuid: channel.uuid }, isLocked }
  }

  test('others cannot change where its messages go, but can rename it and turn it off', async () => {
    const { params, isLocked } = await borrowed()
    const denied = { status: 409, errorType: 'slackSetupLocked' }
    const { update, remove } = other.api.notificationChannels
    await expect(update({ params, body: { address: url('second') } })).rejects.toMatchObject(denied)
    await expect(remove({ params })).rejects.toMatchObject(denied)
    const changed = await update({ params, body: { name: 'Renamed', active: false } })
    expect(changed).toMatchObject({ name: 'Renamed', active: false })
    expect(await isLocked()).toBe(true)
  })

  test.each(['update', 'rename', 'remove', 'configure'])('it ends with: %s', async (how) => {
    const { teamUuid, params, isLocked } = await borrowed()
    const { notificationChannels: channels, notifications } = admin.api
    if (how === 'update') await channels.update({ params, body: { address: url('second') } })
    if (how === 'rename') await channels.update({ params, body: { name: 'Renamed' } })
    if (how === 'remove') await channels.remove({ params })
    if (how === 'configure')
      await notifications.configure({ body: { team: teamUuid, slack: { url: url('third') } } })
    expect(await isLocked()).toBe(false)
  })
})
