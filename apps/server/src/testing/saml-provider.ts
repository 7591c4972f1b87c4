import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

/** Content of a response. Tests can make any part invalid. */
export interface SamlResponse {
  issuer: string
  audience: string
  recipient: string
  inResponseTo: string
  nameId: string
  nameIdFormat: string
  attributes: Record<string, string[]>
  /** How and how long the assertion may be presented; default to bearer and notOnOrAfter. */
  confirmation?: { method?: string; notOnOrAfter?: Date }
  /** Authentication method of the person. */
  authnClass?: string
  /** When the person was authenticated; defaults to notBefore. */
  authnInstant?: Date
  notBefore: Date
  notOnOrAfter: Date
  key: KeyObject
  /** Algorithms of the signature and its digest; default to SHA-256. */
  algorithms?: { signature?: string; digest?: string }
  /** Nested status codes; default to Success. */
  status?: string[]
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion'
const unspecified = 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** A SAML identity provider that signs its assertions; the test plays the browser. */
export function createSamlProvider(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    issuer,
    key: privateKey,
    certificate: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /** Parses the request in the redirect. */
    readRequest(location: string): { id: string; recipient: string; audience: string; forcesLogin: boolean } {
      const packed = new URL(location).searchParams.get('SAMLRequest')!
      const xml = inflateRawSync(Buffer.from(packed, 'base64')).toString()
      const attribute = (name: string) => new RegExp(`\\b${name}="([^"]+)"`).exec(xml)![1]!
      const audience = /<saml:Issuer[^>]*>([^<]+)</.exec(xml)![1]!
      return {
        id: attribute('ID'),
        recipient: attribute('AssertionConsumerServiceURL'),
        audience,
        forcesLogin: /\bForceAuthn="true"/.test(xml),
      }
    },
    /** The form field that the browser posts. */
    encode: (response: SamlResponse): string => Buffer.from(responseXml(response)).toString('base64'),
  }
}

function responseXml(response: SamlResponse): string {
  const assertion = signed(assertionXml(response), response)
  const head = `ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}"`
  const codes = (response.status ?? ['Success']).reduceRight(
    (inner, code) =>
      `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}">${inner}</samlp:StatusCode>`,
    '',
  )
  const status = `<samlp:Status>${codes}</samlp:Status>`
  return `<samlp:Response xmlns:samlp="${protocol}" ${head} InResponseTo="${response.inResponseTo}"
    Destination="${response.recipient}">${status}${assertion}</samlp:Response>`
}

function assertionXml(response: SamlResponse): string {
  const { issuer, audience, recipient, inResponseTo, nameId, nameIdFormat, attributes } = response
  const [from, until] = [response.notBefore.toISOString(), response.notOnOrAfter.toISOString()]
  const { method = 'bearer', notOnOrAfter = response.notOnOrAfter } = response.confirmation ?? {}
  const statements = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  return [
    `<saml:Assertion xmlns:saml="${assertionNamespace}" ID="_${randomUUID()}" Version="2.0" IssueInstant="${from}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:${nameIdFormat}">${nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}"><saml:SubjectConfirmationData`,
    ` InResponseTo="${inResponseTo}" Recipient="${recipient}" NotOnOrAfter="${notOnOrAfter.toISOString()}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    authnStatement(response),
    `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement></saml:Assertion>`,
  ].join('')
}

function authnStatement({ authnClass, authnInstant, notBefore }: SamlResponse): string {
  if (authnClass === undefined && authnInstant === undefined) return ''
  const at = (authnInstant ?? notBefore).toISOString()
  const context = `<saml:AuthnContextClassRef>${authnClass ?? unspecified}</saml:AuthnContextClassRef>`
  return `<saml:AuthnStatement AuthnInstant="${at}"><saml:AuthnContext>${context}</saml:AuthnContext></saml:AuthnStatement>`
}

function signed(xml: string, { key, algorithms }: Pick<SamlResponse, 'key' | 'algorithms'>): string {
  const signature = new SignedXml({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: algorithms?.signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  })
  signature.addReference({
    xpath: "/*[local-name(.)='Assertion']",
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: algorithms?.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  const location = { reference: "/*/*[local-name(.)='Issuer']", action: 'after' as const }
  signature.computeSignature(xml, { location })
  return signature.getSignedXml()
}
