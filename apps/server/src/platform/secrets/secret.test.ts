import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeSecret, randomOf, readSecret, type SecretKind } from './secret.ts'

const [accountUuid, uuid] = [randomUUID(), randomUUID()]
const kinds: SecretKind[] = ['session', 'refresh', 'token', 'link', 'challenge', 'verification']

describe.each(kinds)('a secret of the kind %s', (kind) => {
  test('has 256 random bits, of which only the SHA-256 is stored', () => {
    const secrets = Array.from({ length: 100 }, () => makeSecret(kind, accountUuid, uuid))
    const random = secrets.map(({ text }) => randomOf(kind, text))
    expect(new Set(random.map((bytes) => bytes.toString('hex'))).size).toBe(100)
    for (const [index, bytes] of random.entries()) {
      expect(bytes).toHaveLength(32)
      expect(Buffer.from(secrets[index]!.hash)).toEqual(createHash('sha256').update(bytes).digest())
    }
  })

  test('is parsed into its row and hash, and only as its own kind', () => {
    const { text, hash } = makeSecret(kind, accountUuid, uuid)
    expect(readSecret(kind, text)).toEqual({ accountUuid, uuid, hash })
    for (const other of kinds.filter((each) => each !== kind)) expect(readSecret(other, text)).toBeNull()
  })

  test.each([
    ['cut', (text: string) => text.slice(0, -4)],
    ['longer', (text: string) => `${text}AAAA`],
    ['without its kind', (text: string) => text.slice(5)],
    ['empty', () => ''],
  ])('is not parsed when %s', (_, change) => {
    expect(readSecret(kind, change(makeSecret(kind, accountUuid, uuid).text))).toBeNull()
  })
})
