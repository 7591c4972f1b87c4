import { type Profile, SAML, type SamlConfig } from '@node-saml/node-saml'
import { checkResponse } from './check-response.ts'

/** The contents of the signed assertion as plain values. */
export type VerifiedResponse = Pick<Profile, 'issuer' | 'nameID' | 'nameIDFormat'> & {
  [attribute: string]: unknown
  /** The whole assertion, parsed. */
  assertion: unknown
}

/** Runs in a worker thread. Rejects if the response is not properly signed. */
export async function verifyResponse({
  options,
  samlResponse,
  allowsSha1,
}: {
  options: SamlConfig
  samlResponse: string
  allowsSha1: boolean
}): Promise<VerifiedResponse | null> {
  const { profile } = await new SAML(options).validatePostResponseAsync({ SAMLResponse: samlResponse })
  if (!profile) return null
  await checkResponse(profile.getSamlResponseXml?.() ?? '', { allowsSha1 })
  const values = Object.entries(profile).filter(([, value]) => typeof value !== 'function')
  return { ...Object.fromEntries(values), assertion: profile.getAssertion?.() } as VerifiedResponse
}
