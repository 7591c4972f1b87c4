import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SignatureProblem } from '../../vocabulary.ts'
import {
  certificateOf,
  foreignPair,
  makeSigstore,
  releaseWorkflow,
  type Signing,
  signingTime,
} from '../testing/make-sigstore.ts'
import { type Trust, verifyDocument } from '../verify-document.ts'
import { readTrustedRoot, type TrustedIdentity } from './trusted-root.ts'

const sigstore = makeSigstore()
const { subject, issuer } = releaseWorkflow
const anyRelease = { subject: 'https://github.com/acme/*@refs/tags/*', issuer }

const trusting = (identities: TrustedIdentity[], root = sigstore.trustedRoot): Trust => ({
  keys: [],
  roots: [{ name: 'Sigstore', root, identities }],
})
const trust = trusting([anyRelease])

const bytesOf = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const verify = (json: unknown, by: Trust = trust) =>
  verifyDocument({ path: 'bom.sigstore.json', bytes: bytesOf(json) }, by)

const payload = JSON.stringify({
  _type: 'https://in-toto.io/Statement/v1',
  predicate: { bomFormat: 'CycloneDX' },
})
const signer = { subject, issuer, root: 'Sigstore', at: signingTime }
const verified = { state: 'verified', keys: [], signers: [signer], problem: null }
const unverified = (reason: SignatureProblem, by: object | null = null) => ({
  state: 'unverified',
  keys: [],
  signers: [],
  problem: { reason, signer: by },
})

test.each(['0.1', '0.2', '0.3'] as const)(
  'a bundle of version %s is verified, with who and when',
  (version) => {
    expect(verify(sigstore.signEnvelope(payload, { version }))).toEqual(verified)
  },
)

test('a proof of the log counts if its promise or a timestamp authority tells the time', () => {
  const sign = (signing: Signing) => sigstore.signEnvelope(payload, { hasPromise: false, ...signing })
  expect(verify(sign({}))).toEqual(unverified('time-missing'))
  expect(verify(sign({ timestamp: foreignPair() }))).toEqual(unverified('time-missing'))
  expect(verify(sign({ timestamp: true }))).toEqual(verified)
})

test('a timestamp replaces the log only if the root has none', () => {
  const signing = { timestamp: true, hasEntry: false }
  expect(verify(sigstore.signEnvelope(payload, signing))).toEqual(unverified('not-logged'))
  const withoutLogs = makeSigstore({ host: 'private.example', hasLogs: false })
  const own = trusting([anyRelease], withoutLogs.trustedRoot)
  const sign = (more: Signing) =>
    withoutLogs.signEnvelope(payload, { ...signing, certificateLog: null, ...more })
  expect(verify(sign({}), own)).toEqual(verified)
  expect(verify(sign({ timestamp: false }), own)).toEqual(unverified('time-missing'))
  expect(verify(sign({ expiresAt: signingTime - 1000 }), own)).toEqual(unverified('certificate-expired'))
})

const broken: [string, Signing, SignatureProblem][] = [
  ['a certificate of another authority', { authority: foreignPair() }, 'certificate-untrusted'],
  ['a certificate that had expired', { expiresAt: signingTime - 1000 }, 'certificate-expired'],
  ['a certificate in no log', { certificateLog: null }, 'certificate-not-logged'],
  ['a certificate in another log', { certificateLog: foreignPair() }, 'certificate-not-logged'],
  ['another transparency log', { log: foreignPair() }, 'not-logged'],
  ['no proof of the log', { hasProof: false }, 'not-logged'],
  ['neither promise nor proof', { version: '0.1', hasPromise: false }, 'not-logged'],
  ['an entry of the log for something else', { logged: Buffer.from('{}') }, 'log-entry-other'],
]
test.each(broken)('%s is not verified', (_, signing, reason) => {
  expect(verify(sigstore.signEnvelope(payload, signing))).toEqual(unverified(reason))
})

describe('a changed', () => {
  const bundle = sigstore.signEnvelope(payload)

  test('payload is a changed document, whatever is trusted', () => {
    const changed = Buffer.from(`${payload} `).toString('base64')
    const json = { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payload: changed } }
    const expected = { ...unverified('content-changed'), state: 'changed' }
    expect(verify(json)).toEqual(expected)
    expect(verify(json, { keys: [], roots: [] })).toEqual(expected)
  })

  type Entry = (typeof bundle.verificationMaterial.tlogEntries)[0]
  const withEntry = (change: (entry: Entry) => object) => {
    const { verificationMaterial: material } = bundle
    const tlogEntries = material.tlogEntries.map((entry) => ({ ...entry, ...change(entry) }))
    return { ...bundle, verificationMaterial: { ...material, tlogEntries } }
  }

  test('time of the log is not verified', () => {
    const integratedTime = String(signingTime / 1000 - 60)
    expect(verify(withEntry(() => ({ integratedTime })))).toEqual(unverified('not-logged'))
  })

  test('proof of the log is not verified', () => {
    const hashes = [Buffer.alloc(32).toString('base64')]
    const json = withEntry(({ inclusionProof }) => ({ inclusionProof: { ...inclusionProof, hashes } }))
    expect(verify(json)).toEqual(unverified('not-logged'))
  })
})

describe('the identity', () => {
  const bundle = sigstore.signEnvelope(payload)

  test.each<[string, TrustedIdentity]>([
    ['the same', { subject, issuer }],
    ['a pattern', anyRelease],
  ])('is trusted by %s', (_, identity) => {
    expect(verify(bundle, trusting([identity]))).toEqual(verified)
  })

  test.each<[string, TrustedIdentity[]]>([
    ['another subject', [{ subject: 'https://github.com/other/*', issuer }]],
    ['a part of the subject', [{ subject: 'https://github.com/acme/app', issuer }]],
    ['a regular expression', [{ subject: '.*', issuer }]],
    ['another issuer', [{ subject, issuer: 'https://accounts.example' }]],
    [
      'subject and issuer of two',
      [
        { subject, issuer: 'https://accounts.example' },
        { subject: 'x', issuer },
      ],
    ],
    ['none', []],
  ])('is not trusted by %s, and named', (_, identities) => {
    expect(verify(bundle, trusting(identities))).toEqual(unverified('identity-unknown', signer))
  })

  test('is a mail address as well', () => {
    const mail = { subject: 'dev@acme.example', issuer: 'https://accounts.example' }
    const check = verify(
      sigstore.signEnvelope(payload, mail),
      trusting([{ ...mail, subject: '*@acme.example' }]),
    )
    expect(check.signers).toEqual([{ ...signer, ...mail }])
  })
})

test('lines are verified if one root verifies each', () => {
  const [one, other] = ['v1.2.0', 'v1.3.0'].map((tag) =>
    JSON.stringify(
      sigstore.signEnvelope(payload, { subject: `https://github.com/acme/app@refs/tags/${tag}` }),
    ),
  )
  expect(
    verify(`${one}\n${other}\n${one}\n`)
      .signers.map((each) => each.subject)
      .toSorted(),
  ).toEqual(['https://github.com/acme/app@refs/tags/v1.2.0', 'https://github.com/acme/app@refs/tags/v1.3.0'])
  const elsewhere = JSON.stringify(sigstore.signEnvelope(payload, { subject: 'https://github.com/other' }))
  expect(verify(`${one}\n${elsewhere}`).problem).toMatchObject({ reason: 'identity-unknown' })
  expect(verify(`${one}\n{}`)).toEqual(unverified('part-unsigned'))
})

test('of several roots, the one that verifies counts, else the one that gets furthest', () => {
  const other = {
    name: 'Other',
    root: makeSigstore({ host: 'other.example' }).trustedRoot,
    identities: [anyRelease],
  }
  const bundle = sigstore.signEnvelope(payload)
  expect(verify(bundle, { keys: [], roots: [other, ...trust.roots] })).toEqual(verified)
  const { roots } = trusting([])
  expect(verify(bundle, { keys: [], roots: [other, ...roots] })).toEqual(
    unverified('identity-unknown', signer),
  )
  expect(verify(bundle, { keys: [], roots: [other] }).problem?.reason).toBe('certificate-untrusted')
  expect(verify(bundle, { keys: [], roots: [] }).problem?.reason).toBe('no-root')
})

describe('a bundle beside a file', () => {
  const file = { path: 'bom.json', bytes: bytesOf({ bomFormat: 'CycloneDX' }) }
  const beside = (json: unknown) => ({ path: 'bom.json.sigstore.json', bytes: bytesOf(json) })

  test('verifies it', () => {
    expect(verifyDocument(file, trust, beside(sigstore.signBytes(file.bytes)))).toEqual(verified)
  })

  test('shows that it was changed', () => {
    const bundle = beside(sigstore.signBytes(bytesOf('{}')))
    expect(verifyDocument(file, trust, bundle)).toMatchObject({ state: 'changed', signers: [] })
  })

  test('does not verify it if the log has another', () => {
    const bundle = beside(sigstore.signBytes(file.bytes, { logged: bytesOf('{}') }))
    expect(verifyDocument(file, trust, bundle).problem?.reason).toBe('log-entry-other')
  })
})

describe('a bundle that is none', () => {
  const bundle = sigstore.signEnvelope(payload)
  const material = bundle.verificationMaterial
  const withCertificate = (rawBytes: string) => ({
    verificationMaterial: { ...material, certificate: { rawBytes } },
  })
  test.each<[string, object]>([
    ['of another type', { mediaType: 'application/json' }],
    ['with a key that signs nothing', withCertificate(certificateOf(generateKeyPairSync('x25519')))],
    ['with a key of an unknown kind', withCertificate(certificateOf(generateKeyPairSync('ed448')))],
    ['without log entries', { verificationMaterial: { ...material, tlogEntries: 'x' } }],
    [
      'with a broken certificate',
      { verificationMaterial: { ...material, certificate: { rawBytes: 'MAA=' } } },
    ],
    [
      'with a broken timestamp',
      {
        verificationMaterial: {
          ...material,
          timestampVerificationData: { rfc3161Timestamps: [{ signedTimestamp: 'MAA=' }] },
        },
      },
    ],
  ])('%s is not verified', (_, change) => {
    expect(verify({ ...bundle, ...change })).toMatchObject({ state: 'unverified', signers: [] })
  })
})

describe('a trusted root', () => {
  test('names its authorities and logs; several stand in lines', () => {
    const other = makeSigstore({ host: 'other.example' }).trustedRoot
    const { authorities, logs } = readTrustedRoot(`${sigstore.trustedRoot}\n${other}\n`)!
    expect(authorities).toEqual(['https://fulcio.sigstore.example', 'https://fulcio.other.example'])
    expect(logs).toEqual(['https://rekor.sigstore.example', 'https://rekor.other.example'])
  })

  const json = JSON.parse(sigstore.trustedRoot) as Record<string, unknown>
  test.each<[string, unknown]>([
    ['text', 'x'],
    ['nothing', ''],
    ['a bundle', sigstore.signEnvelope(payload)],
    ['without authorities', { ...json, certificateAuthorities: [] }],
    ['without logs and timestamp authorities', { ...json, tlogs: [], timestampAuthorities: [] }],
    ['with a broken key', { ...json, tlogs: [{ publicKey: { rawBytes: 'AAAA' }, logId: { keyId: '' } }] }],
    ['with lines of something else', `${sigstore.trustedRoot}\n{}`],
  ])('is not %s', (_, root) => {
    expect(readTrustedRoot(typeof root === 'string' ? root : JSON.stringify(root))).toBeNull()
  })
})
