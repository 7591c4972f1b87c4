import { ownProperty } from '@assay/engine/own-property.ts'

/** RFC 8176: the kind of factor of each 'amr' value. */
const kindsOfMethods: Readonly<Record<string, string>> = {
  pwd: 'known',
  pin: 'known',
  kba: 'known',
  hwk: 'had',
  swk: 'had',
  otp: 'had',
  sms: 'had',
  tel: 'had',
  sc: 'had',
  face: 'inherent',
  fpt: 'inherent',
  iris: 'inherent',
  retina: 'inherent',
  vbm: 'inherent',
}

/** Values of 'acr' and SAML AuthnContext classes that imply MFA. */
const strongClasses: ReadonlySet<string> = new Set([
  // OpenID Connect EAP ACR Values 1.0: phishing-resistant.
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor-physical',
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:okta:loa:2fa:any',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
])

/** Whether a provider reports multi-factor authentication; without information, it does not. */
export function provesMfa(claims: { methods: readonly string[]; classes: readonly string[] }): boolean {
  const kinds = new Set(claims.methods.map((method) => ownProperty(kindsOfMethods, method)).filter(Boolean))
  const isNamed =
    claims.methods.includes('mfa') ||
    [...claims.methods, ...claims.classes].some((each) => strongClasses.has(each))
  return isNamed || kinds.size > 1
}
