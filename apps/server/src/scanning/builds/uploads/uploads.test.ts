import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { ApiError } from '@assay/sdk/api-error.ts'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'

const server = testServer({ settings: { ASSAY_UPLOAD_LIMIT_MB: '8' } })
const member = forAllTests(() => server.newAccount())

const upload = (bytes: Uint8Array, { url = 'https://example.org/app', branch = 'main', by = member } = {}) =>
  by.api.uploads.intoNew({ body: { file: filePart(bytes), url, branch } })

const rejection = async (bytes: Uint8Array) => {
  const before = await member.api.projects.count({ params: { accountUuid: member.accountUuid } })
  const error = await upload(bytes, { url: `https://example.org/${Math.random()}` }).catch(
    (thrown: unknown) => thrown,
  )
  expect(await member.api.projects.count({ params: { accountUuid: member.accountUuid } })).toEqual(before)
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('POST /uploads/new/sbom-cdx.json', () => {
  test('scans and returns scores as strings', async () => {
    const build = await upload(npmInventory(['lodash@4.17.4', 'left-pad@1.3.0']))
    expect(build).toMatchObject({
      status: 'success',
      branch: 'main',
      account_uuid: member.accountUuid,
      issues: [],
    })
    expect(Number(build.security)).toBeLessThan(100)
    expect(build.stability).toMatch(/^\d+$/)
  })

  test('creates one project per url, with a branch per name', async () => {
    const [a, b] = [await upload(npmInventory([])), await upload(npmInventory([]), { branch: 'next' })]
    expect(b.uuid).toBe(a.uuid)
    const project = await member.api.projects.get({ params: { projectUuid: a.uuid } })
    expect(project).toMatchObject({
      url: 'https://example.org/app',
      name: 'example.org/app',
      branches: ['main', 'next'],
    })
  })

  test.each([
    ['an empty file', new Uint8Array()],
    ['broken JSON', new TextEncoder().encode('{"bomFormat":"CycloneDX",')],
    ['JSON of another kind', jsonBytes({ hello: 'world' })],
    ['XML', new TextEncoder().encode('<bom/>')],
    ['binary', new Uint8Array([0, 159, 146, 150, 0, 1])],
    ['JSON a million levels deep', new TextEncoder().encode('['.repeat(1_000_000))],
  ])('rejects %s with a message and stores nothing', async (_, bytes) => {
    const error = await rejection(bytes)
    expect(error.status).toBe(400)
    expect(error.message.length).toBeGreaterThan(15)
  })

  test('rejects a body that is too large', async () => {
    expect((await rejection(new Uint8Array(9 * 1024 * 1024).fill(32))).status).toBe(413)
  })

  test('rejects a body with an excessive Content-Length before it is sent', async () => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 9 * 1024 * 1024 * 1024,
      authorization: 'Bearer nobody',
    }
    const sent = request(`${server.url}/api/v1/uploads/new/sbom-cdx.json`, { method: 'POST', headers })
    sent.flushHeaders()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(413)
    sent.on('error', () => {}).destroy()
  })

  test('reports what it could not parse and scans the rest', async () => {
    const broken = [
      { type: 'library', 'bom-ref': 'a', name: 'no-version', purl: 'pkg:npm/no-version' },
      { type: 'library', 'bom-ref': 'a', name: 'no-purl', version: '1.0.0' },
      { type: 'library', name: 'bad-purl', version: '1', purl: 'pkg:%%%' },
      { type: 'library', name: 'lodash\0', version: '1\0', purl: 'pkg:npm/nul%00@1%00' },
      { type: 'library', 'bom-ref': 'l', name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' },
    ]
    const build = await upload(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.5', components: broken }))
    expect(build.status).toBe('success')
    const codes = build.issues.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['version-missing', 'purl-missing', 'purl-invalid']))
    expect(build.issues.every(({ where }) => where.startsWith('sbom-cdx.json'))).toBe(true)
  })

  test.each([
    String.raw`"name":"a\u0000b","version":"1\u0000"`,
    String.raw`"name":"a\ud800b","version":"\udc00","licenses":[{"license":{"name":"\ud800"}}]`,
    String.raw`"name":"a","version":"1","purl":"pkg:npm/a%00b@1%00"`,
    `"name":"${'😀'.repeat(3_000)}","version":"x${'😀'.repeat(3_000)}"`,
  ])('scans documents with text that cannot be stored: %.40s', async (component) => {
    const document = `{"bomFormat":"CycloneDX","specVersion":"1.5","components":[{"type":"library",${component}}]}`
    const build = await upload(new TextEncoder().encode(document), { branch: component.slice(0, 20) })
    expect(build).toMatchObject({ status: 'success' })
  })

  test('accepts 100,000 nested components', async () => {
    const open = '{"type":"library","name":"x","version":"1","purl":"pkg:npm/x@1","components":['
    const depth = 5_000
    const nested = `{"bomFormat":"CycloneDX","specVersion":"1.5","components":[${open.repeat(depth)}${']}'.repeat(depth)}]}`
    expect((await upload(new TextEncoder().encode(nested))).status).toBe('success')
    const flat = Array.from({ length: 40_000 }, (_, index) => `p${index}@1.0.0`)
    expect(['success', 'queued', 'scanning']).toContain((await upload(npmInventory(flat))).status)
  })

  test('limits a team member to projects of the team', async () => {
    const [mine, other] = [await server.addTeam(member, 'mine'), await server.addTeam(member, 'other')]
    const teammate = await server.addMember(member, 'Team administrator', mine)
    const build = await upload(npmInventory([]), { url: 'https://example.org/team', by: teammate })
    expect(await teammate.api.projects.get({ params: { projectUuid: build.uuid } })).toMatchObject({
      teamUuid: mine,
    })
    const foreignTeam = {
      file: filePart(npmInventory([])),
      url: 'https://example.org/x',
      branch: 'main',
      teamUuid: other,
    }
    await expect(teammate.api.uploads.intoNew({ body: foreignTeam })).rejects.toMatchObject({ status: 404 })
    // The account's project of the same url does not belong to the team.
    await expect(upload(npmInventory([]), { by: teammate })).rejects.toMatchObject({ status: 404 })
  })
})

describe('POST /uploads/new/folder', () => {
  const text = (filename: string, content: string) => filePart(new TextEncoder().encode(content), filename)
  const yarnLock = '# yarn lockfile v1\n\nlodash@4.17.4:\n  version "4.17.4"\n\nms@2:\n  version "2.0.0"\n'
  const send = (...file: ReturnType<typeof filePart>[]) =>
    member.api.uploads.folderIntoNew({ body: { file, url: 'https://example.org/folder', branch: 'main' } })

  test('scans all files as one inventory, including sibling files', async () => {
    const manifest = '{"dependencies":{"lodash":"4.17.4"},"devDependencies":{"ms":"2"}}'
    const build = await send(
      text('wéb/yarn.lock', yarnLock),
      text('wéb/package.json', manifest),
      text('./bom.json', new TextDecoder().decode(npmInventory(['left-pad@1.3.0']))),
      text('go/broken/package-lock.json', '{'),
    )
    expect(build).toMatchObject({
      status: 'success',
      issues: [{ where: 'go/broken/package-lock.json', isUnread: true }],
    })
    const params = { projectUuid: build.uuid, reportUuid: build.reportUuid! }
    const { security } = await member.api.reports.fullOf({ params })
    expect(JSON.stringify(security.assessments)).toContain('wéb/yarn.lock')
    const components = await member.api.scans.components({
      params: { projectUuid: build.uuid },
      query: { branch: 'main' },
    })
    expect(components.map(({ name, scope }) => `${name} ${scope}`).toSorted()).toEqual([
      'left-pad runtime',
      'lodash runtime',
      'ms test',
    ])
  })

  test('is incomplete if one of the files cannot be read: the outcome is not PASS', async () => {
    const minimumScores = { security: 0, stability: 0, licensing: 0 }
    const { accountUuid } = member
    await member.api.accounts.configure({ params: { accountUuid }, body: { minimumScores } })
    const partial = await send(text('a/yarn.lock', yarnLock), text('b/package-lock.json', '{'))
    expect(partial).toMatchObject({ status: 'success', outcome: 'UNDECLARED' })
    const params = { projectUuid: partial.uuid, reportUuid: partial.reportUuid! }
    expect(await member.api.reports.fullOf({ params })).toMatchObject({
      outcome: 'UNDECLARED',
      issues: [{ where: 'b/package-lock.json', isUnread: true }],
    })
    expect(await send(text('a/yarn.lock', yarnLock))).toMatchObject({ outcome: 'PASS' })
  })

  test('scans one file alone', async () => {
    expect(await send(text('yarn.lock', yarnLock))).toMatchObject({ status: 'success' })
  })

  test.each([
    ['files without a path in the project', ['../yarn.lock'], 'pathInvalid'],
    ['two files with the same path', ['a/yarn.lock', './a/yarn.lock'], 'pathRepeated'],
    ['only unreadable files', ['a.json', 'b.json'], 'unreadableDocument'],
  ])('rejects %s', async (_, paths, errorType) => {
    const content = errorType === 'unreadableDocument' ? '{}' : yarnLock
    const sent = send(...paths.map((path) => text(path, content)))
    await expect(sent).rejects.toMatchObject({ status: 400, errorType })
  })
})

describe('POST /uploads/{uuid}/sbom-cdx.json', () => {
  test('scans for an existing project', async () => {
    const { uuid } = await upload(npmInventory([]))
    const body = { file: filePart(npmInventory(['lodash@4.17.4'])), branch: 'main' }
    expect(await member.api.uploads.intoProject({ params: { projectUuid: uuid }, body })).toMatchObject({
      uuid,
      status: 'success',
    })
  })

  test('assigns the project to the named team', async () => {
    const { uuid } = await upload(npmInventory([]), { url: 'https://example.org/given' })
    const teamUuid = await server.addTeam(member, 'owners')
    const send = (team: string) =>
      member.api.uploads.intoProject({
        params: { projectUuid: uuid },
        body: { file: filePart(npmInventory([])), branch: 'main', teamUuid: team },
      })
    await send(teamUuid)
    expect(await member.api.projects.get({ params: { projectUuid: uuid } })).toMatchObject({ teamUuid })
    await expect(send(randomUUID())).rejects.toMatchObject({ status: 404 })
    expect(await member.api.projects.get({ params: { projectUuid: uuid } })).toMatchObject({ teamUuid })
  })

  test('keeps the file name only if the format depends on it', async () => {
    const { uuid } = await upload(npmInventory([]), { url: 'https://example.org/by-name' })
    const lock = { lockfileVersion: 3, packages: { '': {}, 'node_modules/lodash': { version: '4.17.4' } } }
    const files = [
      filePart(new TextEncoder().encode('django==2.2\n'), 'requirements.txt'),
      filePart(jsonBytes(lock), 'package-lock.json'),
    ]
    for (const file of files) {
      const body = { file, branch: file.filename }
      await member.api.uploads.intoProject({ params: { projectUuid: uuid }, body })
    }
    const locationsOf = async (branch: string) => {
      const findings = await member.api.scans.findings({ params: { projectUuid: uuid }, query: { branch } })
      return new Set(findings.flatMap(({ versions }) => versions.flatMap(({ locations }) => locations)))
    }
    expect(await locationsOf('requirements.txt')).toEqual(new Set(['requirements.txt']))
    expect(await locationsOf('package-lock.json')).toEqual(new Set(['sbom-cdx.json']))
  })

  test('also reads package-lock.json', async () => {
    const { uuid } = await upload(npmInventory([]))
    const lock = { lockfileVersion: 3, packages: { '': {}, 'node_modules/lodash': { version: '4.17.4' } } }
    const body = { file: filePart(jsonBytes(lock)), branch: 'lock', path: 'package-lock.json' }
    const build = await member.api.uploads.intoProject({ params: { projectUuid: uuid }, body })
    expect(Number(build.security)).toBeLessThan(100)
  })
})
