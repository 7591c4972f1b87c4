import { hashRaw } from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openVault } from '#platform/secrets/vault.ts'
import { purposeOf } from './factors.ts'
import { generateRecoveryCodes } from './recovery-codes.ts'

test('a recovery code is stored as argon2id of 19 MiB and two passes, keyed with the key of the server', async () => {
  const memberUuid = randomUUID()
  const vault = await openVault({ secretKey: 'x'.repeat(32), dataFolder: '' })
  const { codes, salt, hashes } = await generateRecoveryCodes(vault, memberUuid)
  expect(salt).toHaveLength(16)
  // The number of argon2id in the library, whose enum is not usable under isolated modules.
  const cost = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
  const slow = await hashRaw(codes[0]!.replace('-', ''), { ...cost, salt })
  const keyed = vault.hmac(slow.toString('base64'), purposeOf('scratch-codes', memberUuid))
  expect(Buffer.from(hashes[0]!)).toEqual(Buffer.from(keyed))
})
