import { expect, test } from 'vitest'
import { provesMfa } from './mfa-claims.ts'

test.each<[string[], string[], boolean]>([
  [[], [], false],
  [['pwd'], [], false],
  // Two passwords are the same kind of factor.
  [['pwd', 'pin'], [], false],
  [['otp'], ['0'], false],
  [['pwd', 'otp'], [], true],
  [['hwk', 'pin'], [], true],
  [['pwd', 'mfa'], [], true],
  [['pwd'], ['phr'], true],
  [['http://schemas.microsoft.com/claims/multipleauthn'], [], true],
  [[], ['https://refeds.org/profile/mfa'], true],
  [[], ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'], false],
])('methods %j and classes %j prove MFA: %s', (methods, classes, isSeveral) => {
  expect(provesMfa({ methods, classes })).toBe(isSeveral)
})
