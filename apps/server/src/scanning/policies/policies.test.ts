import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'

const server = testServer()
const admin = forAllTests(() => server.newAccount())

const account = () => ({ accountUuid: admin.accountUuid })
const inventory = jsonBytes({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [
    {
      type: 'library',
      name: 'copied',
      version: '1.0.0',
      purl: 'pkg:npm/copied@1.0.0',
      licenses: [{ expression: 'GPL-3.0-only' }],
    },
    {
      type: 'library',
      name: 'free',
      version: '1.0.0',
      purl: 'pkg:npm/free@1.0.0',
      licenses: [{ expression: 'MIT' }],
    },
  ],
})
const scan = async (url: string) =>
  (await admin.api.uploads.intoNew({ body: { file: filePart(inventory), url, branch: 'main' } })).licensing

test('a policy evaluates the next scan of its projects and names the violations', async () => {
  const templates = await admin.api.policies.templates()
  const template = templates.find(({ name }) => name === 'no GPL')!
  const policy = await admin.api.policies.create({
    params: account(),
    body: { ...template, pattern: 'https://example.org/product/*' },
  })
  expect(await scan('https://example.org/product/a')).toBe('0')
  expect(await scan('https://example.org/tool')).toBe('100')
  const [project] = await admin.api.projects.list({ params: account() })
  const components = await admin.api.scans.components({ params: { projectUuid: project!.uuid } })
  expect(components.find(({ name }) => name === 'copied')?.violations.join()).toContain('no GPL')
  expect(components.find(({ name }) => name === 'free')?.violations).toEqual([])

  const params = { ...account(), policyUuid: policy.uuid }
  expect(await admin.api.policies.update({ params, body: { active: false } })).toMatchObject({
    name: 'no GPL',
    active: false,
    pattern: 'https://example.org/product/*',
  })
  expect(await scan('https://example.org/product/a')).toBe('100')
  await admin.api.policies.remove({ params })
  expect(await admin.api.policies.list({ params: account() })).toEqual([])
})

test('an allow policy permits only the listed licenses', async () => {
  const policy = await admin.api.policies.create({
    params: account(),
    body: { name: 'permissive', mode: 'ALLOW', licenses: ['mit', 'Apache-2.0'], tags: ['strict'] },
  })
  expect(policy.licenses).toEqual(['MIT', 'Apache-2.0'])
  await admin.api.projects.create({ body: { url: 'https://example.org/strict', tags: ['strict'] } })
  expect(await scan('https://example.org/strict')).toBe('0')
  expect(await scan('https://example.org/lax')).toBe('100')
})

const licensed = (name: string, licenses: object[]) => ({
  type: 'library',
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  licenses,
})

test('an unknown license is not allowed, unless the policy says otherwise, and warns under a deny policy', async () => {
  const member = await server.newAccount()
  const params = { accountUuid: member.accountUuid }
  const components = [
    licensed('ok', [{ license: { id: 'MIT' } }]),
    licensed('none', []),
    licensed('noassertion', [{ license: { name: 'NOASSERTION' } }]),
    licensed('text', [{ license: { name: 'Our Own Terms' } }]),
  ]
  const bytes = jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components })
  const rescan = async () => {
    const url = 'https://example.org/unknown'
    const { licensing, uuid: projectUuid } = await member.api.uploads.intoNew({
      body: { file: filePart(bytes), url, branch: 'main' },
    })
    const listed = await member.api.scans.components({ params: { projectUuid } })
    const verdicts = listed.map(({ name, violations, warnings }) => [name, [...violations, ...warnings]])
    return { licensing, verdicts: Object.fromEntries(verdicts) as Record<string, string[]> }
  }
  const body = { name: 'only MIT', mode: 'ALLOW' as const, licenses: ['MIT'] }
  const policy = await member.api.policies.create({ params, body })
  expect(policy.denyUnknown).toBe(true)
  const missing = ['No license is known, which violates only MIT', 'No license found']
  expect(await rescan()).toEqual({
    licensing: '0',
    verdicts: { ok: [], none: missing, noassertion: missing, text: ['Our Own Terms violates only MIT'] },
  })
  const uses = await member.api.licenseUse.list({ params, query: {} })
  expect(uses.licenses.find(({ license }) => license === null)?.violatingComponents).toBe(2)

  const ofPolicy = { ...params, policyUuid: policy.uuid }
  await member.api.policies.update({ params: ofPolicy, body: { denyUnknown: false } })
  const unrecognized = ['The license is not recognized, so a policy could not be checked']
  const none = ['No license found']
  const lenient = { licensing: '97', verdicts: { ok: [], none, noassertion: none, text: unrecognized } }
  expect(await rescan()).toEqual(lenient)
  const deny = { mode: 'DENY' as const, licenses: ['GPL-3.0-only'] }
  await member.api.policies.update({ params: ofPolicy, body: deny })
  expect(await rescan()).toEqual(lenient)
})

test.each(['nonsense', 'MIT OR ISC', 'GPL-3.0-only AND MIT'])('rejects %j as a license', async (license) => {
  const body = { name: 'x', mode: 'DENY' as const, licenses: [license] }
  await expect(admin.api.policies.create({ params: account(), body })).rejects.toMatchObject({
    status: 400,
    errorType: 'licenseUnknown',
  })
})
