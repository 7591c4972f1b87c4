import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js'

// Names from RFC 9231 and XML Encryption.
const strong: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
const bySha1: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'http://www.w3.org/2000/09/xmldsig#sha1',
])

const algorithmsPath = "//*[local-name()='SignatureMethod' or local-name()='DigestMethod']/@Algorithm"
const statusPath = "/*[local-name()='Response']/*[local-name()='Status']/*[local-name()='StatusCode']/@Value"
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/**
 * Checks that the library omits: a signed assertion in a failed response, and SHA-1 signatures. Uses the library's
 * parser, so that both see the same document. Throws Error.
 */
export async function checkResponse(xml: string, { allowsSha1 }: { allowsSha1: boolean }): Promise<void> {
  const document = await parseDomFromString(xml)
  const valuesAt = (path: string) => xpath.selectAttributes(document, path).map(({ value }) => value)
  for (const algorithm of valuesAt(algorithmsPath)) {
    if (strong.has(algorithm) || (allowsSha1 && bySha1.has(algorithm))) continue
    throw new Error(bySha1.has(algorithm) ? 'It is signed by SHA-1' : 'It is signed by an unknown algorithm')
  }
  const [status = '', ...others] = valuesAt(statusPath)
  if (status === success && others.length === 0) return
  throw new Error(status === '' ? 'It has no status' : `It has the status ${status.replace(/^.*:/s, '')}`)
}
