import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { pseudonymOf } from '#accounts/members/remove-member.ts'
import { addErasures, localErasures, readErasures } from '#platform/backup/erasure-list.ts'
import { impersonalColumns, personalRows } from './personal-rows.ts'
import { repeatErasures } from './repeat-erasures.ts'

const server = testServer()
const admin = forAllTests(() => server.newAccount())

/** A member with a language, a new name and an entry for each in the audit log. */
async function newMember() {
  const member = await server.addMember(admin, 'Collaborator')
  const params = { accountUuid: admin.accountUuid, memberUuid: member.uuid }
  await member.api.users.update({ body: { language: 'de' } })
  const name = `Q. ${randomUUID()}`
  await admin.api.members.update({ params, body: { name } })
  return { member, name, params }
}

/** Tables with a row that contains the text. Events end after 30 days, with their messages. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'outbox%' order by 1`.execute(
    server.db,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select 1 from ${sql.table(name)} each where strpos(each::text, ${text}) > 0 limit 1`.execute(server.db)
    if (hits.length > 0) found.push(name)
  }
  return found
}

const completed = async (memberUuid: string) =>
  (await admin.api.personalData.erasures({ params: { accountUuid: admin.accountUuid } })).find(
    (each) => each.memberUuid === memberUuid,
  )?.completedAt ?? null

test('an export has what is stored of the member, without secrets', async () => {
  const { member, name, params } = await newMember()
  const rows = await admin.api.personalData.export({ params })
  expect(rows.find(({ section }) => section === 'member')).toMatchObject({
    row: { uuid: member.uuid, email: member.email, name, language: 'de' },
  })
  expect(rows.filter(({ section }) => section === 'audit events')).toMatchObject([
    { row: { action: 'users.update', member_email: member.email } },
  ])
  expect(rows.filter(({ section }) => section === 'API tokens')).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('hash')
})

test('a member may be exported only by those who may change it', async () => {
  const { member, params } = await newMember()
  await expect(member.api.personalData.export({ params })).rejects.toMatchObject({ status: 403 })
  const stranger = await server.newAccount()
  await expect(stranger.api.personalData.export({ params })).rejects.toMatchObject({ status: 404 })
})

describe('an erased member', () => {
  test('is removed, and nowhere are name and address left', async () => {
    const { member, name, params } = await newMember()
    expect(await tablesWith(member.email)).toEqual(expect.arrayContaining(['audit_event', 'member']))
    await admin.api.personalData.erase({ params })
    await expect.poll(() => completed(member.uuid)).not.toBeNull()
    expect(await tablesWith(member.email)).toEqual([])
    expect(await tablesWith(name)).toEqual([])
    const { events } = await admin.api.audit.list({
      params: { accountUuid: admin.accountUuid },
      query: { memberUuid: member.uuid },
    })
    expect(events).toMatchObject([
      { action: 'users.update', memberEmail: pseudonymOf(member.uuid), address: '' },
    ])
  })

  test('may be one who was removed before, and is erased again after a restore', async () => {
    const { member, params } = await newMember()
    await admin.api.members.remove({ params })
    await server.mailed()
    expect(await tablesWith(member.email)).toContain('audit_event')
    await admin.api.personalData.erase({ params })
    await expect.poll(() => completed(member.uuid)).not.toBeNull()
    expect(await tablesWith(member.email)).toEqual([])
    await admin.api.personalData.erase({ params })
    await expect.poll(() => completed(member.uuid)).not.toBeNull()
  })

  test('is one of the account, and not its last administrator', async () => {
    const own = { accountUuid: admin.accountUuid, memberUuid: admin.uuid }
    await expect(admin.api.personalData.erase({ params: own })).rejects.toMatchObject({
      errorType: 'lastAdministrator',
    })
    const nobody = { ...own, memberUuid: randomUUID() }
    await expect(admin.api.personalData.erase({ params: nobody })).rejects.toMatchObject({ status: 404 })
  })
})

describe('after the restore of an older backup', () => {
  const list = (accountUuid: string, memberUuid: string) =>
    addErasures(localErasures(server.config), [{ accountUuid, memberUuid }])
  const repeat = () => repeatErasures(server.context)

  test('members of the list who are back are erased again, and nobody else', async () => {
    const [{ member, name }, other] = [await newMember(), await newMember()]
    await list(admin.accountUuid, member.uuid)
    expect(await repeat()).toBe(1)
    await expect(member.api.users.me()).rejects.toMatchObject({ status: 401 })
    await expect.poll(() => completed(member.uuid)).not.toBeNull()
    expect(await tablesWith(member.email)).toEqual([])
    expect(await tablesWith(name)).toEqual([])
    expect(await other.member.api.users.me()).toMatchObject({ id: other.member.uuid })
    const { events } = await admin.api.audit.list({
      params: { accountUuid: admin.accountUuid },
      query: { action: 'personalData.erase' },
    })
    expect(events[0]).toMatchObject({ credential: 'restore', target: { memberUuid: member.uuid } })
    expect(await repeat()).toBe(0)
  })

  test('those who left no trace need nothing, and other accounts are left alone', async () => {
    const [unknown, foreign] = [randomUUID(), await newMember()]
    await list(admin.accountUuid, unknown)
    await list(randomUUID(), foreign.member.uuid)
    expect(await repeat()).toBe(1)
    expect(await completed(unknown)).not.toBeNull()
    expect(await foreign.member.api.users.me()).toMatchObject({ id: foreign.member.uuid })
  })

  test('the last administrator of an account stays until there is another one', async () => {
    const owner = await server.newAccount()
    await list(owner.accountUuid, owner.uuid)
    expect(await repeat()).toBe(0)
    expect(server.logged()).toContain('is the last administrator of an account after a restore')
    await server.addMember(owner, 'Administrator')
    expect(await repeat()).toBe(1)
    await expect(owner.api.users.me()).rejects.toMatchObject({ status: 401 })
  })

  test('an erasure is listed outside of the database, by ids alone', async () => {
    const { member, params } = await newMember()
    await admin.api.personalData.erase({ params })
    const listed = { accountUuid: admin.accountUuid, memberUuid: member.uuid }
    await expect.poll(() => readErasures(localErasures(server.config))).toContainEqual(listed)
  })
})

test('each column that names a member is exported, or known to say nothing of the person', async () => {
  const { rows } = await sql<{ column: string }>`
    select concat(conrelid::regclass, '.', attname) as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'member'::regclass and attname <> 'account_uuid'
    union
    select concat(table_name, '.', column_name) from information_schema.columns
    where table_schema = 'public' and column_name in ('member_uuid', 'created_by', 'email')
    order by 1`.execute(server.db)
  const known = [...personalRows.map(({ table, of }) => `${table}.${of}`), ...impersonalColumns]
  expect(rows.map(({ column }) => column).filter((column) => !known.includes(column))).toEqual([])
})
