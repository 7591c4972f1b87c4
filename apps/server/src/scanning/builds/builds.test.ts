import { createAssayClient } from '@assay/sdk/client.ts'
import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { accountScope } from '#auth/scope.ts'
import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { newSpoolPath } from '#platform/uploads/spool.ts'
import { loadDocuments } from '#scanning/builds/documents/document-store.ts'
import { scanBuildJob } from '#scanning/scans/scan-build-job.ts'
import { scanBuild } from '#scanning/scans/scan-build.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

describe('builds endpoints', () => {
  let server: TestServer
  let member: TestMember
  beforeAll(async () => {
    server = await startTestServer()
    member = await server.newAccount()
  })
  afterAll(() => server.stop())

  const post = (path: string, body?: unknown, method = 'POST') =>
    fetch(server.url + path, {
      method,
      headers: {
        authorization: member.authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  /** Scanners send the id once, in the headers and body together. */
  const create = async () => {
    const response = await post('/api/v1/builds', { branch: 'head', url: 'docker:image' })
    const all = `${JSON.stringify([...response.headers])}\n${await response.text()}`
    const ids = all.match(/builds\/[\w-]+/g)!
    expect([response.status, ids.length]).toEqual([200, 1])
    return ids[0]
  }

  test('go from url and dependencies to scores', async () => {
    const build = await create()
    const lines = { content: 'lodash,4.17.4\nleft-pad,1.3.0', language: 'nodejs', path: '/?format=csv' }
    expect((await post(`/api/v1/${build}/dependencies`, lines, 'PUT')).status).toBe(200)
    expect((await post(`/api/v1/${build}/start?force=false&scopes=prod`)).status).toBe(200)
    let text = ''
    do
      text = await (
        await fetch(`${server.url}/api/v1/${build}`, { headers: { authorization: member.authorization } })
      ).text()
    while (!text.includes('"status":"success"'))
    expect(text.match(/"uuid"/g)).toHaveLength(1)
    expect(text).toMatch(/"security":"\d+","stability":"\d+","licensing":"\d+"/)
  })

  test('are found by the token that submitted them', async () => {
    const { api, accountUuid } = await server.newAccount()
    const file = filePart(npmInventory(['left-pad@1.3.0']))
    const upload = (by: typeof api, url: string) =>
      by.uploads.intoNew({ body: { file, branch: 'main', url } })
    const make = () => api.tokens.create({ params: { accountUuid }, body: { name: 'CI', access: 'write' } })
    const [ours, other] = [await make(), await make()]
    const lastOf = async ({ uuid: tokenUuid }: { uuid: string }) =>
      (await api.builds.lastOfToken({ params: { accountUuid, tokenUuid } })).build?.id ?? null
    const by = ({ token }: { token: string }) =>
      createAssayClient({ baseUrl: server.url, authorization: () => `Bearer ${token}` })
    // Neither the session's scans nor those of another token.
    await upload(api, 'docker:one')
    await upload(by(other), 'docker:two')
    expect(await lastOf(ours)).toBeNull()
    await upload(by(ours), 'docker:three')
    const { id } = await upload(by(ours), 'docker:four')
    expect(await lastOf(ours)).toBe(id)

    const otherAccount = await server.newAccount()
    const params = { accountUuid: otherAccount.accountUuid, tokenUuid: ours.uuid }
    await expect(otherAccount.api.builds.lastOfToken({ params })).rejects.toMatchObject({ status: 404 })
  })

  test('store and report an unsupported language', async () => {
    const build = await create()
    await post(`/api/v1/${build}/dependencies`, { content: 'unit,1.0', language: 'pascal' }, 'PUT')
    await post(`/api/v1/${build}/start`)
    const id = build.slice('builds/'.length)
    await expect.poll(async () => (await member.api.builds.get({ params: { id } })).status).toBe('success')
    const { issues } = await member.api.builds.get({ params: { id } })
    expect(issues.map(({ code }) => code)).toContain('ecosystem-unsupported')
  })

  test('a build accepts no more documents and bytes than one upload', async () => {
    const lines = { content: 'lodash,4.17.4', language: 'nodejs', path: '/?format=csv' }
    const full = await create()
    const add = (build: string) => post(`/api/v1/${build}/dependencies`, lines, 'PUT')
    expect((await add(full)).status).toBe(200)
    const uuid = full.split('/')[1]!
    await sql`
      insert into build_document (account_uuid, build_uuid, position, path, format, digest)
      select account_uuid, build_uuid, place, path, format, digest
      from build_document, generate_series(1, 998) place where build_uuid = ${uuid}`.execute(server.db)
    expect([(await add(full)).status, (await add(full)).status]).toEqual([200, 413])
    const large = await create()
    expect((await add(large)).status).toBe(200)
    await sql`update document set size = 256 * 1024 * 1024 - 5 where account_uuid = ${member.accountUuid}`.execute(
      server.db,
    )
    expect((await add(large)).status).toBe(413)
  })

  describe('a package with too many versions is rejected', () => {
    const message = expect.stringMatching(/'lodash' has more than 200 versions/) as string
    const versions = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `4.${from + at}.0`)
    const listOf = (from: number, count: number) => ({
      content: versions(from, count)
        .map((version) => `lodash,${version}`)
        .join('\n'),
      language: 'nodejs',
      path: '/?format=csv',
    })
    const fileOf = (from: number, count: number) =>
      filePart(npmInventory(versions(from, count).map((version) => `lodash@${version}`)))
    const target = { url: 'https://example.org/crowded', branch: 'main' }

    test('in a list', async () => {
      const response = await post(`/api/v1/${await create()}/dependencies`, listOf(0, 201), 'PUT')
      expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ message })])
    })

    test('in a file', async () => {
      const upload = member.api.uploads.intoNew({ body: { ...target, file: fileOf(0, 201) } })
      await expect(upload).rejects.toMatchObject({ status: 400, message })
    })

    test('in several lists together', async () => {
      const build = await create()
      for (const list of [listOf(0, 150), listOf(150, 150)])
        expect((await post(`/api/v1/${build}/dependencies`, list, 'PUT')).status).toBe(200)
      await post(`/api/v1/${build}/start`)
      const id = build.slice('builds/'.length)
      const read = () => member.api.builds.get({ params: { id } })
      await expect.poll(async () => (await read()).status).toBe('failed')
      expect((await read()).reason).toEqual(message)
    })
  })

  test('documents that cannot all be loaded leave no file', async () => {
    const build = await create()
    const uuid = build.split('/')[1]!
    for (const content of ['lodash,4.17.5', 'lodash,4.17.6'])
      await post(
        `/api/v1/${build}/dependencies`,
        { content, language: 'nodejs', path: '/?format=csv' },
        'PUT',
      )
    await sql`
      update document set size = 2000000, content = case position when 0 then content else 'unreadable' end
      from build_document where build_document.digest = document.digest
        and build_document.account_uuid = document.account_uuid and build_uuid = ${uuid}`.execute(server.db)
    const filesBefore = await readdir(dirname(await newSpoolPath()))
    await expect(loadDocuments(server.db, accountScope(member.accountUuid), uuid)).rejects.toThrow()
    expect(await readdir(dirname(await newSpoolPath()))).toEqual(filesBefore)
  })

  test('a build without dependencies cannot start, and a started build accepts no more', async () => {
    const build = await create()
    expect((await post(`/api/v1/${build}/start`)).status).toBe(400)
    const lines = { content: 'a,1.0.0', language: 'nodejs' }
    await post(`/api/v1/${build}/dependencies`, lines, 'PUT')
    await post(`/api/v1/${build}/start`)
    expect((await post(`/api/v1/${build}/dependencies`, lines, 'PUT')).status).toBe(409)
    expect((await post(`/api/v1/${build}/start`)).status).toBe(200)
  })

  test('a failed build says why and runs again, unless its branch was scanned since', async () => {
    const server = await startTestServer({ withWorker: false })
    onTestFinished(() => server.stop())
    const { api, accountUuid } = await server.newAccount()
    const scope = accountScope(accountUuid)
    const file = filePart(npmInventory(['lodash@4.17.4']))
    const upload = () =>
      api.uploads.intoNew({ body: { file, url: 'https://example.org/a', branch: 'main', wait: 'false' } })
    const [first, second] = [await upload(), await upload()]
    for (const { id } of [first, second])
      await scanBuildJob.onExhausted!(server.context, { accountUuid, buildUuid: id }, 'The job took too long')
    const at = ({ id }: { id: string }) => ({ params: { id } })
    const reason = 'The scan failed: The job took too long'
    expect(await api.builds.get(at(first))).toMatchObject({ status: 'failed', reason })
    expect(await api.builds.start(at(second))).toMatchObject({ status: 'queued', reason: null })
    const advisories = openAdvisories({ db: server.db, folder: server.config.dataFolder })
    await scanBuild({ db: server.db, advisories }, scope, { buildUuid: second.id })
    expect(await api.builds.get(at(second))).toMatchObject({ status: 'success' })
    await expect(api.builds.start(at(first))).rejects.toMatchObject({ errorType: 'buildSuperseded' })
  })

  test('a leading double slash reaches the same route, and auth schemes are case-insensitive', async () => {
    const headers = { authorization: member.authorization.replace('token', 'Token') }
    expect((await fetch(`${server.url}//api/v1/accounts/me`, { headers })).status).toBe(200)
  })
})

describe('an acknowledged build', () => {
  test('waits for a worker and yields one scan, however many workers receive it', async () => {
    const server = await startTestServer({ withWorker: false })
    const member = await server.newAccount()
    const body = {
      file: filePart(npmInventory(['lodash@4.17.4'])),
      url: 'https://example.org/late',
      branch: 'main',
    }
    const build = await member.api.uploads.intoNew({ body })
    expect(build).toMatchObject({ status: 'queued', security: null })

    const parts = {
      db: server.db,
      advisories: openAdvisories({ db: server.db, folder: server.config.dataFolder }),
    }
    const scope = accountScope(member.accountUuid)
    // The first worker crashes after it marked the build as scanning.
    await server.db.updateTable('build').set({ state: 'scanning' }).where('uuid', '=', build.id).execute()
    await Promise.all([
      scanBuild(parts, scope, { buildUuid: build.id }),
      scanBuild(parts, scope, { buildUuid: build.id }),
      scanBuild(parts, scope, { buildUuid: build.id }),
    ])
    await scanBuild(parts, scope, { buildUuid: build.id })

    const history = await member.api.reports.history({ params: { projectUuid: build.uuid } })
    expect(history).toHaveLength(1)
    expect(await member.api.builds.get({ params: { id: build.id } })).toMatchObject({ status: 'success' })
    await server.stop()
  })
})
