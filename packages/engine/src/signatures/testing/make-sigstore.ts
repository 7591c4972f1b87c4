import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import { makeTimestamp } from './make-timestamp.ts'
import { bits, der, integer, octets, oid, sequence, time, utf8, yes } from './der.ts'

type Pair = ReturnType<typeof newPair>
const newPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const logIdOf = ({ publicKey }: Pair) => sha256(spkiOf(publicKey))

/** When everything is signed, in epoch ms. */
export const signingTime = Date.UTC(2026, 4, 1, 12)
const hour = 3_600_000

/** What a signature is made with; the rest is as Sigstore makes it. */
export interface Signing {
  subject?: string
  issuer?: string
  /** Of the certificate, epoch ms. */
  expiresAt?: number
  /** Keys other than those that the root names. */
  authority?: Pair
  certificateLog?: Pair | null
  log?: Pair
  /** Of the bundle. */
  version?: '0.1' | '0.2' | '0.3'
  /** What the log has seen, if it is something else. */
  logged?: Uint8Array
  hasPromise?: boolean
  hasProof?: boolean
  hasEntry?: boolean
  /** A timestamp of the root's authority, or of another. */
  timestamp?: Pair | boolean
}

/** A certificate authority, its log, and a transparency log, as Fulcio and Rekor are. */
export function makeSigstore({ host = 'sigstore.example', hasLogs = true } = {}) {
  const keys = { authority: newPair(), certificateLog: newPair(), log: newPair() }
  const timestamps = newPair()
  const root = certificate({
    subject: host,
    key: keys.authority,
    by: keys.authority,
    issuer: host,
    isAuthority: true,
  })
  const timestampCertificate = certificate({
    subject: 'timestamps',
    issuer: host,
    extensions: [],
    key: timestamps,
    by: keys.authority,
  })
  const baseUrl = `https://rekor.${host}`
  const timestampsOf = (signature: Buffer, { timestamp = false }: Signing) => {
    const { privateKey: key } = typeof timestamp === 'object' ? timestamp : timestamps
    const signed = () => makeTimestamp(signature, signingTime, { key, issuer: nameOf(host) })
    return timestamp ? [{ signedTimestamp: signed().toString('base64') }] : []
  }
  return {
    trustedRoot: trustedRootOf({ host, keys: hasLogs ? keys : null, root, timestampCertificate }),
    /** A bundle of an in-toto statement, or of any other payload. */
    signEnvelope: (payload: string, signing: Signing = {}, payloadType = 'application/vnd.in-toto+json') => {
      const { leaf, pair } = leafOf(host, { ...keys, ...signing })
      const head = `DSSEv1 ${payloadType.length} ${payloadType} ${Buffer.byteLength(payload)} `
      const sig = sign('sha256', Buffer.from(head + payload), pair.privateKey)
      const body = dsseBody(sig, signing.logged ?? Buffer.from(payload))
      return {
        ...bundleOf(
          {
            leaf,
            body,
            kindVersion: { kind: 'dsse', version: '0.0.1' },
            timestamps: timestampsOf(sig, signing),
          },
          { ...keys, ...signing, baseUrl },
        ),
        dsseEnvelope: {
          payload: Buffer.from(payload).toString('base64'),
          payloadType,
          signatures: [{ sig: sig.toString('base64') }],
        },
      }
    },
    /** A bundle beside the file that it signs. */
    signBytes: (bytes: Uint8Array, signing: Signing = {}) => {
      const { leaf, pair } = leafOf(host, { ...keys, ...signing })
      const signature = sign('sha256', bytes, pair.privateKey)
      const body = hashedBody(signature, signing.logged ?? bytes)
      const kindVersion = { kind: 'hashedrekord', version: '0.0.1' }
      return {
        ...bundleOf(
          { leaf, body, kindVersion, timestamps: timestampsOf(signature, signing) },
          { ...keys, ...signing, baseUrl },
        ),
        messageSignature: {
          messageDigest: { algorithm: 'SHA2_256', digest: sha256(bytes).toString('base64') },
          signature: signature.toString('base64'),
        },
      }
    },
  }
}

interface Installation {
  host: string
  /** null: it has no logs. */
  keys: { log: Pair; certificateLog: Pair } | null
  root: Buffer
  timestampCertificate: Buffer
}

function trustedRootOf({ host, keys, root, timestampCertificate }: Installation): string {
  const chainOf = (...certificates: Buffer[]) => ({
    certChain: { certificates: certificates.map((each) => ({ rawBytes: each.toString('base64') })) },
    validFor: { start: '2020-01-01T00:00:00Z' },
  })
  const subject = { organization: host, commonName: host }
  return JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: keys ? [logEntry(`https://rekor.${host}`, keys.log)] : [],
    certificateAuthorities: [{ subject, uri: `https://fulcio.${host}`, ...chainOf(root) }],
    ctlogs: keys ? [logEntry(`https://ctfe.${host}`, keys.certificateLog)] : [],
    timestampAuthorities: [
      { subject, uri: `https://timestamp.${host}`, ...chainOf(timestampCertificate, root) },
    ],
  })
}

const logEntry = (baseUrl: string, pair: Pair) => ({
  baseUrl,
  hashAlgorithm: 'SHA2_256',
  publicKey: {
    rawBytes: spkiOf(pair.publicKey).toString('base64'),
    keyDetails: 'PKIX_ECDSA_P256_SHA_256',
    validFor: { start: '2020-01-01T00:00:00Z' },
  },
  logId: { keyId: logIdOf(pair).toString('base64') },
})

/** The subject and issuer that signatures have unless they are told otherwise. */
export const releaseWorkflow = {
  subject: 'https://github.com/acme/app/.github/workflows/release.yml@refs/tags/v1.2.0',
  issuer: 'https://token.actions.githubusercontent.com',
}

type Keys = Required<Pick<Signing, 'authority' | 'log'>> & Signing

function leafOf(host: string, { authority, certificateLog, ...signing }: Keys) {
  const { subject = releaseWorkflow.subject, issuer = releaseWorkflow.issuer } = signing
  const { expiresAt = signingTime + hour / 6 } = signing
  const pair = newPair()
  const name = subject.startsWith('https:')
    ? der(0x86, Buffer.from(subject))
    : der(0x81, Buffer.from(subject))
  const extensions = [
    extension('2.5.29.17', sequence(name), true),
    extension('1.3.6.1.4.1.57264.1.8', utf8(issuer)),
  ]
  const fields = { subject: '', key: pair, by: authority, issuer: host, expiresAt }
  const precertificate = tbs({ ...fields, extensions })
  const scts = certificateLog
    ? [extension(sctOid, octets(sctList(certificateLog, authority, precertificate)))]
    : []
  return { pair, leaf: certificate({ ...fields, extensions: [...extensions, ...scts] }) }
}

interface Certificate {
  subject: string
  key: Pair
  by: Pair
  issuer: string
  expiresAt?: number
  extensions?: Buffer[]
  isAuthority?: boolean
}

const sctOid = '1.3.6.1.4.1.11129.2.4.2'
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const nameOf = (text: string) =>
  text === '' ? sequence() : sequence(der(0x31, sequence(oid('2.5.4.3'), utf8(text))))
const extension = (id: string, value: Uint8Array, isCritical = false) =>
  sequence(oid(id), ...(isCritical ? [yes] : []), octets(value))
const authorityExtensions = [
  extension('2.5.29.19', sequence(yes), true),
  extension('2.5.29.15', der(0x03, Buffer.from([1, 6])), true),
]

/** https://www.rfc-editor.org/rfc/rfc5280#section-4.1 */
function tbs({
  subject,
  key,
  issuer,
  expiresAt = Date.UTC(2040, 0),
  extensions,
  isAuthority = false,
}: Certificate) {
  return sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(isAuthority ? Date.UTC(2020, 0) : signingTime - hour), time(expiresAt)),
    nameOf(subject),
    spkiOf(key.publicKey),
    der(0xa3, sequence(...(extensions ?? authorityExtensions))),
  )
}

function certificate(of: Certificate): Buffer {
  const signed = tbs(of)
  return sequence(signed, ecdsaWithSha256, bits(sign('sha256', signed, of.by.privateKey)))
}

/** https://www.rfc-editor.org/rfc/rfc6962#section-3.2 */
function sctList(log: Pair, authority: Pair, precertificate: Buffer): Buffer {
  const at = Buffer.alloc(8)
  at.writeBigUInt64BE(BigInt(signingTime))
  const none = Buffer.from([0, 0])
  const signed = Buffer.concat([
    Buffer.from([0, 0]),
    at,
    Buffer.from([0, 1]),
    sha256(spkiOf(authority.publicKey)),
    sized(precertificate, 3),
    none,
  ])
  const signature = sized(sign('sha256', signed, log.privateKey), 2)
  const sct = Buffer.concat([Buffer.from([0]), logIdOf(log), at, none, Buffer.from([4, 3]), signature])
  return sized(sized(sct, 2), 2)
}

function sized(content: Buffer, bytes: number): Buffer {
  const length = Buffer.alloc(bytes)
  length.writeUIntBE(content.length, 0, bytes)
  return Buffer.concat([length, content])
}

const dsseBody = (signature: Buffer, payload: Uint8Array) => ({
  apiVersion: '0.0.1',
  kind: 'dsse',
  spec: {
    payloadHash: { algorithm: 'sha256', value: sha256(payload).toString('hex') },
    signatures: [{ signature: signature.toString('base64'), verifier: '' }],
  },
})

const hashedBody = (signature: Buffer, bytes: Uint8Array) => ({
  apiVersion: '0.0.1',
  kind: 'hashedrekord',
  spec: {
    data: { hash: { algorithm: 'sha256', value: sha256(bytes).toString('hex') } },
    signature: { content: signature.toString('base64'), publicKey: { content: '' } },
  },
})

interface Logged {
  leaf: Buffer
  body: object
  kindVersion: { kind: string; version: string }
  timestamps: { signedTimestamp: string }[]
}

function bundleOf({ leaf, body, kindVersion, timestamps }: Logged, signing: Keys & { baseUrl: string }) {
  const { log, baseUrl, version = '0.3', hasPromise = true, hasProof = version !== '0.1' } = signing
  const { hasEntry = true } = signing
  const bytes = Buffer.from(canonicalJson(body))
  const entry = { body: bytes.toString('base64'), integratedTime: signingTime / 1000, logIndex: 7 }
  const promise = canonicalJson({ ...entry, logID: logIdOf(log).toString('hex') })
  const tlogEntry = {
    logIndex: '7',
    logId: { keyId: logIdOf(log).toString('base64') },
    kindVersion,
    integratedTime: String(entry.integratedTime),
    canonicalizedBody: entry.body,
    ...(hasPromise && {
      inclusionPromise: {
        signedEntryTimestamp: sign('sha256', Buffer.from(promise), log.privateKey).toString('base64'),
      },
    }),
    ...(hasProof && { inclusionProof: proofOf(bytes, { log, baseUrl }) }),
  }
  const rawBytes = leaf.toString('base64')
  const signer =
    version === '0.3'
      ? { certificate: { rawBytes } }
      : { x509CertificateChain: { certificates: [{ rawBytes }] } }
  return {
    mediaType:
      version === '0.3'
        ? 'application/vnd.dev.sigstore.bundle.v0.3+json'
        : `application/vnd.dev.sigstore.bundle+json;version=${version}`,
    verificationMaterial: {
      ...signer,
      tlogEntries: hasEntry ? [tlogEntry] : [],
      timestampVerificationData: { rfc3161Timestamps: timestamps },
    },
  }
}

/** In a log of two entries: https://www.rfc-editor.org/rfc/rfc6962#section-2.1.1 */
function proofOf(body: Buffer, { log, baseUrl }: { log: Pair; baseUrl: string }) {
  const sibling = sha256(Buffer.from([0]), Buffer.from('another entry'))
  const rootHash = sha256(Buffer.from([1]), sha256(Buffer.from([0]), body), sibling)
  const host = new URL(baseUrl).host
  const note = `${host}\n2\n${rootHash.toString('base64')}\n`
  const hint = logIdOf(log).subarray(0, 4)
  const signature = Buffer.concat([hint, sign('sha256', Buffer.from(note), log.privateKey)])
  return {
    logIndex: '0',
    rootHash: rootHash.toString('base64'),
    treeSize: '2',
    hashes: [sibling.toString('base64')],
    checkpoint: { envelope: `${note}\n— ${host} ${signature.toString('base64')}\n` },
  }
}

/** A certificate of any key, in base64. */
export const certificateOf = ({ publicKey }: { publicKey: KeyObject }): string =>
  certificate({ subject: 'x', issuer: 'x', key: { ...newPair(), publicKey }, by: newPair() }).toString(
    'base64',
  )

/** Keys that no root names. */
export const foreignPair = newPair
