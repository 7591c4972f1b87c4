import type { KeyObject } from 'node:crypto'
import { isRecord, listOf, recordOf, textOf } from '../documents/parsers/json-value.ts'
import { bytesOfBase64 } from '../documents/parsers/base64.ts'
import { canonicalJson } from './canonical-json.ts'
import { isSignedBy, readJsonWebKey } from './public-keys.ts'
import type { Signed } from './signed.ts'

type Json = Record<string, unknown>

/** One of the signatures of a document: what it says of itself, and what it was made of. */
interface Signer {
  core: Json
  /** The document with all that this one signs, without its own value. */
  signed: () => Json
}

/**
 * The signature within a JSON document: one, several side by side (`signers`), or each of those before it as well
 * (`chain`). One that leaves out members of the document signs nothing here. null without one.
 * https://cyberphone.github.io/doc/security/jsf.html
 */
export function readJsonSignature(document: Json): Signed | null {
  const signature = document['signature']
  if (!isRecord(signature)) return null
  const signers = signersOf(document, signature).filter(({ core }) => core['excludes'] === undefined)
  return {
    isSignedBy: (key) => signers.some((signer) => isMadeBy(signer, key)),
    isChanged: signers.some((signer) => {
      const own = isRecord(signer.core['publicKey']) ? readJsonWebKey(signer.core['publicKey']) : null
      return own !== null && !isMadeBy(signer, own)
    }),
    verifyKeyless: null,
  }
}

function signersOf(document: Json, signature: Json): Signer[] {
  const withSignature = (replaced: Json) => ({ ...document, signature: replaced })
  const side = listOf(signature['signers']).map(recordOf)
  if (side.length > 0)
    return side.map((core) => ({
      core,
      signed: () => withSignature({ ...signature, signers: [withoutValue(core)] }),
    }))
  const chain = listOf(signature['chain']).map(recordOf)
  if (chain.length > 0)
    return chain.map((core, at) => ({
      core,
      signed: () => withSignature({ ...signature, chain: [...chain.slice(0, at), withoutValue(core)] }),
    }))
  return [{ core: signature, signed: () => withSignature(withoutValue(signature)) }]
}

const withoutValue = ({ value: _value, ...core }: Json): Json => core

function isMadeBy({ core, signed }: Signer, key: KeyObject): boolean {
  const signature = bytesOfBase64(textOf(core['value']))
  if (signature === null) return false
  const data = new TextEncoder().encode(canonicalJson(signed()))
  return isSignedBy(key, { algorithm: textOf(core['algorithm']), data, signature })
}
