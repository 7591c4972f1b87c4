import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { Environment, readConfig } from './config.ts'
import { secretVariables, withSecretFiles } from './secret-files.ts'

const folder = temporaryFolder()
let path: string
beforeAll(async () => {
  path = join(folder, 'secret')
})
const key = 'a key of at least 32 characters, of course'

test.each(['', '\n', '\r\n'])('a secret is read from a file that ends with %j', async (end) => {
  await writeFile(path, key + end)
  expect(readConfig({ ASSAY_SECRET_KEY_FILE: path }).secretKey).toBe(key)
})

test('every setting that holds a secret can be in a file', async () => {
  await writeFile(path, 'content')
  const fail = (sentence: string): never => expect.fail(sentence)
  for (const name of secretVariables) {
    expect(Environment.shape).toHaveProperty(name)
    expect(withSecretFiles({ [`${name}_FILE`]: path, [name]: '' }, fail)[name]).toBe('content')
  }
  const named = Object.keys(Environment.shape).filter(
    // What a header is called is no secret.
    (name) => /SECRET|TOKEN|PASSWORD$|PASSPHRASE/.test(name) && !name.endsWith('_HEADER'),
  )
  expect(secretVariables).toEqual(expect.arrayContaining(named))
})

test('what is wrong is said without the secret', async () => {
  await writeFile(path, key)
  expect(() => readConfig({ ASSAY_SECRET_KEY: key, ASSAY_SECRET_KEY_FILE: path })).toThrow(
    'The settings ASSAY_SECRET_KEY and ASSAY_SECRET_KEY_FILE are both set.',
  )
  expect(() => readConfig({ ASSAY_SECRET_KEY_FILE: join(folder, 'none') })).toThrow(
    'The file that the setting ASSAY_SECRET_KEY_FILE names cannot be read (ENOENT).',
  )
})
