import { expect, test } from 'vitest'
import { parseIdentities, schemaOf, writeIdentities } from './root-form-model.ts'

const issuer = 'https://token.actions.githubusercontent.com'
const identities = [
  { issuer, subject: 'https://github.com/acme/*' },
  { issuer: 'https://accounts.example', subject: '*@acme.example' },
]

test('identities are lines of issuer and subject', () => {
  const text = writeIdentities(identities)
  expect(text).toBe(`${issuer} https://github.com/acme/*\nhttps://accounts.example *@acme.example`)
  expect(parseIdentities(`\n  ${text.replace(' ', '\t')} \n\n`)).toEqual(identities)
})

test.each([
  ['nothing', ' \n'],
  ['no subject', issuer],
  ['no issuer', 'github https://github.com/acme/*'],
  ['anyone', `${issuer} *`],
  ['three words', `${issuer} a b`],
  ['one of two', `${issuer} a\nb`],
])('%s is refused', (_, text) => {
  expect(parseIdentities(text)).toBeNull()
  expect(schemaOf(true).safeParse({ name: 'x', root: '{}', identities: text }).success).toBe(false)
})

test('the stored file is kept by an empty one', () => {
  const values = { name: 'x', root: '', identities: writeIdentities(identities) }
  expect(schemaOf(true).safeParse(values).success).toBe(false)
  expect(schemaOf(false).safeParse(values).success).toBe(true)
})
