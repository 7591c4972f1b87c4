import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

const scan = (url: string, packages: string[], branch = 'main') =>
  member.api.uploads.intoNew({ body: { file: filePart(npmInventory(packages)), url, branch } })

test('a version keeps the scan that it was published with, whatever is scanned afterwards', async () => {
  const url = 'https://example.org/versioned'
  const { uuid: projectUuid, reportUuid } = await scan(url, ['lodash@4.17.4'])
  const params = { projectUuid }
  const made = await member.api.versions.create({
    params,
    body: { name: '1.0', tag: 'v1.0', releasedAt: '2026-01-02', supportedUntil: '2199-12-31' },
  })
  expect(made).toMatchObject({ name: '1.0', tag: 'v1.0', branch: 'main', reportUuid, isSupported: true })
  expect(made.findings.HIGH).toBeGreaterThan(0)
  await scan(url, ['lodash@4.17.21'])
  await scan(url, ['left-pad@1.3.0'], 'release/2')
  await member.api.versions.create({ params, body: { name: '2.0', branch: 'release/2' } })
  const [second, first] = await member.api.versions.list({ params })
  expect(first).toEqual(made)
  expect(second).toMatchObject({ name: '2.0', branch: 'release/2', findings: {}, supportedUntil: null })
})

test('a version has dates that can change, and a name of its own', async () => {
  const { uuid: projectUuid } = await scan('https://example.org/dates', ['left-pad@1.3.0'])
  const create = (name: string) => member.api.versions.create({ params: { projectUuid }, body: { name } })
  const { uuid: versionUuid } = await create('1.0')
  await create('1.1')
  const params = { projectUuid, versionUuid }
  await expect(create('1.0')).rejects.toMatchObject({ status: 409, errorType: 'versionExists' })
  await expect(member.api.versions.update({ params, body: { name: '1.1' } })).rejects.toMatchObject({
    errorType: 'versionExists',
  })
  const ended = await member.api.versions.update({ params, body: { supportedUntil: '2026-01-31' } })
  expect(ended).toMatchObject({ name: '1.0', supportedUntil: '2026-01-31', isSupported: false })
  await member.api.versions.remove({ params })
  expect((await member.api.versions.list({ params: { projectUuid } })).map(({ name }) => name)).toEqual([
    '1.1',
  ])
})

test('a branch without a scan, or the scan of another branch, gives no version', async () => {
  const { uuid: projectUuid } = await scan('https://example.org/none', ['left-pad@1.3.0'])
  const { reportUuid } = await scan('https://example.org/other', ['left-pad@1.3.0'])
  const params = { projectUuid }
  for (const body of [
    { name: '1', branch: 'unknown' },
    { name: '1', reportUuid: reportUuid! },
  ])
    await expect(member.api.versions.create({ params, body })).rejects.toMatchObject({ status: 404 })
})
