import type { AssistantEvent } from '@assay/contract/assistant-conversations.ts'
import { beforeEach, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startModelServer } from '#testing/model-server.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { newOperator } from '#testing/upload-advisories.ts'
import { maxAnswerTokens } from './answer-question.ts'

const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
const model = forAllTests(startModelServer)
const operator = forAllTests(async () => signedIn(server, await newOperator(server)))

let member: TestMember
const newMember = async () => {
  const added = await signedIn(server, await server.newAccount())
  await added.api.barista.allow({ body: { isAllowed: true } })
  return added
}
const setUp = (dailyTokens = 1_000_000) =>
  operator.api.barista.saveService({ body: { url: model.url, model: 'small', dailyTokens } })
beforeEach(async () => {
  model.requests.length = 0
  model.turns.length = 0
  model.respond = () => ({ text: 'I do not know.' })
  member = await newMember()
  await setUp()
})

const begin = async () => (await member.api.barista.createWithSummary({ body: {} })).id

async function ask(conversationUuid: string) {
  const body = { question: 'What should I fix first?' }
  const stream = await member.api.barista.ask({ params: { conversationUuid }, body })
  const events: AssistantEvent[] = []
  for await (const event of stream) events.push(event)
  const last = events.at(-1)
  return last?.type === 'done' ? last.message : undefined
}

const usedTokens = async () => (await member.api.barista.state()).usedTokens

test('a model that requests data of another account gets none of it', async () => {
  const other = await newMember()
  const { uuid: projectUuid } = await other.api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['canary-package@1.0.0', 'lodash@4.17.4'])),
      branch: 'canary-branch',
      url: 'https://canary.example/other',
    },
  })
  const names = [projectUuid, 'canary.example/other', 'https://canary.example/other']
  const calls = [
    ...names.flatMap((project) => [
      { name: 'list_findings', input: { project } },
      { name: 'list_fixes', input: { project } },
      { name: 'dependency_paths', input: { project, package: 'canary-package', version: '1.0.0' } },
    ]),
    { name: 'components', input: { name: 'canary' } },
    { name: 'list_findings', input: { accountUuid: other.accountUuid, scope: 'all' } },
    { name: 'vulnerability', input: { id: 'CVE-2019-10744' } },
    { name: '__proto__', input: {} },
    { name: 'constructor', input: '{"__proto__":{"teams":"all"}}' },
  ]
  const id = await begin()
  // At most four at once are run.
  for (let start = 0; start < calls.length; start += 4)
    model.turns.push({ calls: calls.slice(start, start + 4) })
  model.turns.push({ text: 'I do not know.' })
  const message = await ask(id)
  expect(message?.sent.lookups).toHaveLength(calls.length)
  const told = model.requests.at(-1)!.body!.messages.filter(({ role }) => role === 'tool')
  expect(told).toHaveLength(calls.length)
  const words = told.map(({ content }) => content).join('\n')
  // Projects it named are reported as unknown.
  expect(words).toContain('No project that you can see is called')
  expect(words).not.toMatch(/canary-(?:branch|package)/)
  expect(message?.sources).toEqual([])
})

test('fifty concurrent questions reserve no more than the daily limit', async () => {
  await setUp(3 * maxAnswerTokens)
  const ids: string[] = []
  for (let count = 0; count < 50; count++) ids.push(await begin())
  // None of them ends and refunds its unused tokens.
  model.respond = () => ({ fault: 'silent' })
  const leaving = new AbortController()
  const body = { question: 'What should I fix first?' }
  const asked = await Promise.allSettled(
    ids.map((conversationUuid) =>
      member.api.barista.ask({ params: { conversationUuid }, body }, { signal: leaving.signal }),
    ),
  )
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const reasons = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as object] : []))
  for (const reason of reasons) expect(reason).toMatchObject({ status: 429, errorType: 'dailyLimitReached' })
  expect(await usedTokens()).toBe(3 * maxAnswerTokens)
  leaving.abort()
  await expect.poll(usedTokens, { timeout: 60_000 }).toBeLessThan(maxAnswerTokens)
  expect(model.requests).toHaveLength(3)
})

test('a conversation that is deleted while it is answered stays deleted, and unused tokens are refunded', async () => {
  const id = await begin()
  model.turns.push({ fault: 'silent' })
  const leaving = new AbortController()
  const request = { params: { conversationUuid: id }, body: { question: 'Anyone?' } }
  await member.api.barista.ask(request, { signal: leaving.signal })
  expect(await usedTokens()).toBe(maxAnswerTokens)
  await member.api.barista.remove({ params: { conversationUuid: id } })
  leaving.abort()
  await expect.poll(usedTokens, { timeout: 60_000 }).toBeLessThan(maxAnswerTokens)
  expect(await member.api.barista.conversations()).toEqual([])
  await expect(member.api.barista.conversation({ params: { conversationUuid: id } })).rejects.toMatchObject({
    status: 404,
  })
  const { events } = await member.api.audit.list({ params: { accountUuid: member.accountUuid }, query: {} })
  expect(events.find(({ action }) => action === 'barista.sent')).toMatchObject({
    after: { state: 'stopped', requests: 1 },
  })
})
