import { canonicalJson } from '@assay/engine/signatures/canonical-json.ts'
import { makeSigstore, releaseWorkflow, signingTime } from '@assay/engine/signatures/testing/make-sigstore.ts'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

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
const target = () => ({ url: `https://example.org/signed-${urls++}`, branch: 'main' })
const signatureOf = async (document: Uint8Array, by = member) =>
  readSignature(await by.api.uploads.intoNew({ body: { file: filePart(document), ...target() } }), by)

/** Of the first document, each time it is asked. */
function readSignature({ uuid, reportUuid }: { uuid: string; reportUuid?: string | null }, by: TestMember) {
  const params = { projectUuid: uuid, reportUuid: reportUuid!, position: '0' }
  return async () => (await by.api.scans.quality({ params })).signature
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
    expect(await signature()).toMatchObject({ state: 'unverified', keys: [] })
    const stranger = await server.newAccount()
    const add = ({ api, accountUuid }: TestMember) =>
      api.trustedKeys.add({ params: { accountUuid }, body: { name: 'Supplier', pem: pemOf(publicKey) } })
    await add(stranger)
    expect(await signature()).toMatchObject({ state: 'unverified', keys: [] })
    const { uuid: trustedKeyUuid } = await add(member)
    expect(await signature()).toMatchObject({ state: 'verified', keys: ['Supplier'] })
    await member.api.trustedKeys.remove({ params: { accountUuid: member.accountUuid, trustedKeyUuid } })
    expect(await signature()).toMatchObject({ state: 'unverified', keys: [] })
  })

  test('say nothing of a document without a signature', async () => {
    const signature = await signatureOf(npmInventory(['lodash@4.17.21']))
    expect(await signature()).toMatchObject({ state: 'unsigned', keys: [] })
  })
})

describe('trusted roots', () => {
  const sigstore = makeSigstore()
  const { subject, issuer } = releaseWorkflow
  const bom = Buffer.from(npmInventory(['lodash@4.17.21'])).toString()
  const bundle = () => {
    const statement = { _type: 'https://in-toto.io/Statement/v1', predicateType: 'https://cyclonedx.org/bom' }
    const payload = JSON.stringify({ ...statement, subject: [], predicate: JSON.parse(bom) as object })
    return jsonBytes(sigstore.signEnvelope(payload))
  }
  const root = { name: 'Sigstore', root: sigstore.trustedRoot }
  const signer = { subject, issuer, root: 'Sigstore', at: signingTime }
  const verified = { state: 'verified', keys: [], signers: [signer], problem: null }

  let own: TestMember
  let params: { accountUuid: string }
  beforeEach(async () => {
    own = await server.newAccount()
    params = { accountUuid: own.accountUuid }
  })

  test('verify the documents that an identity of theirs signed, also earlier ones, until they are removed', async () => {
    const signature = await signatureOf(bundle(), own)
    expect(await signature()).toMatchObject({ state: 'unverified', problem: { reason: 'no-root' } })
    const body = { ...root, identities: [{ subject: 'https://github.com/other/*', issuer }] }
    const { uuid: trustedRootUuid } = await own.api.trustedRoots.add({ params, body })
    const place = { ...params, trustedRootUuid }
    expect(await signature()).toMatchObject({ problem: { reason: 'identity-unknown', signer } })
    const identities = [{ subject: 'https://github.com/acme/*', issuer }]
    await own.api.trustedRoots.update({ params: place, body: { name: 'Sigstore', identities } })
    expect(await signature()).toEqual(verified)
    const other = makeSigstore({ host: 'other.example' }).trustedRoot
    await own.api.trustedRoots.update({ params: place, body: { name: 'Other', root: other, identities } })
    expect(await signature()).toMatchObject({ problem: { reason: 'certificate-untrusted' } })
    await own.api.trustedRoots.remove({ params: place })
    expect(await signature()).toMatchObject({ problem: { reason: 'no-root' } })
  })

  test('verify a document with the bundle that was uploaded beside it', async () => {
    await own.api.trustedRoots.add({ params, body: { ...root, identities: [releaseWorkflow] } })
    const bytes = new TextEncoder().encode(bom)
    const beside = filePart(jsonBytes(sigstore.signBytes(bytes)), 'bom.json.sigstore.json')
    const body = { file: [filePart(bytes, 'bom.json'), beside], ...target() }
    const build = await own.api.uploads.folderIntoNew({ body })
    expect(build.issues.map(({ code }) => code)).toEqual(['signature-unverified'])
    expect(await readSignature(build, own)()).toEqual(verified)
  })

  test('are listed with what they rely on', async () => {
    const added = await own.api.trustedRoots.add({ params, body: { ...root, identities: [releaseWorkflow] } })
    const fingerprint = createHash('sha256').update(sigstore.trustedRoot).digest('hex')
    expect(added).toMatchObject({
      name: 'Sigstore',
      fingerprint,
      authorities: ['https://fulcio.sigstore.example'],
      logs: ['https://rekor.sigstore.example'],
      identities: [releaseWorkflow],
    })
    expect(await own.api.trustedRoots.list({ params })).toEqual([added])
  })

  test.each([
    ['another file', { ...root, root: '{}', identities: [releaseWorkflow] }],
    ['no identities', { ...root, identities: [] }],
    ['anyone', { ...root, identities: [{ subject: '**', issuer }] }],
  ])('cannot be of %s', async (_, body) => {
    await expect(own.api.trustedRoots.add({ params, body })).rejects.toMatchObject({
      errorType: 'invalidInput',
    })
    expect(await own.api.trustedRoots.list({ params })).toEqual([])
  })
})
