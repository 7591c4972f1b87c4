import { dayMs } from '@assay/engine/time.ts'
import type { BadgeAccess } from '@assay/contract/badges.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let projectUuid: string
const server = testServer()
const owner = forAllTests(() => server.newAccount())
beforeAll(async () => {
  projectUuid = await scan(owner, 'https://github.com/Acme/Web.git')
})

async function scan(
  member: TestMember,
  url: string,
  { branch = 'main', packages = ['left-pad@1.3.0'] } = {},
) {
  const body = { file: filePart(npmInventory(packages)), url, branch }
  return (await member.api.uploads.intoNew({ body })).uuid
}

const configure = (access: BadgeAccess, newSlug = false, member = owner) =>
  member.api.badges.configure({ params: { projectUuid }, body: { access, newSlug } })

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const nameOf = (svg: string) => /aria-label="([^"]*)"/.exec(svg)![1]
/** The text of a badge. */
async function read(path: string, headers?: Record<string, string>) {
  const response = await get(path, headers)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  return nameOf(await response.text())
}
const own = (rest = '') => `/api/v2/badges/${projectUuid}/security${rest}`

describe('POST /projects/{projectUuid}/badges', () => {
  test('turns badges on, renews their slug and turns them off, with an audit event each', async () => {
    const params = { projectUuid }
    expect(await owner.api.badges.settings({ params })).toEqual({
      access: 'off',
      slug: null,
      github: 'acme/web',
    })
    const first = await configure('slug')
    expect(first).toMatchObject({ access: 'slug', slug: expect.stringMatching(/^[\w-]{22}$/) })
    expect(await configure('public')).toEqual({ ...first, access: 'public' })
    const renewed = await configure('slug', true)
    expect(renewed.slug).not.toBe(first.slug)
    expect(await owner.api.badges.settings({ params })).toEqual(renewed)
    expect(await configure('off')).toMatchObject({ access: 'off', slug: null })
    const { events } = await owner.api.audit.list({ params: owner, query: {} })
    const configured = events.filter(({ action }) => action === 'badges.configure')
    expect(configured).toHaveLength(4)
    expect(configured[0]).toMatchObject({
      target: { projectUuid },
      before: { access: 'slug' },
      after: { access: 'off' },
    })
    expect(JSON.stringify(configured)).not.toContain(renewed.slug)
  })

  test('requires write permission and a project of the account', async () => {
    const viewer = await server.addMember(owner, 'Viewer')
    await expect(configure('public', false, viewer)).rejects.toMatchObject({ status: 403 })
    await expect(configure('public', false, await server.newAccount())).rejects.toMatchObject({ status: 404 })
    expect(await read(own())).toBe('security: unknown')
  })
})

describe('GET /badges/{uuid}/{domain}', () => {
  test('is gray for a visitor while badges are off, and never an error', async () => {
    await configure('off')
    const none = '00000000-0000-4000-8000-000000000000'
    const unknown = await (await get(own())).text()
    for (const path of [own('?slug=x'), `/api/v2/badges/${none}/security`, '/api/v2/badges/x/security'])
      expect(await (await get(path)).text()).toBe(unknown)
    expect(nameOf(unknown)).toBe('security: unknown')
    expect(await read(`/api/v2/badges/${projectUuid}/nonsense`)).toBe('badge: unknown')
    expect((await get(own())).headers.get('cache-control')).toBe('private, no-cache')
  })

  test('shows a visitor with the slug the score of its project only', async () => {
    const { slug } = await configure('slug')
    expect(await read(own(`?slug=${slug}`))).toBe('security: 100')
    expect(await read(own('?slug=other'))).toBe('security: unknown')
    expect(await read(own())).toBe('security: unknown')
    const other = await scan(owner, 'https://example.org/other')
    expect(await read(`/api/v2/badges/${other}/security?slug=${slug}`)).toBe('security: unknown')
    await configure('slug', true)
    expect(await read(own(`?slug=${slug}`))).toBe('security: unknown')
  })

  test('shows everyone the score of a public project, by branch, report and domain', async () => {
    await configure('public')
    await scan(owner, 'https://github.com/Acme/Web.git', { branch: 'a/b', packages: ['lodash@4.17.4'] })
    expect(await read(own())).toBe('security: 100')
    const score = await read(own('?branch=a%2Fb'))
    expect(score).toMatch(/^security: \d{1,2}$/)
    expect(await read(own('?branch=none'))).toBe('security: unknown')
    const { scans } = await owner.api.scans.overview({ params: { projectUuid }, query: { branch: 'a/b' } })
    expect(await read(own(`?reportUuid=${scans[0]!.uuid}`))).toBe(score)
    expect(await read(own('?reportUuid=nonsense'))).toBe('security: unknown')
    expect(await read(`/api/v2/badges/${projectUuid}/licensing?label=licenses`)).toBe('licenses: 100')
  })

  test('is cached by proxies for minutes, revalidated by ETag, and cannot run scripts', async () => {
    await configure('public')
    const response = await get(own())
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('set-cookie')).toBe(null)
    const tag = response.headers.get('etag')!
    const again = await get(own(), { 'if-none-match': tag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await get(own('?style=flat-square'), { 'if-none-match': tag })).status).toBe(200)
  })

  test('is returned in Base64 on request', async () => {
    await configure('public')
    const response = await get(own('?b64=true'))
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(Buffer.from(await response.text(), 'base64').toString()).toBe(await (await get(own())).text())
  })

  test('is shown to members with access to the project, whatever its setting', async () => {
    await configure('off')
    const { authorization } = await server.addMember(owner, 'Viewer')
    expect(await read(own(), { authorization })).toBe('security: 100')
    const stranger = await server.newAccount()
    expect(await read(own(), { authorization: stranger.authorization })).toBe('security: unknown')
    const team = await server.addTeam(owner, 'elsewhere')
    const teammate = await server.addMember(owner, 'Team viewer', team)
    expect(await read(own(), { authorization: teammate.authorization })).toBe('security: unknown')
    expect((await get(own(), { authorization })).headers.get('cache-control')).toBe('private, no-cache')
  })

  test('reports outdated advisory data instead of a passing score', async () => {
    await configure('public')
    const setAge = (days: number) =>
      server.db
        .updateTable('advisory_database')
        .set({ checked_at: new Date(Date.now() - days * dayMs) })
        .execute()
    await setAge(30)
    expect(await read(own())).toBe('security: old advisory data')
    expect(await read(`/api/v2/badges/${projectUuid}/stability`)).toBe('stability: not measured')
    await setAge(0)
    expect(await read(own())).toBe('security: 100')
  })

  test('is gray if the account is closed', async () => {
    const other = await server.newAccount()
    const uuid = await scan(other, 'https://example.org/closed')
    await other.api.badges.configure({ params: { projectUuid: uuid }, body: { access: 'public' } })
    expect(await read(`/badge/pb/${uuid}/security`)).toBe('security: 100')
    await server.db
      .updateTable('account')
      .set({ is_active: false })
      .where('uuid', '=', other.accountUuid)
      .execute()
    expect(await read(`/badge/pb/${uuid}/security`)).toBe('security: unknown')
  })
})

describe('GET /badges/{uuid}/{domain}/shields.json', () => {
  test('has exactly the fields that shields.io accepts', async () => {
    await configure('public')
    const params = { project: projectUuid, domain: 'security' }
    expect(await server.anonymous.badges.shields({ params })).toEqual({
      schemaVersion: 1,
      label: 'security',
      message: '100',
      color: 'brightgreen',
      isError: false,
      cacheSeconds: 300,
    })
    await configure('off')
    expect(await server.anonymous.badges.shields({ params })).toMatchObject({
      message: 'unknown',
      color: 'lightgrey',
      isError: true,
    })
  })
})

describe('GET /badge/pb/{uuid}/{domain}', () => {
  test('is the same badge, also for a visitor with an invalid login', async () => {
    const { slug } = await configure('slug')
    expect(await read(`/badge/pb/${projectUuid}/security?slug=${slug}`)).toBe('security: 100')
    expect(await read(`/badge/pb/${projectUuid}/security`, { authorization: 'token x' })).toBe(
      'security: unknown',
    )
  })
})

describe('GET /badge/gh/{owner}/{repo}/{domain}', () => {
  test('matches the repository case-insensitively and is gray for unknown ones', async () => {
    const { slug } = await configure('slug')
    expect(await read(`/badge/gh/acme/WEB/security?slug=${slug}`)).toBe('security: 100')
    expect(await read('/badge/gh/acme/web/security')).toBe('security: unknown')
    await configure('public')
    expect(await read('/badge/gh/acme/web/security')).toBe('security: 100')
    expect(await read('/badge/gh/acme/web/security?branch=none')).toBe('security: unknown')
    expect(await read('/badge/gh/acme/none/stability')).toBe('stability: unknown')
  })

  test('shows the oldest of several accounts with the repository', async () => {
    await configure('public')
    const late = await server.newAccount()
    const uuid = await scan(late, 'github:acme/web', { packages: ['lodash@4.17.4'] })
    await late.api.badges.configure({ params: { projectUuid: uuid }, body: { access: 'public' } })
    expect(await read('/badge/gh/acme/web/security')).toBe('security: 100')
    await configure('off')
    expect(await read('/badge/gh/acme/web/security')).not.toBe('security: 100')
  })
})

describe('GET /projects/gh/{owner}/{repo}', () => {
  test('returns the accessible project of the repository', async () => {
    const params = { owner: 'ACME', repo: 'web' }
    expect(await owner.api.projects.ofRepository({ params })).toMatchObject({ uuid: projectUuid })
    await expect(
      owner.api.projects.ofRepository({ params: { ...params, repo: 'we' } }),
    ).rejects.toMatchObject({ status: 404 })
    const stranger = await server.newAccount()
    await expect(stranger.api.projects.ofRepository({ params })).rejects.toMatchObject({ status: 404 })
  })
})
