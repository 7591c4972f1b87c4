import { expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const admin = forEachTest(() => server.newAccount())

const own = () => ({ params: { accountUuid: admin.accountUuid } })
const threshold = (tag: string, security: number | null, stability: number | null = null) => ({
  tag,
  minimumSecurity: security,
  minimumStability: stability,
  minimumLicensing: null,
})
const read = () => admin.api.accounts.configuration(own())

test('has defaults until the account sets its own, individually per score', async () => {
  const defaults = { security: 90, stability: 80, licensing: 95 }
  expect(await read()).toMatchObject({ minimumScores: { ...defaults, source: 'default' }, tagThresholds: [] })
  await admin.api.accounts.configure({ ...own(), body: { minimumScores: { stability: 60 } } })
  expect((await read()).minimumScores).toEqual({ ...defaults, stability: 60, source: 'account' })
})

test('can be parsed with grep: each name once, each number followed by a comma', async () => {
  await admin.api.tags.create({ body: { name: 'security' } })
  await admin.api.accounts.configure({ ...own(), body: { tagThresholds: [threshold('security', 50)] } })
  const response = await fetch(`${server.url}/api/v1/accounts/${admin.accountUuid}/configuration`, {
    headers: { authorization: admin.authorization },
  })
  const body = await response.text()
  for (const name of ['security', 'stability', 'licensing']) {
    expect(body.match(new RegExp(`"${name}":\\d+,`, 'g'))).toHaveLength(1)
    expect(body.split(`"${name}":`)).toHaveLength(2)
  }
})

test("of a project is the highest minimum of its tags, which may be lower than the account's", async () => {
  const { uuid: projectUuid } = await scan('https://example.org/tagged')
  for (const name of ['internal', 'payments']) {
    await admin.api.tags.create({ body: { name } })
    const { uuid } = (await admin.api.tags.list()).find((tag) => tag.name === name)!
    await admin.api.tags.update({ params: { tagUuid: uuid }, body: { projects: [projectUuid] } })
  }
  const tagThresholds = [threshold('internal', 20, 10), threshold('payments', 40)]
  await admin.api.accounts.configure({ ...own(), body: { tagThresholds } })
  expect((await read()).minimumScores).toMatchObject({ security: 90, source: 'default' })
  const ofProject = await admin.api.accounts.configuration({ ...own(), query: { projectUuid } })
  expect(ofProject.minimumScores).toEqual({ security: 40, stability: 10, licensing: 95, source: 'tags' })
  const { minimumScores } = await admin.api.scans.overview({ params: { projectUuid } })
  expect(minimumScores).toEqual({ security: 40, stability: 10, licensing: 95 })
})

test('decides by tags whether a scan passes', async () => {
  const url = 'https://example.org/assessed'
  const { uuid, security } = await scan(url)
  const outcome = async () => (await admin.api.scans.overview({ params: { projectUuid: uuid } })).scan.outcome
  expect([await outcome(), Number(security) < 90]).toEqual(['FAIL', true])
  const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'legacy' } })
  await admin.api.tags.update({ params: { tagUuid }, body: { projects: [uuid] } })
  const lenient = { ...threshold('legacy', 0, 0), minimumLicensing: 0 }
  await admin.api.accounts.configure({ ...own(), body: { tagThresholds: [lenient] } })
  await scan(url)
  expect(await outcome()).toBe('PASS')
})

test('follows renamed and removed tags, and rejects unknown ones', async () => {
  const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'old' } })
  const configure = (...tagThresholds: object[]) =>
    admin.api.accounts.configure({ ...own(), body: { tagThresholds: tagThresholds as never } })
  await configure(threshold('old', 70))
  await admin.api.tags.update({ params: { tagUuid }, body: { name: 'new' } })
  expect((await read()).tagThresholds).toEqual([threshold('new', 70)])
  await expect(configure(threshold('nobody', 70))).rejects.toMatchObject({ status: 404 })
  await expect(configure(threshold('new', 1), threshold('new', 2))).rejects.toMatchObject({
    errorType: 'invalidInput',
  })
  await expect(configure(threshold('new', 101))).rejects.toMatchObject({ errorType: 'invalidInput' })
  expect((await read()).tagThresholds).toEqual([threshold('new', 70)])
  await admin.api.tags.remove({ params: { tagUuid } })
  expect((await read()).tagThresholds).toEqual([])
})

test("of another account's project is hidden", async () => {
  const { uuid: projectUuid } = await scan('https://example.org/foreign')
  const stranger = await server.newAccount()
  await expect(
    stranger.api.accounts.configuration({
      params: { accountUuid: stranger.accountUuid },
      query: { projectUuid },
    }),
  ).rejects.toMatchObject({ status: 404 })
})

const scan = (url: string) =>
  admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(['lodash@4.17.4'])), url, branch: 'main' },
  })
