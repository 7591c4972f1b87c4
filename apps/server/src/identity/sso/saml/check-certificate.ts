import { isoDay } from '@assay/engine/time.ts'
import type { SignOnCheck } from '@assay/contract/sso.ts'
import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

type Findings = SignOnCheck['findings']

const soonMs = 30 * 24 * 3600_000
const minBits = 2048

/** Checks format, validity and key length. */
export function checkCertificate(text: string, now = Date.now()): Findings {
  const pem = text.includes('-----')
    ? text
    : `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`
  const certificate = readCertificate(pem)
  if (certificate)
    return [
      { isRight: true, message: `The certificate was read: ${nameOf(certificate)}` },
      forceOf(certificate, now),
      lengthOf(certificate.publicKey),
    ]
  const key = readKey(pem)
  if (key) return [{ isRight: true, message: 'It is a public key, which never expires' }, lengthOf(key)]
  return [
    {
      isRight: false,
      message: 'Not a certificate: PEM text beginning with BEGIN CERTIFICATE is expected',
    },
  ]
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

function readKey(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem)
  } catch {
    return null
  }
}

const nameOf = ({ subject }: X509Certificate) =>
  /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')

function forceOf({ validFrom, validTo }: X509Certificate, now: number): Findings[number] {
  const [from, until] = [Date.parse(validFrom), Date.parse(validTo)]
  if (now < from) return { isRight: false, message: `It is not in force before ${isoDay(from)}` }
  if (now > until) return { isRight: false, message: `It expired on ${isoDay(until)}` }
  const isSoon = until - now < soonMs
  return {
    isRight: !isSoon,
    message: `It ${isSoon ? 'expires soon, on' : 'is in force until'} ${isoDay(until)}`,
  }
}

function lengthOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Findings[number] {
  const bits = asymmetricKeyDetails?.modulusLength
  if (bits === undefined) return { isRight: true, message: `Its key is of the kind ${asymmetricKeyType}` }
  return {
    isRight: bits >= minBits,
    message: `Its key has ${bits} bits${bits >= minBits ? '' : `: ${minBits} are expected`}`,
  }
}
