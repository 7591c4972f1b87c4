import { createHash, type KeyObject, sign } from 'node:crypto'
import { der, integer, octets, oid, sequence, time } from './der.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const sha256Id = sequence(oid('2.16.840.1.101.3.4.2.1'))
const set = (...contents: Uint8Array[]) => der(0x31, ...contents)
const tstInfoType = oid('1.2.840.113549.1.9.16.1.4')

interface Authority {
  key: KeyObject
  /** Of its certificate, in DER; its serial number is 1. */
  issuer: Buffer
}

/** What a timestamp authority answers for some bytes: https://www.rfc-editor.org/rfc/rfc3161#section-2.4.2 */
export function makeTimestamp(bytes: Uint8Array, at: number, { key, issuer }: Authority): Buffer {
  const imprint = sequence(sha256Id, octets(sha256(bytes)))
  const info = sequence(integer(1), oid('1.3.6.1.4.1.57264.2'), imprint, integer(1), time(at))
  const attributes = [
    sequence(oid('1.2.840.113549.1.9.3'), set(tstInfoType)),
    sequence(oid('1.2.840.113549.1.9.4'), set(octets(sha256(info)))),
  ]
  const signer = sequence(
    integer(1),
    sequence(issuer, integer(1)),
    sha256Id,
    der(0xa0, ...attributes),
    sequence(oid('1.2.840.10045.4.3.2')),
    octets(sign('sha256', set(...attributes), key)),
  )
  const content = sequence(tstInfoType, der(0xa0, octets(info)))
  const signed = sequence(integer(3), set(sha256Id), content, set(signer))
  const token = sequence(oid('1.2.840.113549.1.7.2'), der(0xa0, signed))
  return sequence(sequence(integer(0)), token)
}
