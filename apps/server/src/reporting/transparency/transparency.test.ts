import { readVexDocument } from '@assay/engine/vex/read-vex.ts'
import { verifyDocument } from '@assay/engine/signatures/verify-document.ts'
import { createHash, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer } from '#testing/test-server.ts'

// What members publish, as customers' tools fetch it (TEA 0.4.0), from discovery to the signed document.

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

const server = testServer(() => ({
  settings: {
    ASSAY_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
}))
const member = forAllTests(() => server.newAccount())

let names = 0
async function publishedVersion(packages = ['lodash@4.17.4']) {
  const { api } = member
  const url = `https://example.org/product-${names++}`
  const scan = (list: string[]) =>
    api.uploads.intoNew({ body: { file: filePart(npmInventory(list)), url, branch: 'main' } })
  const { uuid: projectUuid } = await scan(packages)
  const version = await api.versions.create({
    params: { projectUuid },
    body: { name: '1.0', releasedAt: '2026-01-02', supportedUntil: '2031-01-02' },
  })
  const params = { projectUuid, versionUuid: version.uuid }
  return { params, scan, first: await api.publications.publish({ params }) }
}

/** What is read of the bodies. */
interface Body {
  endpoints: [{ url: string }]
  artifacts: Artifact[]
}

async function get(path: string): Promise<{ status: number; body: Body }> {
  const response = await fetch(path.startsWith('http') ? path : server.url + path)
  return { status: response.status, body: (await response.json()) as Body }
}

interface Artifact {
  uuid: string
  version: number
  name: string
  formats: { mediaType: string; url: string; signatureUrl?: string; checksums: { algValue: string }[] }[]
}

/** Addresses name the public one, which tests do not have. */
const local = (address: string) => server.url + new URL(address).pathname

async function fetchArtifact({ formats: [format] }: Artifact) {
  const { url, signatureUrl, checksums, mediaType } = format!
  const response = await fetch(local(url))
  const bytes = Buffer.from(await response.arrayBuffer())
  const signature = Buffer.from(await (await fetch(local(signatureUrl!))).arrayBuffer())
  expect(response.headers.get('content-type')).toContain(mediaType)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(checksums[0]!.algValue)
  expect(verify(null, bytes, publicKey, signature)).toBe(true)
  return bytes
}

test('from an identifier to signed documents', async () => {
  const { params, first } = await publishedVersion()
  expect(first).toMatchObject({ isEnabled: true, tei: `urn:tei:uuid:localhost:${params.versionUuid}` })
  const { body: known } = await get('/.well-known/tea')
  expect(known).toMatchObject({ schemaVersion: 1, endpoints: [{ versions: ['0.4.0'], priority: 1 }] })
  const root = `${new URL(known.endpoints[0].url).pathname}/v0.4.0`
  const { body: found } = await get(`${root}/discovery?tei=${encodeURIComponent(first.tei!)}`)
  expect(found).toMatchObject([
    { productReleaseUuid: params.versionUuid, servers: [{ versions: ['0.4.0'] }] },
  ])
  const { body: release } = await get(`${root}/productRelease/${params.versionUuid}`)
  expect(release).toMatchObject({
    product: params.projectUuid,
    version: '1.0',
    releaseDate: '2026-01-02T00:00:00Z',
    identifiers: [{ idType: 'TEI', idValue: first.tei }],
  })
  expect((await get(`${root}/product/${params.projectUuid}/releases`)).body).toMatchObject({
    totalResults: 1,
    results: [{ uuid: params.versionUuid }],
  })
  expect((await get(`${root}/productRelease/${params.versionUuid}/cle`)).body).toMatchObject({
    events: [
      { id: 2, type: 'endOfSupport', effective: '2031-01-02T00:00:00Z' },
      { id: 1, type: 'released', version: '1.0' },
    ],
  })
  const { body: collection } = await get(`${root}/productRelease/${params.versionUuid}/collection/latest`)
  expect(collection).toMatchObject({ uuid: params.versionUuid, version: 1, belongsTo: 'PRODUCT_RELEASE' })
  expect(collection.artifacts.map(({ name }) => name)).toEqual(['CSAF', 'SBOM', 'VEX'])
  const [csaf, sbom, vex] = await Promise.all(collection.artifacts.map(fetchArtifact))

  // The inventory brings its signature along.
  expect(
    verifyDocument({ path: 'bom.json', bytes: sbom! }, { keys: [{ name: 'ours', pem }], roots: [] }),
  ).toMatchObject({
    state: 'verified',
    keys: ['ours'],
  })
  expect(JSON.parse(String(sbom))).toMatchObject({
    metadata: { component: { version: '1.0' } },
    components: [{ purl: 'pkg:npm/lodash@4.17.4' }],
  })
  expect(JSON.parse(String(vex))).toMatchObject({ version: 1, statements: expect.any(Array) })
  const read = readVexDocument({ path: 'csaf.json', bytes: csaf! }, Date.now())
  expect(read).toMatchObject({ issues: [], document: { format: 'csaf' } })
  const [artifact] = collection.artifacts
  expect((await get(`${root}/artifact/${artifact!.uuid}`)).body).toEqual(artifact)
  expect((await get(`${root}/artifact/${artifact!.uuid}/1`)).body).toEqual(artifact)
})

test('a collection follows only if a document says something else, and earlier ones stay', async () => {
  const { params } = await publishedVersion()
  const { api, accountUuid } = member
  expect((await api.publications.publish({ params })).collections).toHaveLength(1)
  const { projectUuid } = params
  const { findings } = await api.triage.list({ params: { accountUuid }, query: { projectUuid } })
  const { ecosystem, package: name, advisoryUuid } = findings[0]!
  await api.triage.decide({
    params: { accountUuid },
    body: {
      findings: [{ projectUuid, ecosystem, package: name, advisoryUuid }],
      state: 'not-affected',
      justification: 'vulnerable_code_not_in_execute_path',
      reason: 'We never call it.',
    },
  })
  const latest = async () => (await api.publications.publish({ params })).collections
  await expect.poll(async () => (await latest()).length, { timeout: 60_000 }).toBe(2)
  const [second, first] = await latest()
  expect([first!.reason, second!.reason]).toEqual(['INITIAL_RELEASE', 'VEX_UPDATED'])
  const root = `${server.url}/tea/v0.4.0`
  const { body } = await get(`${root}/productRelease/${params.versionUuid}/collection/2`)
  expect(body.artifacts.map(({ name: kind, version }) => [kind, version])).toEqual(
    expect.arrayContaining([
      ['SBOM', 1],
      ['VEX', 2],
      ['CSAF', 2],
    ]),
  )
  const csaf = JSON.parse(String(await fetchArtifact(body.artifacts.find((each) => each.name === 'CSAF')!)))
  expect(csaf.document.tracking).toMatchObject({
    version: '2',
    revision_history: [{ number: '1' }, { number: '2' }],
  })
  expect(JSON.stringify(csaf.vulnerabilities)).toContain('We never call it.')
  const old = await get(`${root}/productRelease/${params.versionUuid}/collection/1`)
  await Promise.all(old.body.artifacts.map(fetchArtifact))
})

test('without findings there is an inventory alone; later packages of the branch are no part of it', async () => {
  const { params, scan, first } = await publishedVersion(['left-pad@1.3.0'])
  expect(first.collections[0]!.documents.map(({ kind }) => kind)).toEqual(['sbom'])
  await scan(['lodash@4.17.4'])
  expect(await member.api.publications.publish({ params })).toEqual(first)
})

describe('nothing is public', () => {
  const unknown = { status: 404, body: { error: 'OBJECT_UNKNOWN' } }
  const root = () => `${server.url}/tea/v0.4.0`

  test('of a version that is not published, or no longer', async () => {
    const { params, first } = await publishedVersion()
    const path = `${root()}/productRelease/${params.versionUuid}`
    expect((await get(path)).status).toBe(200)
    expect(await member.api.publications.withdraw({ params })).toMatchObject({ tei: null, collections: [] })
    expect(await get(path)).toEqual(unknown)
    expect(await get(`${root()}/discovery?tei=${first.tei}`)).toEqual(unknown)
    expect(await get(`${root()}/artifact/${first.collections[0]!.documents[0]!.uuid}`)).toEqual(unknown)
    expect(await get(`${root()}/product/${params.projectUuid}`)).toEqual(unknown)
  })

  test.each(['x', randomUUID(), "1' or '1'='1"])('by the identifier %s', async (id) => {
    for (const path of [
      'product/*',
      'productRelease/*',
      'productRelease/*/collections',
      'artifact/*/1/document',
    ])
      expect(await get(`${root()}/${path.replace('*', encodeURIComponent(id))}`)).toEqual(unknown)
    expect(await get(`${root()}/discovery?tei=${encodeURIComponent(id)}`)).toEqual(unknown)
    expect((await get(`${root()}/products?idType=TEI&idValue=${encodeURIComponent(id)}`)).body).toMatchObject(
      {
        totalResults: 0,
        results: [],
      },
    )
  })

  test('while the operator has not turned it on', async () => {
    const settings = { ASSAY_TRANSPARENCY: 'false' }
    const closed = await startTestServer({ withWorker: false, beside: server, settings })
    const { params } = await publishedVersion()
    expect((await fetch(`${closed.url}/.well-known/tea`)).status).toBe(404)
    expect((await fetch(`${closed.url}/tea/v0.4.0/productRelease/${params.versionUuid}`)).status).toBe(404)
    const path = `${closed.url}/api/v1/projects/${params.projectUuid}/versions/${params.versionUuid}/publication`
    const response = await fetch(path, {
      method: 'POST',
      headers: { authorization: member.authorization },
    })
    expect(await response.json()).toMatchObject({ errorType: 'transparencyOff' })
    await closed.stop()
  })
})

test('inventories and CycloneDX VEX that members export are signed, too', async () => {
  const { params } = await publishedVersion()
  for (const path of [
    `reports/${params.projectUuid}/sbom-cdx.json`,
    `projects/${params.projectUuid}/vex?format=cyclonedx`,
  ]) {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      headers: { authorization: member.authorization },
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(
      verifyDocument({ path: 'bom.json', bytes }, { keys: [{ name: 'ours', pem }], roots: [] }).state,
    ).toBe('verified')
  }
})
