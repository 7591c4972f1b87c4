import { TrustedRoot as RootMessage } from '@sigstore/protobuf-specs'
import { toTrustMaterial, type TrustMaterial } from '@sigstore/verify'
import { parseJsonLines } from '../../documents/parsers/json-lines.ts'
import { isRecord, textOf } from '../../documents/parsers/json-value.ts'

/** Who may have signed: as the certificate of a signature names them. */
export interface TrustedIdentity {
  /** The subject alternative name, an address or URL, in which '*' stands for any characters. */
  subject: string
  /** The URL of the identity provider, exactly. */
  issuer: string
}

/** A Sigstore installation of which an account accepts some signers. */
export interface TrustedRoot {
  name: string
  /** As `readTrustedRoot` reads it. */
  root: string
  identities: readonly TrustedIdentity[]
}

/** What people compare before they trust it. */
export interface RootDescription {
  /** URLs of the certificate authorities. */
  authorities: string[]
  /** URLs of the transparency logs; empty if it has none. */
  logs: string[]
}

interface ReadRoot extends RootDescription {
  materials: TrustMaterial[]
}

export interface PreparedRoot extends Omit<TrustedRoot, 'root'> {
  /** Empty if the root cannot be read. */
  materials: readonly TrustMaterial[]
}

export const prepareRoot = ({ root, ...trusted }: TrustedRoot): PreparedRoot => ({
  ...trusted,
  materials: readTrustedRoot(root)?.materials ?? [],
})

/**
 * Reads trusted_root.json, or several of them in lines, as `gh attestation trusted-root` prints them. null if one of them
 * has no certificate authority, or nothing that tells the time of a signature.
 * https://github.com/sigstore/protobuf-specs/blob/main/protos/sigstore_trustroot.proto
 */
export function readTrustedRoot(text: string): ReadRoot | null {
  const messages = parseJsonLines(text).map(readMessage)
  if (messages.length === 0 || !messages.every((each) => each !== null)) return null
  const all = messages.map(({ message }) => message)
  return {
    materials: messages.map(({ material }) => material),
    authorities: distinct(all.flatMap((each) => each.certificateAuthorities.map(({ uri }) => uri))),
    logs: distinct(all.flatMap((each) => each.tlogs.map(({ baseUrl }) => baseUrl))),
  }
}

function readMessage(json: unknown): { message: RootMessage; material: TrustMaterial } | null {
  if (!isRecord(json) || !/vnd\.dev\.sigstore\.trustedroot/.test(textOf(json['mediaType']))) return null
  try {
    const message = RootMessage.fromJSON(json)
    const material = toTrustMaterial(message)
    return isUsable(material) ? { message, material } : null
  } catch {
    // The library throws errors of many kinds for keys and certificates that are none.
    return null
  }
}

const isUsable = ({ certificateAuthorities, tlogs, timestampAuthorities }: TrustMaterial): boolean =>
  certificateAuthorities.length > 0 && tlogs.length + timestampAuthorities.length > 0

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '')
