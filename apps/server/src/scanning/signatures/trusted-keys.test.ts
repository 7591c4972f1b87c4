import { canonicalJson } from '@assay/engine/signatures/canonical-json.ts'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

let server: TestServer
let member: TestMember
beforeAll(async () => {
  server = await startTestServer()
  member = await server.newAccount()
})
afterAll(() => server.stop())

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

function signedInventory(): Uint8Array {
  const bom = JSON.parse(Buffer.from(npmInventory(['lodash@4.17.21'])).toString()) as object
  const signature = { algorithm: 'ES256' }
  const data = Buffer.from(canonicalJson({ ...bom, signature }))
  const value = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return jsonBytes({ ...bom, signature: { ...signature, value } })
}

let urls = 0
async function signatureOf(document: Uint8Array) {
  const body = { file: filePart(document), url: `https://example.org/signed-${urls++}`, branch: 'main' }
  const { uuid: projectUuid, reportUuid } = await member.api.uploads.intoNew({ body })
  const params = { projectUuid, reportUuid: reportUuid!, position: '0' }
  return async () => (await member.api.scans.quality({ params })).signature
}

describe('trusted keys', () => {
  test('are listed with their kind and fingerprint, and removed', async () => {
    const params = { accountUuid: member.accountUuid }
    const added = await member.api.trustedKeys.add({
      params,
      body: { name: 'Supplier', pem: pemOf(publicKey) },
    })
    expect(added).toMatchObject({ name: 'Supplier', kind: 'ECDSA P-256' })
    expect(added.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(await member.api.trustedKeys.list({ params })).toEqual([added])
    await member.api.trustedKeys.remove({ params: { ...params, trustedKeyUuid: added.uuid } })
    expect(await member.api.trustedKeys.list({ params })).toEqual([])
  })

  test.each([
    ['a private key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['text', 'ssh-ed25519 AAAA'],
  ])('cannot be %s, which is not repeated in the answer', async (_, pem) => {
    const adding = member.api.trustedKeys.add({
      params: { accountUuid: member.accountUuid },
      body: { name: 'x', pem },
    })
    const error = (await adding.catch((thrown: unknown) => thrown)) as Error
    expect(error).toMatchObject({ status: 400 })
    expect(JSON.stringify([error, error.message])).not.toContain(pem.slice(30, 60) || pem)
  })

  test('verify the documents of their account, also earlier ones, until they are removed', async () => {
    const signature = await signatureOf(signedInventory())
    expect(await signature()).toEqual({ state: 'unverified', keys: [] })
    const stranger = await server.newAccount()
    const add = ({ api, accountUuid }: TestMember) =>
      api.trustedKeys.add({ params: { accountUuid }, body: { name: 'Supplier', pem: pemOf(publicKey) } })
    await add(stranger)
    expect(await signature()).toEqual({ state: 'unverified', keys: [] })
    const { uuid: trustedKeyUuid } = await add(member)
    expect(await signature()).toEqual({ state: 'verified', keys: ['Supplier'] })
    await member.api.trustedKeys.remove({ params: { accountUuid: member.accountUuid, trustedKeyUuid } })
    expect(await signature()).toEqual({ state: 'unverified', keys: [] })
  })

  test('say nothing of a document without a signature', async () => {
    const signature = await signatureOf(npmInventory(['lodash@4.17.21']))
    expect(await signature()).toEqual({ state: 'unsigned', keys: [] })
  })
})
