import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })
const admin = forAllTests(() => server.newAccount())

const recipients = ['someone@example.org']

describe('GET and POST /notifications/config', () => {
  test('the account and each team have their own default channels, which null removes', async () => {
    const { notifications } = admin.api
    const team = await server.addTeam(admin, 'Web')
    expect(await notifications.config({})).toEqual({
      teamUuid: null,
      canEmail: true,
      email: null,
      slack: null,
    })
    await notifications.configure({ body: { team, email: { recipients } } })
    expect(await notifications.config({ query: { team } })).toMatchObject({
      teamUuid: team,
      email: { kind: 'email', recipients },
    })
    expect((await notifications.config({})).email).toBeNull()
    await notifications.configure({ body: { team, email: null } })
    expect((await notifications.config({ query: { team } })).email).toBeNull()
  })

  test("another account's team is not found", async () => {
    const team = await server.addTeam(await server.newAccount(), 'Theirs')
    await expect(admin.api.notifications.config({ query: { team } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('POST /notifications/notify_test', () => {
  test('sends a test message to the default channel, and 404 where there is none', async () => {
    const { api } = await server.newAccount()
    const query = { type: 'email' as const }
    await expect(api.notifications.test({ query })).rejects.toMatchObject({ status: 404 })
    await api.notifications.configure({ body: { email: { recipients: ['tested@example.org'] } } })
    expect((await api.notifications.test({ query: { ...query, team: '' } })).deliveryUuids).toHaveLength(1)
    const sent = (await server.mailed()).filter(({ to }) => to === 'tested@example.org')
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringContaining('Test message')])
  })
})

describe('POST /notifications/send_email', () => {
  const body = { subject: 'Hello', content: 'Please upgrade.' }

  test('emails each member once, and names the sender', async () => {
    const { api, email } = await server.newAccount()
    expect(await api.notifications.sendEmail({ body: { ...body, recepients: [email, email] } })).toEqual({
      queued: 1,
    })
    const sent = (await server.mailed()).filter(({ to, subject }) => to === email && subject === 'Hello')
    expect(sent).toHaveLength(1)
    expect(sent[0]!.text).toContain(`Please upgrade.\n\nSent by ${email}`)
  })

  test('emails nobody if one of the addresses does not belong to a member', async () => {
    const { api, email } = await server.newAccount()
    const recepients = [email, 'stranger@example.net']
    await expect(api.notifications.sendEmail({ body: { ...body, recepients } })).rejects.toMatchObject({
      status: 400,
      errorType: 'recipientUnknown',
    })
    expect((await server.mailed()).filter(({ to, subject }) => to === email && subject === 'Hello')).toEqual(
      [],
    )
  })
})
