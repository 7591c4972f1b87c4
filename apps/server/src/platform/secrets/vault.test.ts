import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { chmod, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openVault } from './vault.ts'

let dataFolder: string
beforeEach(async () => {
  dataFolder = folderOfTest()
})

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

test('the earlier key decrypts and recognizes what the current one does not, and encrypts nothing', async () => {
  const [oldKey, newKey] = ['old-'.repeat(10), 'new-'.repeat(10)]
  const old = await openVault({ secretKey: oldKey, dataFolder })
  const both = await openVault({ secretKey: newKey, earlierSecretKey: oldKey, dataFolder })
  const sealed = old.seal('a secret', 'one')
  expect(both.open(sealed, 'one')).toBe('a secret')
  expect(both.hmacs('x', 'one')).toEqual([both.hmac('x', 'one'), old.hmac('x', 'one')])
  expect(() => old.open(both.seal('new', 'one'), 'one')).toThrow(expect.objectContaining(changed))
  const resealed = both.reseal(sealed, 'one') as Uint8Array
  expect((await openVault({ secretKey: newKey, dataFolder })).open(resealed, 'one')).toBe('a secret')
  expect([both.reseal(resealed, 'one'), both.reseal(sealed, 'two')]).toEqual(['current', 'unreadable'])
  expect([old.hasEarlierKey, both.hasEarlierKey]).toEqual([false, true])
})

test('a renamed key file is the earlier key, and a new one is made', async () => {
  const old = await openVault({ secretKey: undefined, dataFolder })
  const sealed = old.seal('a secret', 'one')
  await rename(join(dataFolder, 'secret.key'), join(dataFolder, 'secret.key.old'))
  const both = await openVault({ secretKey: undefined, dataFolder })
  expect(both.open(sealed, 'one')).toBe('a secret')
  expect(both.reseal(sealed, 'one')).toBeInstanceOf(Uint8Array)
  await rm(join(dataFolder, 'secret.key.old'))
  const current = await openVault({ secretKey: undefined, dataFolder })
  expect(() => current.open(sealed, 'one')).toThrow(expect.objectContaining(changed))
})
