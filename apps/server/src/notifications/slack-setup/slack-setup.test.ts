import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

let server: TestServer
let admin: TestMember
let other: TestMember
let team: string
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
  admin = await server.newAccount()
  other = await server.addMember(admin, 'Administrator')
  team = await server.addTeam(admin, 'Web')
})
afterAll(() => server.stop())

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
