import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { egressOf } from '#platform/egress/egress.ts'
import { startObjectStorage } from '#testing/object-storage.ts'
import { wholeOf } from './cluster-source.ts'
import { MissingFileError } from './destination.ts'
import { s3Destination } from './s3-destination.ts'
import { signS3 } from './s3-signature.ts'

const storage = forAllTests(startObjectStorage)

const destination = (secretAccessKey = 'secret', accessKeyId = 'key') =>
  s3Destination(
    {
      endpoint: storage.url,
      bucket: 'bucket',
      prefix: 'a b/',
      credentials: { accessKeyId, secretAccessKey, sessionToken: undefined, region: 'test-1' },
    },
    egressOf({ allowsPrivateNetworks: true }, 'backup'),
  )

// Examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
test.each([
  ['?lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('a request for %s is signed as in the documentation', (query, signature) => {
  const { authorization } = signS3(
    {
      method: 'GET',
      url: new URL(`https://examplebucket.s3.amazonaws.com/${query}`),
      body: new Uint8Array(0),
      at: new Date('2013-05-24T00:00:00Z'),
    },
    {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      sessionToken: undefined,
      region: 'us-east-1',
    },
  )
  expect(authorization).toContain(`Signature=${signature}`)
})

test.each([0, 1_000, 40 * 1024 * 1024])('%i bytes are read as they were written', async (length) => {
  const bytes = randomBytes(length)
  const written = await destination().write('x/file', Readable.from([bytes]))
  expect(written.bytes).toBe(length)
  expect((await wholeOf(await destination().read('x/file'))).equals(bytes)).toBe(true)
  expect(storage.objects.has('a b/x/file')).toBe(true)
})

test('all names are listed, over several answers, and can be removed', async () => {
  const names = ['list/1', 'list/2', 'list/3', 'list/4', 'list/5']
  for (const name of names) await destination().write(name, Readable.from(['x']))
  expect(await destination().list('list/')).toEqual(names)
  for (const name of names) await destination().remove(name)
  expect(await destination().list('list/')).toEqual([])
  await destination().remove('list/1')
})

test('a source that breaks leaves neither an object nor parts', async () => {
  const broken = Readable.from(
    (function* () {
      yield randomBytes(20 * 1024 * 1024)
      throw new Error('boom')
    })(),
  )
  await expect(destination().write('broken', broken)).rejects.toThrow('boom')
  expect([...storage.uploads.keys()]).toEqual([])
  expect(storage.objects.has('a b/broken')).toBe(false)
})

test('failures say what the storage answered', async () => {
  await expect(destination().read('none')).rejects.toThrow(MissingFileError)
  await expect(destination('secret', 'other').list('')).rejects.toThrow('403 to GET: AccessDenied')
})
