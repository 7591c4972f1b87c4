import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

const branch = 'main'
const shop = { metadata: { component: { type: 'application', group: 'org', name: 'shop' } } }
const numbersOf = async (projectUuid: string) => {
  const { scans } = await member.api.scans.overview({ params: { projectUuid } })
  return scans.map(({ vulnerabilityCount, mitigationCount }) => [vulnerabilityCount, mitigationCount])
}

const upload = async (url: string, path: string, bytes: Uint8Array) =>
  (await member.api.uploads.intoNew({ body: { file: filePart(bytes, path), path, url, branch } })).uuid

test.each([
  ['describes the same component', shop],
  ['is the only one', {}],
])('an upgrade in an SBOM of another file name is a fix if the SBOM %s', async (_, more) => {
  const url = `https://example.org/renamed-${Object.keys(more).length}`
  await upload(url, 'shop-1.0.0.cdx.json', npmInventory(['lodash@4.17.4'], more))
  const uuid = await upload(url, 'shop-1.0.1.cdx.json', npmInventory(['lodash@99.0.0'], more))
  const [last, first] = await numbersOf(uuid)
  expect(first![0]).toBeGreaterThan(0)
  expect(last).toEqual([0, first![0]])
})

test('the SBOM of another component does not end its findings as fixed', async () => {
  const url = 'https://example.org/other'
  await upload(url, 'shop.cdx.json', npmInventory(['lodash@4.17.4'], shop))
  const cart = { metadata: { component: { type: 'application', name: 'cart' } } }
  const uuid = await upload(url, 'cart.cdx.json', npmInventory(['lodash@99.0.0'], cart))
  expect((await numbersOf(uuid))[0]).toEqual([0, 0])
})

test('a moved lockfile of the same root package is the same one, and one that is gone is not', async () => {
  const lockfile = (name: string, version: string) =>
    jsonBytes({ name, lockfileVersion: 3, packages: { '': { name }, 'node_modules/lodash': { version } } })
  const scan = async (...file: { filename: string; bytes: Uint8Array }[]) => {
    const body = { file, url: 'https://example.org/folder', branch }
    return (await member.api.uploads.folderIntoNew({ body })).uuid
  }
  const web = (folder: string, version: string) =>
    filePart(lockfile('shop-web', version), `${folder}/package-lock.json`)
  const api = filePart(lockfile('shop-api', '4.17.4'), 'api/package-lock.json')
  await scan(web('web', '4.17.4'), api)
  await scan(web('web', '99.0.0'))
  const uuid = await scan(web('frontend', '4.17.4'))
  await scan(web('ui', '99.0.0'))
  const [moved, returned, lost, first] = await numbersOf(uuid)
  expect(lost).toEqual([0, 0])
  expect(returned).toEqual([first![0], 0])
  expect(moved).toEqual([0, first![0]])
})

test('lists of the builds API are the same under another path', async () => {
  const submit = async (path: string, version: string) => {
    const url = 'https://example.org/list'
    const created = await fetch(`${server.url}/api/v1/builds`, {
      method: 'POST',
      headers: { authorization: member.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ branch, url }),
    })
    const id = created.headers.get('location')!.split('/').at(-1)!
    const body = { content: `lodash,${version}`, language: 'nodejs', path }
    await member.api.builds.submit({ params: { id }, body })
    await member.api.builds.start({ params: { id } })
    const find = () => member.api.builds.get({ params: { id } })
    await expect.poll(async () => (await find()).status).toBe('success')
    return (await find()).uuid
  }
  await submit('/1.0.0?format=csv', '4.17.4')
  const uuid = await submit('/1.0.1?format=csv', '99.0.0')
  const [last, first] = await numbersOf(uuid)
  expect(last).toEqual([0, first![0]])
})
