import { expect, test } from 'vitest'
import { checkCertificate } from './check-certificate.ts'

// Valid for a year, with a short key.
const certificate = `
-----BEGIN CERTIFICATE-----
MIICODCCAaGgAwIBAgIUS/QB1amChpuvsDa4ouMHJZwr3wYwDQYJKoZIhvcNAQEL
BQAwLjEQMA4GA1UECgwHRXhhbXBsZTEaMBgGA1UEAwwRbG9naW4uZXhhbXBsZS5v
cmcwHhcNMjYxMTIxMTEzNDMxWhcNMjcxMTIxMTEzNDMxWjAuMRAwDgYDVQQKDAdF
eGFtcGxlMRowGAYDVQQDDBFsb2dpbi5leGFtcGxlLm9yZzCBnzANBgkqhkiG9w0B
AQEFAAOBjQAwgYkCgYEAutfwWgN7oAKEQSicjAGyw04oEQQtTlVj+HqweDi5Yxo+
gE774IK+0V8myX8MScXbIoo1c/k7Hur7YO/e9BNpPRsVMaHvA1MRt/PCnBkwKLIn
I6i4ANS/2xMobfD1jB31FUO3jUfAKitld0Aich+4iwEW9jTWIiPgd/bHoe6LQK8C
AwEAAaNTMFEwHQYDVR0OBBYEFPOQISSJZ8uVWxpUzqYe35+EcFQzMB8GA1UdIwQY
MBaAFPOQISSJZ8uVWxpUzqYe35+EcFQzMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZI
hvcNAQELBQADgYEAdnIvWRK5J6sLcNyfKvcQopVy0F9lDENmU5JsE1+6BJfQPyX7
7rLXv3DSQ3gWHVb5mQSKASEi4KhHxmpEVux/4S2cmm9KCgCVb+sqrR/3KUHBM6fV
kqP3vc+prwCO/DGulVg2PWi3DSJtwtil48nrIzj5zBAayTbR8VG+5Lrc6Y8=
-----END CERTIFICATE-----
`
const days = (text: string) => Date.parse(text)
const messages = (text: string, at: string) =>
  checkCertificate(text.trim(), days(at)).map(({ message }) => message)

test.each([
  ['2026-11-01', 'It is not in force before 2026-11-21'],
  ['2027-02-01', 'It is in force until 2027-11-21'],
  ['2027-11-10', 'It expires soon, on 2027-11-21'],
  ['2028-01-01', 'It expired on 2027-11-21'],
])('a certificate on %s', (at, force) => {
  expect(messages(certificate, at)).toEqual([
    'The certificate was read: login.example.org',
    force,
    'Its key has 1024 bits: 2048 are expected',
  ])
})

test('Base64 without PEM armor is accepted', () => {
  const body = certificate.replaceAll(/-----.*-----/g, '')
  expect(messages(body, '2027-02-01')[0]).toBe('The certificate was read: login.example.org')
})

test('an invalid certificate is reported', () => {
  expect(checkCertificate('none')).toMatchObject([{ isRight: false }])
})
