import { eventOf } from '@assay/contract/endpoint.ts'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { call, guarded, sendAll } from '#testing/contract-calls.ts'
import { type Ids, createResources } from '#testing/contract-ids.ts'

// What a GET returns about a resource of one team never depends on what another team has: whatever the other team does,
// its answers to callers of the first team stay the same.

let ids: Ids
/** Authorization by caller. */
const callers: Record<string, string> = {}

const server = testServer()
const own = forAllTests(() => server.newAccount())
beforeAll(async () => {
  const near = await server.addTeam(own, 'near')
  ids = await createResources(server, own, near)
  for (const role of ['Team administrator', 'Team viewer'] as const)
    callers[role] = await openSessionFor(server, await server.addMember(own, role, near))
  callers['token of the team'] = await server.addToken(own, { teamUuid: near })
  callers['token of the project'] = await server.addToken(own, { projectUuid: ids['projectUuid']! })
})

/** Other lists and counts are compared with the visible rows in contract-scopes.test.ts. */
const namesResource = (path: string) => /\{(?!accountUuid)\w*Uuid\}|\{id\}/.test(path)

const madeAt = /"createdAt":"[^"]*"/

type Reader = (authorization: string) => Promise<string>

const readers: Record<string, Reader> = Object.fromEntries(
  guarded
    .filter(({ endpoint: { method, path } }) => method === 'GET' && namesResource(path))
    .filter(({ endpoint: { responses } }) => !responses[200] || !eventOf(responses[200]))
    .map((operation) => [
      operation.id,
      async (authorization: string) => {
        const response = await call(server, operation, { authorization, ids })
        const text = await response.text()
        // Documents contain when they were made.
        if (operation.id === 'caseDocuments.file') return `${response.status} ${text.replace(madeAt, '')}`
        return text.startsWith('%PDF') ? `${response.status} PDF` : `${response.status} ${text}`
      },
    ]),
)

/** A toy that names a resource and leaks: how many projects of the account have the component, too. */
const leaky: Reader = async () => {
  const { count } = await server.db
    .selectFrom('project')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_uuid', '=', own.accountUuid)
    .executeTakeFirstOrThrow()
  return `200 {"projects":${count}}`
}

const readAll = async () => {
  const asked = Object.entries({ ...readers, leaky }).flatMap(([id, read]) =>
    Object.entries(callers).map(([caller, authorization]) => ({
      key: `${id} of ${caller}`,
      read,
      authorization,
    })),
  )
  const answers = await sendAll(
    asked,
    async ({ key, read, authorization }) => [key, await read(authorization)] as const,
  )
  return new Map(answers)
}

test('answers about a resource of one team stay the same, whatever another team adds', async () => {
  const before = await readAll()
  expect([...before.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(60)
  await createResources(server, own, await server.addTeam(own, 'far'))
  await server.mailed()
  const after = await readAll()
  const changed = [...before].filter(([key, answer]) => after.get(key) !== answer)
  expect(changed.map(([key, answer]) => [key, answer, after.get(key)])).toEqual(
    Object.keys(callers).map((caller) => [`leaky of ${caller}`, '200 {"projects":1}', '200 {"projects":2}']),
  )
})
