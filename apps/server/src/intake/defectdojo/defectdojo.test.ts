import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type DefectDojoClient, defectDojoClient } from '#testing/defectdojo-client.ts'

let client: DefectDojoClient

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  client = defectDojoClient(server, await server.addToken(member, { access: 'write' }))
})

const pipAudit = (...packages: string[]) => ({
  dependencies: packages.map((each) => {
    const [name, version] = each.split('@')
    return { name, version, vulns: [] }
  }),
  fixes: [],
})

/** Lists only packages with vulnerabilities. */
const snyk = (...packages: string[]) => ({
  ok: packages.length === 0,
  packageManager: 'npm',
  projectName: 'web',
  vulnerabilities: packages.map((each) => {
    const [packageName, version] = each.split('@')
    return { id: 'SNYK-1', packageName, version, severity: 'high', from: ['web@1', each] }
  }),
})

const into = (product: string, more: Record<string, string> = {}) => ({
  scan_type: 'Snyk Scan',
  product_type_name: 'Research',
  product_name: product,
  engagement_name: 'main',
  auto_create_context: 'true',
  active: 'true',
  verified: 'false',
  minimum_severity: 'Info',
  close_old_findings: 'false',
  scan_date: '2026-01-01',
  ...more,
})

const reimport = (fields: Record<string, string>, report: unknown) =>
  client.report('/api/v2/reimport-scan/', fields, report)

async function projectOf(name: string) {
  const { accountUuid } = member
  const { items } = await member.api.projects.page({ params: { accountUuid }, query: { text: name } })
  return items.find((each) => each.name === name)!
}

async function lifetimesOf(name: string, branch = 'main') {
  const { uuid: projectUuid } = await projectOf(name)
  const rows = await server.db
    .selectFrom('finding')
    .innerJoin('branch', 'branch.uuid', 'finding.branch_uuid')
    .select(['package_name as name', 'end_kind as end'])
    .where('branch.project_uuid', '=', projectUuid)
    .where('branch.name', '=', branch)
    .execute()
  return [...new Set(rows.map(({ name: each, end }) => `${each} ${end ?? 'open'}`))].toSorted()
}

test('a report creates what it names, is scanned, and is answered with ids and numbers', async () => {
  const { status, body } = await client.report(
    '/api/v2/import-scan/',
    into('shop', { branch_tag: 'release/1', tags: 'web, payments' }),
    snyk('lodash@4.17.4'),
  )
  expect(status).toBe(201)
  expect(body).toMatchObject({
    scan_type: 'Snyk Scan',
    product_name: 'shop',
    engagement_name: 'release/1',
    test: body.test_id,
    product_type_id: 1,
    statistics: { after: { total: { active: expect.any(Number) } } },
  })
  expect(body.statistics.after.total.active).toBeGreaterThan(0)
  expect(await projectOf('shop')).toMatchObject({ tags: ['web', 'payments'] })
  expect((await client.get(`/api/v2/products/${body.product_id}/`)).body).toMatchObject({ name: 'shop' })
  expect((await client.get(`/api/v2/engagements/${body.engagement_id}/`)).body).toMatchObject({
    name: 'release/1',
    product: body.product_id,
  })
  expect((await client.get(`/api/v2/tests/${body.test}/`)).body).toMatchObject({
    title: 'Snyk Scan',
    engagement: body.engagement_id,
  })
  const again = await reimport(into('shop', { branch_tag: 'release/1' }), snyk('lodash@4.17.4'))
  expect(again.body).toMatchObject({ test: body.test, engagement_id: body.engagement_id })
})

describe('a report replaces that of its own test alone:', () => {
  test('those of other scanners and titles stay, and so do their findings', async () => {
    await reimport(into('several'), snyk('lodash@4.17.4'))
    await reimport(into('several', { scan_type: 'pip-audit Scan' }), pipAudit('flask@0.5'))
    await reimport(into('several', { test_title: 'admin' }), snyk('minimist@0.0.8'))
    const before = await lifetimesOf('several')
    expect(before).toEqual(['flask open', 'lodash open', 'minimist open'])
    await reimport(into('several', { scan_type: 'pip-audit Scan' }), pipAudit('flask@3.0.3', 'jinja2@3.1.6'))
    expect(await lifetimesOf('several')).toEqual(['flask upgraded', 'lodash open', 'minimist open'])
  })

  test('what a list of vulnerable packages no longer has is not fixed', async () => {
    await reimport(into('partial'), snyk('lodash@4.17.4', 'minimist@0.0.8'))
    await reimport(into('partial'), snyk('minimist@0.0.8'))
    expect(await lifetimesOf('partial')).toEqual(['lodash coverage-lost', 'minimist open'])
  })

  test('reports that arrive at once all count', async () => {
    await reimport(into('parallel'), snyk('lodash@4.17.4'))
    const sent = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) =>
        reimport(into('parallel', { test_title: title }), snyk('minimist@0.0.8')),
      ),
    )
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const { engagement_id: engagement } = sent[0]!.body
    const { body } = await client.get(`/api/v2/tests/?engagement=${engagement}&limit=3`)
    expect([body.count, body.results.length]).toEqual([5, 3])
    expect(body.next).toContain('limit=3&offset=3')
    await expect.poll(() => lifetimesOf('parallel')).toEqual(['lodash open', 'minimist open'])
    const { uuid: projectUuid } = await projectOf('parallel')
    const { scan } = await member.api.scans.overview({ params: { projectUuid } })
    const { files } = await server.db
      .selectFrom('scan')
      .select('files')
      .where('uuid', '=', scan.uuid)
      .executeTakeFirstOrThrow()
    expect(files).toHaveLength(5)
  })
})

test('clients that look everything up first, and create it, upload by the id of a test', async () => {
  const { body: types } = await client.get('/api/v2/product_types/?name=Research')
  expect(types.results).toEqual([{ id: 1, name: 'Research' }])
  expect((await client.get('/api/v2/products/?name=stepwise&prod_type=1')).body).toMatchObject({ count: 0 })
  const product = await client.send('POST', '/api/v2/products/', { name: 'stepwise', prod_type: 1 })
  const engagement = await client.send('POST', '/api/v2/engagements/', {
    name: 'CI',
    product: product.body.id,
    target_start: '2026-01-01',
    engagement_type: 'CI/CD',
  })
  const { body: kinds } = await client.get('/api/v2/test_types/?name=pip-audit%20Scan')
  const made = await client.send('POST', '/api/v2/tests/', {
    title: 'backend',
    engagement: engagement.body.id,
    test_type: kinds.results[0].id,
  })
  expect([product.status, engagement.status, made.status]).toEqual([201, 201, 201])
  const listed = await client.get(`/api/v2/tests/?title=backend&engagement=${engagement.body.id}`)
  expect(listed.body.results).toEqual([made.body])
  const fields = { scan_type: 'pip-audit Scan', test: String(made.body.id), close_old_findings: 'True' }
  const sent = await reimport(fields, pipAudit('flask@0.5'))
  expect(sent.body).toMatchObject({ test: made.body.id, product_name: 'stepwise', engagement_name: 'CI' })
  expect(await lifetimesOf('stepwise', 'CI')).toEqual(['flask open'])
  const changed = await client.send('PATCH', `/api/v2/engagements/${engagement.body.id}/`, {
    branch_tag: 'x',
  })
  expect([changed.status, changed.body.name]).toEqual([200, 'CI'])
})

describe('what cannot be imported is refused as DefectDojo does:', () => {
  test.each([
    [
      'an unknown format',
      into('x', { scan_type: 'ZAP Scan' }),
      snyk(),
      { scan_type: ['"ZAP Scan" is not a valid choice.'] },
    ],
    ['no file', into('x'), undefined, { message: 'No report file provided.' }],
    [
      'no product',
      { scan_type: 'Snyk Scan' },
      snyk(),
      { product_name: ['engagement or product_name is required'] },
    ],
    [
      'a new product without permission to create it',
      into('x', { auto_create_context: 'false' }),
      snyk(),
      { product_name: ['auto_create_context not True, unable to create non-existing product'] },
    ],
    [
      'an unknown engagement',
      { scan_type: 'Snyk Scan', engagement: '12' },
      snyk(),
      { engagement: ['Invalid pk "12" - object does not exist.'] },
    ],
    [
      'an unknown test',
      { scan_type: 'Snyk Scan', test: '7' },
      snyk(),
      { test: ['Invalid pk "7" - object does not exist.'] },
    ],
    [
      'no report',
      into('x'),
      { hello: 1 },
      { file: [expect.stringContaining('the formats that can be read')] },
    ],
  ])('%s', async (...[, fields, report, expected]) => {
    const { status, body } = await reimport(fields, report)
    expect(status).toBe(400)
    expect(body).toMatchObject(expected)
  })

  test('a missing or wrong token, and ids of nothing', async () => {
    const none = await defectDojoClient(server, '').get('/api/v2/products/')
    expect([none.status, typeof none.body.detail]).toEqual([401, 'string'])
    expect((await defectDojoClient(server, 'token asyt_no').get('/api/v2/products/')).status).toBe(401)
    expect(await client.get('/api/v2/products/12/')).toMatchObject({
      status: 404,
      body: { detail: 'Not found.' },
    })
    expect((await client.get('/api/v2/tests/none/')).status).toBe(404)
  })
})
