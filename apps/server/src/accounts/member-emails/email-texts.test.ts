import { languages } from '@assay/contract/languages.ts'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { openSessionFor, setPassword, signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { emailTexts, notices } from './email-texts.ts'
import { notifyMember } from './notify-member.ts'
import { accountScope } from '#auth/scope.ts'

const server = testServer({
  withWorker: false,
  settings: { ASSAY_SMTP_URL: 'smtp://127.0.0.1:1', ASSAY_REGISTRATION: 'true' },
})

/** All texts by path, with their variables filled in. */
function rendered(texts: object, path = ''): [string, string][] {
  const variables = new Proxy(
    {},
    { get: (_, name) => (name === Symbol.toPrimitive ? () => '{value}' : `{${String(name)}}`) },
  )
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'object') return rendered(value!, `${path}${key}.`)
    return [[path + key, typeof value === 'function' ? (value as Render)(variables) : (value as string)]]
  })
}
type Render = (variables: object) => string

describe.each(languages)('emails in %s', (language) => {
  const texts = rendered(emailTexts[language])

  test('have the texts of every other language, none of them twice', () => {
    expect(texts.map(([path]) => path)).toEqual(rendered(emailTexts.en).map(([path]) => path))
    expect(Object.keys(emailTexts[language].changes)).toEqual([...notices])
    for (const other of languages.filter((each) => each !== language)) {
      const inOther = new Map(rendered(emailTexts[other]))
      for (const [path, text] of texts) expect(inOther.get(path)).not.toBe(text)
    }
  })

  test('contain the same variables', () => {
    const variablesIn = (text = '') => new Set(text.match(/\{\w+\}/g))
    const inEnglish = new Map(rendered(emailTexts.en))
    for (const [path, text] of texts) expect(variablesIn(text)).toEqual(variablesIn(inEnglish.get(path)))
  })
})

const german = async (member: TestMember) => {
  await (await signedIn(server, member)).api.users.update({ body: { language: 'de' } })
  return member
}
const emailsTo = async ({ email }: TestMember) =>
  (await server.mailed()).filter(({ to }) => to === email).map(({ subject, text }) => `${subject}: ${text}`)

describe("a member's emails are in the chosen language", () => {
  test('about changes to the login, the role and the membership', async () => {
    const admin = await server.newAccount()
    const [member, other] = [
      await german(await server.addMember(admin, 'Viewer')),
      await server.addMember(admin, 'Viewer'),
    ]
    for (const { uuid: memberUuid, email } of [member, other]) {
      const params = { accountUuid: admin.accountUuid, memberUuid }
      await server.db
        .transaction()
        .execute((tx) =>
          notifyMember(tx, accountScope(admin.accountUuid), { memberUuid, email, notice: 'passkeyAdded' }),
        )
      await server.mailed()
      await admin.api.members.update({ params, body: { role: 'Collaborator' } })
      await server.mailed()
      await admin.api.members.remove({ params })
    }
    expect((await emailsTo(member)).toSorted()).toEqual([
      expect.stringMatching(/Anmeldemethoden.*: Ein Passkey wurde hinzugefügt.*Das betrifft Ihren Zugang/s),
      expect.stringMatching(/Mitgliedschaft.*: Sie wurden aus Ihrem Konto entfernt/),
      expect.stringMatching(/Rolle.* wurde von Viewer in Collaborator geändert.*Die Änderung stammt von/s),
    ])
    expect((await emailsTo(other)).toSorted()).toEqual([
      expect.stringMatching(/login methods.*: A passkey was added.*This concerns your login/s),
      expect.stringMatching(/membership.*: You were removed/),
      expect.stringMatching(/role.* was changed from Viewer to Collaborator/),
    ])
  })

  test('with a link to a new password', async () => {
    const admin = await server.newAccount()
    const member = await german(await server.addMember(admin, 'Viewer'))
    await setPassword(server, member)
    await server.anonymous.credentials.forget({ query: { email: member.email } })
    await expect
      .poll(() => emailsTo(member))
      .toEqual([expect.stringMatching(/^Ihr Assay-Passwort zurücksetzen: .*\/password#/s)])
  })

  test('from another member', async () => {
    const admin = await server.newAccount()
    const member = await german(await server.addMember(admin, 'Viewer'))
    const body = { subject: 'Hello', content: 'Please upgrade.', recepients: [member.email] }
    await admin.api.notifications.sendEmail({ body })
    expect(await emailsTo(member)).toEqual([expect.stringContaining(`Gesendet von ${admin.email} mit Assay`)])
  })
})

describe('members who follow their browser get emails in its language', () => {
  /** The first call of the web app. */
  const open = (authorization: string, liked?: string) =>
    fetch(`${server.url}/api/v1/users/me`, {
      headers: { authorization, ...(liked !== undefined && { 'accept-language': liked }) },
    })
  const languageOfEmail = async (admin: TestMember, member: TestMember) => {
    const sentBefore = (await emailsTo(member)).length
    const body = { subject: 'Hello', content: 'Please upgrade.', recepients: [member.email] }
    await admin.api.notifications.sendEmail({ body })
    const [email] = (await emailsTo(member)).slice(sentBefore)
    return email?.includes('Gesendet von') ? 'de' : 'en'
  }
  const prepare = async () => {
    const admin = await server.newAccount()
    const member = await server.addMember(admin, 'Viewer')
    return { admin, member, session: await openSessionFor(server, member) }
  }

  test('as last seen, even if it is one without texts', async () => {
    const { admin, member, session } = await prepare()
    const seen = []
    for (const liked of ['de-AT,de;q=0.9,en;q=0.5', 'en-GB', 'de', 'fr']) {
      expect((await open(session, liked)).status).toBe(200)
      seen.push(await languageOfEmail(admin, member))
    }
    expect(seen).toEqual(['de', 'en', 'de', 'en'])
  })

  test('and programs do not change it', async () => {
    const { admin, member, session } = await prepare()
    await open(session, 'de')
    await open(session, '*')
    await open(session)
    await open(member.authorization, 'en')
    expect(await languageOfEmail(admin, member)).toBe('de')
  })

  test('until they choose one, which deletes the stored browser language', async () => {
    const { admin, member, session } = await prepare()
    await open(session, 'de')
    await member.api.users.update({ body: { language: 'en' } })
    await open(session, 'de')
    expect(await languageOfEmail(admin, member)).toBe('en')
    const row = await server.db
      .selectFrom('member')
      .select(['language', 'browser_language'])
      .where('uuid', '=', member.uuid)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ language: 'en', browser_language: null })
  })

  test('and registrants, too', async () => {
    const email = 'registrant@example.org'
    const headers = { 'content-type': 'application/json', 'accept-language': 'de-DE' }
    const body = JSON.stringify({ email, password: 'a password of some length' })
    const url = `${server.url}/api/v1/credentials/register`
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
    await expect
      .poll(async () =>
        (await server.mailed()).filter(({ to }) => to === email).map(({ subject }) => subject),
      )
      .toEqual(['Ihre E-Mail-Adresse für Assay bestätigen'])
  })
})
