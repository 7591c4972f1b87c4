import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { jobs } from '#jobs.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { newOperator } from '#testing/upload-advisories.ts'

const server = testServer({ withWorker: false })

async function use({ accountUuid, uuid }: TestMember, daysAgo: number[]): Promise<void> {
  for (const days of daysAgo)
    await sql`insert into assistant_use values
      (${accountUuid}, ${uuid}, current_date - ${days}::int, 1000, 1, 'models.example.org')`.execute(
      server.db,
    )
}

test('daily usage is deleted after 90 days, except the last day of each member', async () => {
  const member = await server.newAccount()
  const operator = await signedIn(server, await newOperator(server))
  await operator.api.barista.saveService({ body: { url: 'https://models.example.org/v1', model: 'small' } })
  const viewer = await signedIn(server, await server.addMember(member, 'Viewer'))
  await use(member, [0, 90, 91, 400])
  await use(viewer, [100, 200])
  const job = jobs.find(({ name }) => name === 'remove-old-events')!
  await job.run(server.context, {}, { priority: 'refresh' })
  const { rows } = await sql<{ days: number }>`
    select current_date - day as days from assistant_use where account_uuid = ${member.accountUuid}
    order by days`.execute(server.db)
  expect(rows.map(({ days }) => days)).toEqual([0, 90, 100])
  expect(await viewer.api.barista.state()).toMatchObject({ usedTokens: 0, hasAsked: true })
})
