import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { startDatatrailsServer } from '#integrations/datatrails/testing/datatrails-server.ts'
import { enableFeatures, runSchedules } from '#testing/integrations.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
const ledger = forAllTests(startDatatrailsServer)

let admin: TestMember
let params: { accountUuid: string }
beforeEach(async () => {
  for (const list of [ledger.requests, ledger.failures, ledger.blobs, ledger.assets, ledger.sboms])
    list.length = 0
  Object.assign(ledger.lag, { reads: 0, assetLists: 0 })
  ledger.hub.hasLifecycle = true
  admin = await server.newAccount()
  params = { accountUuid: admin.accountUuid }
  await enableFeatures(server, admin)
})

const credentials = () => ({ url: ledger.url, clientId: 'client', clientSecret: ledger.secret })
const setup = (protocol: 'events' | 'hub') =>
  admin.api.rkvst.saveCredentials({ params, body: { ...credentials(), protocol, supplier: 'Acme' } })
const upload = async (packages: string[]) => {
  const { uuid } = await admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), branch: 'main', url: 'https://github.com/org/app' },
  })
  return { ...params, projectUuid: uuid, branch: 'main' }
}
const poll = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 60_000, interval: 200 })
const log = async () =>
  (await admin.api.integrations.deliveries({ params: { ...params, integration: 'rkvst' } })).deliveries
type Branch = Awaited<ReturnType<typeof upload>>
const states = async (of: Branch) => (await admin.api.rkvst.history({ params: of })).map(({ state }) => state)

describe('rkvst.checkCredentials', () => {
  test('accepts valid credentials and returns 400 for others', async () => {
    const body = credentials()
    expect(await admin.api.rkvst.checkCredentials({ params, body })).toMatchObject({ isValid: true })
    const wrong = { ...body, clientSecret: 'wrong' }
    expect(await admin.api.rkvst.checkCredentials({ params, body: wrong })).toEqual({
      errorType: 'credentialsInvalid',
      message: 'Credentials not valid',
    })
  })
})

describe('rkvst.credentials and saveCredentials', () => {
  test('never return the secret', async () => {
    const saved = await setup('hub')
    expect(saved).toMatchObject({
      protocol: 'hub',
      clientId: 'client',
      hasClientSecret: true,
      privacy: 'PRIVATE',
    })
    expect(await admin.api.rkvst.credentials({ params })).toEqual(saved)
    expect(JSON.stringify(saved)).not.toContain('canary')
  })
})

describe('rkvst.link, unlink and projects', () => {
  test('upload each new scan of a linked branch once, and none of an unlinked one', async () => {
    await setup('events')
    const of = await upload(['lodash@4.17.4'])
    // The event of an earlier scan could still be in progress.
    await server.mailed()
    expect(await admin.api.rkvst.link({ params: of })).toEqual({ isLinked: true })
    const listed = await admin.api.rkvst.projects({ params })
    expect(listed).toMatchObject([{ uuid: of.projectUuid, branches: [{ name: 'main', isLinked: true }] }])
    await upload(['lodash@4.17.21'])
    await poll(() => states(of)).toEqual(['uploaded'])
    expect(ledger.assets.map(({ events }) => events.length)).toEqual([1])
    expect(await admin.api.rkvst.unlink({ params: of })).toEqual({ isLinked: false })
    await upload(['left-pad@1.3.0'])
    await server.mailed()
    expect(await states(of)).toEqual(['uploaded'])
  })

  test('return 404 for an unknown branch', async () => {
    const of = await upload([])
    await expect(admin.api.rkvst.link({ params: { ...of, branch: 'none' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('rkvst.publish, history, publishSbom and withdrawSbom', () => {
  test('with blobs, assets and events: one asset per branch, one event per step', async () => {
    await setup('events')
    const of = await upload(['lodash@4.17.4'])
    const published = await admin.api.rkvst.publish({ params: of })
    expect(published).toMatchObject({ state: 'queued', wanted: 'published' })
    await poll(() => states(of)).toEqual(['published'])
    const again = await admin.api.rkvst.publish({ params: of })
    expect(again.uuid).toBe(published.uuid)
    await admin.api.rkvst.withdrawSbom({ params: { ...params, sbomUuid: published.uuid } })
    await poll(() => states(of)).toEqual(['withdrawn'])
    const [asset] = ledger.assets
    expect(ledger.assets).toHaveLength(1)
    expect(asset!.attributes).toMatchObject({ arc_display_type: 'Software Package', sbom_supplier: 'Acme' })
    expect(asset!.events.map(({ event_attributes }) => event_attributes['arc_display_type'])).toEqual([
      'Release',
      'Publish',
      'Withdraw',
    ])
    expect(asset!.events[0]!.event_attributes).toMatchObject({
      sbom_file: {
        arc_attribute_type: 'arc_attachment',
        arc_blob_identity: 'blobs/1',
        arc_blob_hash_alg: 'SHA256',
      },
    })
    expect(JSON.parse(ledger.blobs[0]!)).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { author: 'Acme', supplier: { name: 'Acme' }, version: 'main' } },
      components: [{ name: 'lodash' }],
    })
  })

  test("with the hub's API and CycloneDX 1.4, even if records appear late", async () => {
    await setup('hub')
    const of = await upload(['lodash@4.17.4'])
    ledger.lag.reads = 1
    const { uuid: sbomUuid } = await admin.api.rkvst.publish({ params: of })
    await poll(async () => (await log()).some(({ state }) => state === 'waiting')).toBe(true)
    await runSchedules(server)
    await poll(() => states(of)).toEqual(['published'])
    expect(ledger.sboms).toHaveLength(1)
    expect(ledger.sboms[0]!.document).toMatchObject({
      specVersion: '1.4',
      metadata: { tools: [{ name: 'Assay' }] },
    })
    await admin.api.rkvst.withdrawSbom({ params: { ...params, sbomUuid } })
    await poll(() => states(of)).toEqual(['withdrawn'])
    expect(ledger.sboms[0]!.withdrawn_date).not.toBe('')
  })

  test.each([true, false])(
    "with the hub's API as often as requested, whether its records name a state: %s",
    async (hasLifecycle) => {
      ledger.hub.hasLifecycle = hasLifecycle
      await setup('hub')
      const of = await upload(['lodash@4.17.4'])
      const { uuid: sbomUuid } = await admin.api.rkvst.publish({ params: of })
      await poll(() => states(of)).toEqual(['published'])
      const sbom = { params: { ...params, sbomUuid } }
      for (const [change, state] of [
        [admin.api.rkvst.withdrawSbom, 'withdrawn'],
        [admin.api.rkvst.publishSbom, 'published'],
        [admin.api.rkvst.withdrawSbom, 'withdrawn'],
      ] as const) {
        await change(sbom)
        await poll(() => states(of)).toEqual([state])
      }
      const acts = ledger.requests.flatMap(({ url }) => /:(\w+)$/.exec(url.pathname)?.[1] ?? [])
      expect(acts).toEqual(['publish', 'withdraw', 'publish', 'withdraw'])
    },
  )

  test('find an asset that is listed late after the response to its creation was lost', async () => {
    await setup('events')
    const of = await upload(['lodash@4.17.4'])
    ledger.lag.assetLists = 1
    ledger.hooks.beforeResponse = ({ method, url }) => {
      if (method !== 'GET' || !url.pathname.endsWith('/assets')) return
      ledger.hooks.beforeResponse = undefined
      ledger.failures.push('cut')
    }
    await admin.api.rkvst.publish({ params: of })
    await poll(async () => (await log())[0]?.result).toMatch(/^An earlier attempt may have uploaded/)
    await runSchedules(server)
    await poll(() => states(of)).toEqual(['published'])
    expect(ledger.assets).toHaveLength(1)
  })

  test('keep one asset for each branch', async () => {
    await setup('events')
    const one = await upload(['lodash@4.17.4'])
    await admin.api.uploads.intoNew({
      body: { file: filePart(npmInventory([])), branch: 'next', url: 'https://github.com/org/app' },
    })
    const other = { ...one, branch: 'next' }
    for (const branch of [one, other]) {
      await admin.api.rkvst.publish({ params: branch })
      await poll(() => states(branch)).toEqual(['published'])
    }
    expect(new Set(ledger.assets.map(({ attributes }) => attributes['assay_branch'])).size).toBe(2)
  })

  test.each(['events', 'hub'] as const)(
    'an upload with a lost response is not repeated (%s)',
    async (protocol) => {
      await setup(protocol)
      const of = await upload(['lodash@4.17.4'])
      const token = { status: 200, body: { access_token: 'token-canary-0123456789abcdef' } }
      const none = { status: 200, body: { assets: [], sboms: [] } }
      // The asset or SBOM is created, but the response is lost.
      ledger.failures.push(token, none, 'cut')
      await admin.api.rkvst.publish({ params: of })
      await poll(() => states(of)).toEqual(['published'])
      expect(protocol === 'hub' ? ledger.sboms : ledger.assets).toHaveLength(1)
    },
  )

  test('are rejected while the service is not set up', async () => {
    const of = await upload(['lodash@4.17.4'])
    await expect(admin.api.rkvst.publish({ params: of })).rejects.toMatchObject({
      errorType: 'notConfigured',
    })
    expect(await states(of)).toEqual([])
  })
})

test('its own rate limit header is respected, and no error contains a secret', async () => {
  await setup('events')
  const of = await upload(['lodash@4.17.4'])
  ledger.failures.push({ status: 429, headers: { 'archivist-rate-limit-reset': '600' }, body: 'slow down' })
  await admin.api.rkvst.publish({ params: of })
  await poll(async () => (await log())[0]?.state).toBe('waiting')
  expect((await log())[0]!.notBefore! - Date.now()).toBeGreaterThan(300_000)
  ledger.failures.push({ status: 400, body: `Bad ${ledger.secret}` })
  await runSchedules(server)
  await poll(() => states(of)).toEqual(['published'])
  const all = [await log(), await admin.api.audit.list({ params, query: {} }), server.logged()]
  expect(JSON.stringify(all)).not.toContain('canary')
})
