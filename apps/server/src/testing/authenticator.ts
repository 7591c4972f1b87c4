import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Deviations from the server's options, for invalid responses. */
export interface Deviations {
  origin?: string
  rpId?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
  key?: KeyObject
}

interface Options {
  challenge: string
}

/** A software authenticator with one ES256 key: https://www.w3.org/TR/webauthn-3/ */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const credential = {
    id: base64(id),
    rawId: base64(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  let counter = 0
  let userHandle = ''

  const clientDataOf = (type: string, { challenge }: Options, deviations: Deviations) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviations.challenge ?? challenge,
        crossOrigin: false,
        origin: deviations.origin ?? origin,
      }),
    )
  /** Hash of the relying party, flags (1 user present, 4 verified, 64 key attached) and counter. */
  const authenticatorData = (deviations: Deviations, attached = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head[0] = 1 | (deviations.isVerified === false ? 0 : 4) | (attached.length > 0 ? 64 : 0)
    head.writeUInt32BE(deviations.counter ?? ++counter, 1)
    return Buffer.concat([sha256(deviations.rpId ?? new URL(origin).hostname), head, attached])
  }
  return {
    create(options: Options, deviations: Deviations = {}) {
      userHandle = (options as unknown as { user: { id: string } }).user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attached = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(deviations, attached)],
      ])
      const clientData = clientDataOf('webauthn.create', options, deviations)
      const response = { clientDataJSON: base64(clientData), attestationObject: base64(cbor(attestation)) }
      return { ...credential, response: { ...response, transports: ['internal'] } }
    },
    get(options: Options, deviations: Deviations = {}) {
      const clientData = clientDataOf('webauthn.get', options, deviations)
      const data = authenticatorData(deviations)
      const signed = Buffer.concat([data, sha256(clientData)])
      const response = {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(data),
        userHandle,
        signature: base64(sign('sha256', signed, deviations.key ?? privateKey)),
      }
      return { ...credential, response }
    },
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** RFC 9053: key type EC2, ES256, curve P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const coordinate = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const entries: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]
  return cbor(new Map<number, Cbor>(entries))
}

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>

/** The subset of RFC 8949 that attestations need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)])
  return Buffer.concat([cborHead(5, value.size), ...entries])
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
