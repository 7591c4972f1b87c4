import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { type TrustedKey, verifyDocument } from './verify-document.ts'

const pairs = {
  Ed25519: generateKeyPairSync('ed25519'),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
type Name = keyof typeof pairs
const other = generateKeyPairSync('ed25519')

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const trust = (name: Name): TrustedKey => ({ name, pem: pemOf(pairs[name].publicKey) })
const stranger: TrustedKey = { name: 'stranger', pem: pemOf(other.publicKey) }

const hashes = { Ed25519: null, ES256: 'sha256', ES384: 'sha384', RS256: 'sha256' }
function signText(name: Name, text: string, dsaEncoding: 'der' | 'ieee-p1363' = 'der') {
  return sign(hashes[name], Buffer.from(text), { key: pairs[name].privateKey, dsaEncoding })
}

const verify = (json: unknown, ...keys: TrustedKey[]) => {
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  return verifyDocument({ path: 'bom.json', bytes: new TextEncoder().encode(text) }, { keys, roots: [] })
}

const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'é', version: '1' }] }
const names = Object.keys(pairs) as Name[]

/** https://github.com/secure-systems-lab/dsse/blob/master/protocol.md: the example of its encoding. */
test('an envelope is encoded as the protocol says', () => {
  const signed = signText('ES256', 'DSSEv1 29 http://example.com/HelloWorld 11 hello world')
  const envelope = {
    payload: 'aGVsbG8gd29ybGQ=',
    payloadType: 'http://example.com/HelloWorld',
    signatures: [{ sig: signed.toString('base64') }],
  }
  expect(verify(envelope, trust('ES256'))).toMatchObject({ state: 'verified', keys: ['ES256'] })
})

/** https://www.rfc-editor.org/rfc/rfc8785#section-3.2.2 */
test('JSON has one form, whatever the order and writing', () => {
  const numbers = '[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]'
  const text = String.raw`{"numbers":${numbers},"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","b":1,"B":null}`
  expect(canonicalJson(JSON.parse(text))).toBe(
    String.raw`{"B":null,"b":1,"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

describe.each(names)('an envelope signed with %s', (name) => {
  const payload = JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', predicate: bom })
  const type = 'application/vnd.in-toto+json'
  const sig = signText(name, `DSSEv1 ${type.length} ${type} ${Buffer.byteLength(payload)} ${payload}`)
  const envelope = {
    payload: Buffer.from(payload).toString('base64'),
    payloadType: type,
    signatures: [{ keyid: 'a hint', sig: sig.toString('base64') }],
  }

  test('is verified by its key, alone, in a bundle and in lines', () => {
    const verified = { state: 'verified', keys: [name] }
    expect(verify(envelope, stranger, trust(name))).toMatchObject(verified)
    expect(verify({ dsseEnvelope: envelope }, trust(name))).toMatchObject(verified)
    const line = JSON.stringify(envelope)
    expect(verify(`${line}\n${line}\n`, trust(name))).toMatchObject(verified)
  })

  test('is not verified by another key, without keys, changed, or in part', () => {
    const unverified = { state: 'unverified', keys: [] }
    expect(verify(envelope, stranger)).toMatchObject(unverified)
    expect(verify(envelope)).toMatchObject(unverified)
    const changed = { ...envelope, payload: Buffer.from(`${payload} `).toString('base64') }
    expect(verify(changed, trust(name))).toMatchObject(unverified)
    expect(verify({ ...envelope, payloadType: 'x' }, trust(name))).toMatchObject(unverified)
    expect(verify(`${JSON.stringify(envelope)}\n${JSON.stringify(changed)}`, trust(name))).toMatchObject(
      unverified,
    )
    expect(verify(`${JSON.stringify(envelope)}\n${JSON.stringify(bom)}`, trust(name))).toMatchObject(
      unverified,
    )
  })
})

type Json = Record<string, unknown>
const valueOf = (name: Name, document: Json) =>
  signText(name, canonicalJson(document), 'ieee-p1363').toString('base64url')

describe.each(names)('a document signed with %s within', (name) => {
  const core = { algorithm: name, publicKey: pairs[name].publicKey.export({ format: 'jwk' }) as Json }
  const signature = { ...core, value: valueOf(name, { ...bom, signature: core }) }

  test('is verified by its key, in any order of members', () => {
    const reordered = Object.fromEntries(Object.entries({ ...bom, signature }).toReversed())
    expect(verify(reordered, trust(name))).toMatchObject({ state: 'verified', keys: [name] })
  })

  test('is changed if its own key does not fit, whatever is trusted', () => {
    const document = { ...bom, components: [], signature }
    expect(verify(document, trust(name))).toMatchObject({ state: 'changed', keys: [] })
  })

  test('is not trusted for the key that it brings along', () => {
    expect(verify({ ...bom, signature }, stranger)).toMatchObject({ state: 'unverified', keys: [] })
  })
})

test('signers side by side each sign the document; those in a chain also the ones before', () => {
  const a = { algorithm: 'Ed25519' }
  const b = { algorithm: 'ES256' }
  const side = { signers: [a, b] }
  const signers = [
    { ...a, value: valueOf('Ed25519', { ...bom, signature: { ...side, signers: [a] } }) },
    { ...b, value: valueOf('ES256', { ...bom, signature: { ...side, signers: [b] } }) },
  ]
  expect(verify({ ...bom, signature: { signers } }, trust('ES256'), trust('Ed25519')).keys).toEqual([
    'ES256',
    'Ed25519',
  ])
  const first = { ...a, value: valueOf('Ed25519', { ...bom, signature: { chain: [a] } }) }
  const chain = [first, { ...b, value: valueOf('ES256', { ...bom, signature: { chain: [first, b] } }) }]
  expect(verify({ ...bom, signature: { chain } }, trust('ES256')).state).toBe('verified')
})

test('a signature that leaves out members, or with a shared secret, counts for nothing', () => {
  const core = { algorithm: 'Ed25519', excludes: ['components'] }
  const { components: _left, ...rest } = bom
  const value = valueOf('Ed25519', { ...rest, signature: core })
  expect(verify({ ...bom, signature: { ...core, value } }, trust('Ed25519')).state).toBe('unverified')
  const shared = { algorithm: 'HS256', value: 'AAAA' }
  expect(verify({ ...bom, signature: shared }, trust('RS256')).state).toBe('unverified')
})

test.each([
  ['a document without one', bom],
  ['no JSON', 'a==1'],
  ['nothing', ''],
  ['a name that is not a signature', { ...bom, signature: 'x' }],
])('%s is unsigned', (_, document) => {
  expect(verify(document, stranger)).toMatchObject({ state: 'unsigned', keys: [] })
})

test.each([
  ['a private key', other.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['text', 'x'],
  ['a key that signs nothing', pemOf(generateKeyPairSync('x25519').publicKey)],
])('%s is no trusted key', (_, pem) => {
  const signature = { algorithm: 'Ed25519', value: 'AAAA' }
  expect(verify({ ...bom, signature }, { name: 'x', pem })).toMatchObject({ state: 'unverified', keys: [] })
})

test('a document nested beyond the stack is not verified', () => {
  const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},"signature":{"algorithm":"Ed25519","value":"AAAA"}}`
  expect(verify(deep, stranger).state).toBe('unverified')
})
