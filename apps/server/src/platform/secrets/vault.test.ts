import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openVault } from './vault.ts'

let dataFolder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'assay-vault-'))
})
afterEach(() => rm(dataFolder, { recursive: true }))

const changed = { errorType: 'secretKeyChanged' }

test('an encrypted value can only be decrypted for the same purpose', async () => {
  const vault = await openVault({ secretKey: undefined, dataFolder })
  const sealed = vault.seal('a secret', 'one')
  expect(vault.open(sealed, 'one')).toBe('a secret')
  expect(() => vault.open(sealed, 'two')).toThrow(expect.objectContaining(changed))
  expect(Buffer.from(sealed).includes('a secret')).toBe(false)
  expect(vault.seal('a secret', 'one')).not.toEqual(sealed)
})

test.each([0, 4, 8, 12, 15])('an authentication tag of %i bytes is rejected', async (length) => {
  const vault = await openVault({ secretKey: undefined, dataFolder })
  const nonceAndTag = vault.seal('', 'one').subarray(0, 12 + length)
  expect(() => vault.open(nonceAndTag, 'one')).toThrow(expect.objectContaining(changed))
})

test('the key is created once with mode 0600, and shared by concurrent starts', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => openVault({ secretKey: undefined, dataFolder })))
  expect(other!.open(one!.seal('shared', ''), '')).toBe('shared')
  const later = await openVault({ secretKey: undefined, dataFolder })
  expect(later.hmac('x', '')).toEqual(one!.hmac('x', ''))
  expect(await readdir(dataFolder)).toEqual(['secret.key'])
  expect((await stat(join(dataFolder, 'secret.key'))).mode & 0o777).toBe(0o600)
})

test("an operator's key is not stored, and a different key decrypts nothing", async () => {
  const [one, other] = await Promise.all(
    ['k', 'l'].map((letter) => openVault({ secretKey: letter.repeat(32), dataFolder })),
  )
  expect(await readdir(dataFolder)).toEqual([])
  expect(() => other!.open(one!.seal('x', ''), '')).toThrow(expect.objectContaining(changed))
  expect(other!.hmac('x', '')).not.toEqual(one!.hmac('x', ''))
})

test('a key file readable by others is made private', async () => {
  await openVault({ secretKey: undefined, dataFolder })
  const path = join(dataFolder, 'secret.key')
  await chmod(path, 0o644)
  await openVault({ secretKey: undefined, dataFolder })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
