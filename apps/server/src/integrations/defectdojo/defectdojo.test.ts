import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { type DojoServer, startDojoServer } from '#integrations/defectdojo/testing/defectdojo-server.ts'
import { runSchedules } from '#testing/integrations.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let dojo: DojoServer
let admin: TestMember
let params: { accountUuid: string; integration: string }
const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
beforeEach(async () => {
  dojo = await startDojoServer()
  admin = await server.newAccount()
  params = { accountUuid: admin.accountUuid, integration: 'defectdojo' }
})
afterEach(() => dojo.stop())

const save = (more: object = {}) =>
  admin.api.integrations.save({ params, body: { url: `${dojo.url}/`, token: dojo.token, ...more } })
const upload = (packages: string[]) =>
  admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), branch: 'main', url: 'https://github.com/org/app' },
  })
const sent = () => [...dojo.imported.values()][0]

test('the token is tested', async () => {
  const check = (token: string) => admin.api.integrations.check({ params, body: { url: dojo.url, token } })
  expect(await check(dojo.token)).toMatchObject({ isValid: true })
  expect(await check('wrong')).toMatchObject({ errorType: 'credentialsInvalid' })
})

test('each scan is sent as generic findings, and what is fixed is left out', async () => {
  await save()
  await upload(['lodash@4.17.4', 'minimist@0.0.8'])
  await expect.poll(() => sent()?.findings.length).toBeGreaterThan(1)
  const { fields, findings } = sent()!
  expect(fields).toMatchObject({
    scan_type: 'Generic Findings Import',
    product_type_name: 'Assay',
    engagement_name: 'main',
    auto_create_context: 'true',
    close_old_findings: 'true',
  })
  expect(findings.find(({ title }) => title === 'CVE-2019-10744 in lodash')).toMatchObject({
    component_name: 'lodash',
    component_version: '4.17.4',
    vulnerability_ids: expect.arrayContaining(['CVE-2019-10744']),
    unique_id_from_tool: expect.stringMatching(/^npm\/lodash\//),
    active: true,
  })
  await upload(['lodash@4.17.21', 'minimist@0.0.8'])
  await expect
    .poll(() => new Set(sent()!.findings.map((each) => each['component_name'])))
    .toEqual(new Set(['minimist']))
})

test('a failure is repeated, and a refusal is shown without the token', async () => {
  await save()
  dojo.failures.push({ status: 502 }, { status: 400, body: { message: `no: ${dojo.token}` } })
  await upload(['lodash@4.17.4'])
  const deliveries = () => admin.api.integrations.deliveries({ params })
  await expect.poll(() => dojo.requests.length).toBe(1)
  await runSchedules(server)
  await expect.poll(() => dojo.requests.length).toBe(2)
  await runSchedules(server)
  await expect.poll(() => dojo.imported.size).toBe(1)
  await expect.poll(async () => JSON.stringify(await deliveries())).toContain('delivered')
  expect(JSON.stringify(await deliveries())).not.toContain(dojo.token)
})
