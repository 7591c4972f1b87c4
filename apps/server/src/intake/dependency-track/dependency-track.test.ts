import type { Finding } from '@assay/contract/intake/dependency-track-objects.ts'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type DependencyTrackClient, dependencyTrackClient } from '#testing/dependency-track-client.ts'
import { npmInventory } from '#testing/inventories.ts'

let client: DependencyTrackClient

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(() => {
  client = dependencyTrackClient(server, member)
})

const bom = npmInventory(['lodash@4.17.4', 'left-pad@1.3.0'])
const base64 = Buffer.from(bom).toString('base64')

/** The branches of our project of that name, with their scans. */
async function branchesOf(name: string) {
  const { accountUuid } = member
  const { items } = await member.api.projects.page({ params: { accountUuid }, query: { text: name } })
  const branches = await member.api.projects.branches({ params: { projectUuid: items[0]!.uuid } })
  return { project: items[0]!, branches: branches.map(({ name: branch, scans }) => [branch, scans]) }
}

describe('credentials', () => {
  test('are an API token as X-Api-Key or Bearer; the version needs none', async () => {
    const version = await fetch(`${server.url}/api/version`)
    expect(await version.json()).toMatchObject({ application: 'Dependency-Track', version: '4.14.2' })
    const bearer = await fetch(`${server.url}/api/v1/team/self`, {
      headers: { authorization: `Bearer ${client.key}` },
    })
    expect(bearer.status).toBe(200)
    const { body } = await client.get('/api/v1/team/self')
    expect(body.permissions.map(({ name }: { name: string }) => name)).toContain('BOM_UPLOAD')
  })

  test('are required by all other calls, and accepted as X-Api-Key by no call of ours', async () => {
    const response = await fetch(`${server.url}/api/v1/project`, { headers: { 'x-api-key': 'odt_wrong' } })
    expect(response.status).toBe(401)
    expect((await client.get('/api/v1/users/me')).status).toBe(401)
  })
})

describe('an upload', () => {
  test('as JSON creates project and version, and is processed until its token says so', async () => {
    const sent = await client.send('PUT', '/api/v1/bom', {
      projectName: 'acme-app',
      projectVersion: '1.0',
      autoCreate: 'true',
      projectTags: [{ name: 'team-a' }],
      bom: base64,
    })
    expect(sent).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    await expect
      .poll(async () => (await client.get(`/api/v1/bom/token/${sent.body.token}`)).body)
      .toEqual({ processing: false })
    const { project, branches } = await branchesOf('acme-app')
    expect(branches).toEqual([['1.0', 1]])
    expect(project.tags).toEqual(['team-a'])
    const { body } = await client.get('/api/v1/project/lookup?name=acme-app&version=1.0')
    expect(body).toMatchObject({
      uuid: sent.body.projectUuid,
      name: 'acme-app',
      version: '1.0',
      tags: [{ name: 'team-a' }],
      isLatest: true,
      active: true,
      metrics: { components: 2 },
    })
  })

  test.each([
    ['as it is', bom],
    ['in gzip', gzipSync(bom)],
    ['in zstd', zstdCompressSync(bom)],
  ])('as a form may have its document %s', async (how, bytes) => {
    const name = `form ${how}`
    const parts = {
      projectName: name,
      projectVersion: '2',
      autoCreate: 'true',
      projectTags: 'a, b',
      bom: bytes,
    }
    expect((await client.form('/api/v1/bom', parts)).status).toBe(200)
    await expect.poll(async () => (await branchesOf(name)).branches).toEqual([['2', 1]])
    expect((await branchesOf(name)).project.tags).toEqual(['a', 'b'])
  })

  test('may have its document as a text field, or as JSON with POST', async () => {
    const target = { projectName: 'texts', projectVersion: '1', autoCreate: 'true' }
    const large = Buffer.from(npmInventory(Array.from({ length: 500 }, (_, at) => `p${at}@1.0.0`))).toString()
    expect((await client.form('/api/v1/bom', { ...target, bom: large })).status).toBe(200)
    expect((await client.send('POST', '/api/v1/bom', { ...target, bom: base64 })).status).toBe(200)
    await expect.poll(async () => (await branchesOf('texts')).branches).toEqual([['1', 2]])
  })

  test('goes to an existing version by its uuid or its name, without a version to main', async () => {
    const uuid = await client.upload(['again', ''], bom)
    expect((await client.send('PUT', '/api/v1/bom', { project: uuid, bom: base64 })).body).toMatchObject({
      projectUuid: uuid,
    })
    const named = { projectName: 'again', bom: base64 }
    expect((await client.send('PUT', '/api/v1/bom', named)).body).toMatchObject({ projectUuid: uuid })
    expect((await branchesOf('again')).branches[0]![0]).toBe('main')
  })

  test('of the latest version makes it the default branch', async () => {
    await client.upload(['latest', '1.0'], bom)
    await client.upload(['latest', '2.0'], bom, { isLatest: true })
    await client.upload(['latest', '1.1'], bom)
    expect((await client.get('/api/v1/project/latest/latest')).body).toMatchObject({
      version: '2.0',
      isLatest: true,
      versions: [{ version: '1.0' }, { version: '1.1' }, { version: '2.0' }],
    })
    expect((await branchesOf('latest')).project.defaultBranch).toBe('2.0')
  })

  test('is refused as they refuse it', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const send = (body: object) => client.send('PUT', '/api/v1/bom', body)
    const create = { projectName: 'refused', autoCreate: true }
    expect(await send({ project: unknown, bom: base64 })).toMatchObject({
      status: 404,
      body: 'The project could not be found.',
    })
    expect((await send({ projectName: 'refused', bom: base64 })).status).toBe(404)
    expect(await send({ ...create, parentUUID: unknown, bom: base64 })).toMatchObject({
      status: 404,
      body: 'The parent project could not be found.',
    })
    expect(await send(create)).toMatchObject({ status: 400, body: 'No BOM file provided.' })
    const broken = await send({ ...create, bom: Buffer.from('{"bomFormat":"CycloneDX"').toString('base64') })
    expect(broken).toMatchObject({ status: 400, body: { status: 400, errors: [expect.any(String)] } })
    expect(broken.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await send({ ...create, bom: 'not base64!' })).toMatchObject({ status: 400 })
    const truncated = gzipSync(bom).subarray(0, 100)
    expect(
      await client.form('/api/v1/bom', { projectName: 'refused', autoCreate: 'true', bom: truncated }),
    ).toMatchObject({
      status: 400,
      body: { detail: 'The document is compressed, but cannot be decompressed' },
    })
    expect(await send({ ...create, autoCreate: 'maybe', bom: base64 })).toMatchObject({
      status: 400,
      body: [{ path: 'autoCreate', message: expect.any(String) }],
    })
    const { items } = await member.api.projects.page({
      params: { accountUuid: member.accountUuid },
      query: { text: 'refused' },
    })
    expect(items).toEqual([])
  })
})

describe('a webhook of a running Dependency-Track', () => {
  const notify = (group: string, content: string) =>
    client.send('POST', '/api/v1/dependency-track/notifications', {
      notification: {
        level: 'INFORMATIONAL',
        scope: 'PORTFOLIO',
        group,
        subject: {
          project: { uuid: 'x', name: 'shadow', version: '3.1' },
          bom: { content, format: 'CycloneDX' },
        },
      },
    })

  test('feeds the same version', async () => {
    expect(await notify('BOM_PROCESSED', base64)).toMatchObject({ status: 200 })
    await expect.poll(async () => (await branchesOf('shadow')).branches).toEqual([['3.1', 1]])
  })

  test('is refused without a BOM', async () => {
    expect((await notify('BOM_PROCESSED', '(Omitted)')).body).toContain('include its content')
  })
})

describe('findings', () => {
  test('are listed with component, vulnerability and matrix, in pages', async () => {
    const uuid = await client.upload(['findings', '1'], bom)
    const all = await client.get(`/api/v1/finding/project/${uuid}`)
    const total = Number(all.headers.get('x-total-count'))
    expect(total).toBeGreaterThan(1)
    expect(all.body).toHaveLength(total)
    const [first] = all.body
    expect(first).toMatchObject({
      component: { name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4', project: uuid },
      vulnerability: { source: 'NVD', vulnId: expect.stringMatching(/^CVE-/) },
      analysis: { state: 'NOT_SET', isSuppressed: false },
    })
    expect(first.matrix).toBe(`${uuid}:${first.component.uuid}:${first.vulnerability.uuid}`)
    const second = await client.get(`/api/v1/finding/project/${uuid}?pageSize=1&pageNumber=2`)
    expect(second.body).toEqual([all.body[1]])
    const exported = await client.get(`/api/v1/finding/project/${uuid}/export`)
    expect(exported.body).toMatchObject({ project: { name: 'findings', version: '1' }, findings: all.body })
    const metrics = await client.get(`/api/v1/metrics/project/${uuid}/current`)
    expect(metrics.body).toMatchObject({ vulnerabilities: total, components: 2, vulnerableComponents: 1 })
    const history = await client.get(`/api/v1/metrics/project/${uuid}/days/1`)
    expect(history.body).toMatchObject([{ vulnerabilities: total, components: 2 }])
  })

  test('that are excluded are suppressed', async () => {
    const { accountUuid, api } = member
    const query = { domain: 'security' as const }
    const uuid = await client.upload(['excluded', '1'], bom)
    const before = await client.get(`/api/v1/finding/project/${uuid}`)
    const { vulnId } = before.body[0].vulnerability
    const { project } = await branchesOf('excluded')
    const body = { cve: vulnId, projectUuid: project.uuid, description: 'not called' }
    await api.exclusions.create({ params: { accountUuid }, query, body })
    await client.upload(['excluded', '1'], bom)
    const after = await client.get(`/api/v1/finding/project/${uuid}`)
    expect(after.body).toHaveLength(before.body.length - 1)
    const withAll = await client.get(`/api/v1/finding/project/${uuid}?suppressed=true`)
    expect(withAll.body.find((each: Finding) => each.vulnerability.vulnId === vulnId)).toMatchObject({
      analysis: { state: 'NOT_AFFECTED', isSuppressed: true, detail: 'not called' },
    })
  })
})

describe('projects', () => {
  test('are listed in pages with their total', async () => {
    const other = await server.newAccount()
    const own = dependencyTrackClient(server, other)
    for (const version of ['1', '2', '3']) await own.upload(['paged', version], bom)
    const page = await own.get('/api/v1/project?pageSize=2&pageNumber=2')
    expect(page.headers.get('x-total-count')).toBe('3')
    expect(page.body).toMatchObject([{ name: 'paged', version: '3' }])
    const descending = await own.get('/api/v1/project?sortName=version&sortOrder=desc&name=paged')
    expect(descending.body.map(({ version }: { version: string }) => version)).toEqual(['3', '2', '1'])
    expect((await own.get('/api/v1/project?name=other')).body).toEqual([])
    expect((await own.get('/api/v1/metrics/portfolio/current')).body).toMatchObject({
      projects: 3,
      vulnerableProjects: 3,
      components: 6,
    })
  })

  test('are created, changed and deleted', async () => {
    const created = await client.send('PUT', '/api/v1/project', {
      name: 'made',
      version: '1',
      tags: [{ name: 'x' }],
    })
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'made', version: '1', tags: [{ name: 'x' }] },
    })
    expect((await client.send('PUT', '/api/v1/project', { name: 'made', version: '1' })).status).toBe(409)
    const { uuid } = created.body
    const patched = await client.send('PATCH', `/api/v1/project/${uuid}`, {
      tags: [{ name: 'y' }],
      active: false,
    })
    expect(patched).toMatchObject({ status: 200, body: { tags: [{ name: 'y' }], active: false } })
    const second = await client.send('PUT', '/api/v1/project', { name: 'made', version: '2' })
    expect((await client.send('DELETE', `/api/v1/project/${uuid}`)).status).toBe(204)
    expect((await client.get(`/api/v1/project/${uuid}`)).status).toBe(404)
    expect((await client.get(`/api/v1/project/${second.body.uuid}`)).status).toBe(200)
    expect((await client.send('POST', '/api/v1/project/batchDelete', [second.body.uuid])).status).toBe(204)
    expect((await client.get('/api/v1/project?name=made')).body).toEqual([])
  })
})

describe('documents', () => {
  test('are exported: inventory, with vulnerabilities, and statements', async () => {
    const uuid = await client.upload(['documents', '1'], bom)
    const path = `/api/v1/bom/cyclonedx/project/${uuid}`
    expect((await client.get(`${path}?format=json&variant=inventory`)).body).toMatchObject({
      metadata: { component: { name: 'documents', version: '1' } },
      components: [{ name: 'left-pad' }, { name: 'lodash' }],
    })
    const full = (await client.get(`${path}?variant=withVulnerabilities`)).body
    expect([full.components.length, full.vulnerabilities.length > 0]).toEqual([2, true])
    const vex = (await client.get(`/api/v1/vex/cyclonedx/project/${uuid}`)).body
    expect(vex.vulnerabilities).toEqual(full.vulnerabilities)
  })

  test('about vulnerabilities are taken in and suppress findings', async () => {
    const uuid = await client.upload(['vex', '1'], bom)
    const [{ vulnerability, component }] = (await client.get(`/api/v1/finding/project/${uuid}`)).body
    const vex = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      components: [
        { type: 'library', 'bom-ref': 'c', name: 'lodash', version: '4.17.4', purl: component.purl },
      ],
      vulnerabilities: [
        {
          id: vulnerability.vulnId,
          analysis: { state: 'not_affected', justification: 'code_not_reachable' },
          affects: [{ ref: 'c' }],
        },
      ],
    }
    const bytes = Buffer.from(JSON.stringify(vex))
    const sent = await client.send('PUT', '/api/v1/vex', { project: uuid, vex: bytes.toString('base64') })
    expect(sent).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    await expect
      .poll(async () =>
        (await client.get(`/api/v1/finding/project/${uuid}?suppressed=true`)).body.filter(
          (each: Finding) => each.analysis.isSuppressed,
        ),
      )
      .toMatchObject([
        { vulnerability: { vulnId: vulnerability.vulnId }, analysis: { state: 'NOT_AFFECTED' } },
      ])
    expect((await client.form('/api/v1/vex', { project: uuid, vex: bytes })).status).toBe(200)
  })
})

test('tags, badges and history of the portfolio are answered', async () => {
  const uuid = await client.upload(['others', '1'], bom, { projectTags: 'counted' })
  expect((await client.get('/api/v1/tag')).body).toContainEqual({ name: 'counted', projectCount: 1 })
  expect((await client.get('/api/v1/project/tag/counted')).body).toMatchObject([{ uuid }])
  expect((await client.get('/api/v1/badge/vulns/project/' + uuid)).headers.get('content-type')).toBe(
    'image/svg+xml',
  )
  const days = (await client.get('/api/v1/metrics/portfolio/2/days')).body
  expect(days.length).toBe(3)
  expect((await client.get('/api/v1/metrics/portfolio/since/2026x')).status).toBe(400)
  expect((await client.get(`/api/v1/violation/project/${uuid}`)).body).toEqual([])
  expect((await client.get(`/api/v1/component/project/${uuid}`)).headers.get('x-total-count')).toBe('2')
  expect((await client.get(`/api/v1/metrics/project/${uuid}/refresh`)).status).toBe(200)
})
