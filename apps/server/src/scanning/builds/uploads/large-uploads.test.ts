import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { startChildServer } from '#testing/child-server.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import type { TestClient } from '#testing/test-server.ts'

const mb = 1024 * 1024

const folder = temporaryFolder()
const database = forAllTests(freshDatabase)
const server = forAllTests(() => startChildServer({ connection: database.connection, folder }))
let api: TestClient
beforeAll(() => {
  api = server.api
})

const bytesOf = (text: string) => new TextEncoder().encode(text)
const upload = (content: string, { name = 'bom.json', url = 'https://example.org/large' } = {}) =>
  api.uploads.intoNew({
    body: { file: { filename: name, bytes: bytesOf(content) }, url, branch: 'main', wait: 'false' },
  })

/** A document with this many components, each with a description. */
function documentOf(components: number, descriptionLength: number): string {
  const description = 'Parses what it is given. '.repeat(descriptionLength / 25)
  const list = Array.from({ length: components }, (_, at) => {
    const name = `package-${at}`
    return { type: 'library', name, version: '1.0.0', description, purl: `pkg:npm/${name}@1.0.0` }
  })
  return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: list })
}

const cyclonedx = 'xmlns="http://cyclonedx.org/schema/bom/1.5"'

describe('an upload that exceeds the limits of a document', () => {
  test.each([
    [
      'empty XML components',
      `<bom ${cyclonedx}><components>${'<component/>'.repeat(3_000_000)}</components></bom>`,
    ],
    ['nested lists', '['.repeat(30 * mb)],
    ['nested objects', '{"components":'.repeat(2 * mb)],
    ['nested elements', `<bom ${cyclonedx}>${'<components>'.repeat(2 * mb)}`],
    ['small values', `{"bomFormat":"CycloneDX","components":[${'{"a":[]},'.repeat(6 * mb)}0]}`],
  ])('because of %s is rejected with a reason, and the server keeps running', async (_, content) => {
    await expect(upload(content)).rejects.toMatchObject({ status: 400, errorType: 'unreadableDocument' })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

describe('a VEX document that exceeds the limits of a document', () => {
  test.each([
    ['nested lists', '['.repeat(15 * mb)],
    ['small values', `[${'{},'.repeat(5 * mb)}0]`],
  ])('because of %s is rejected, and the server keeps running', async (_, content) => {
    const { account } = await api.users.me()
    const file = { filename: 'vex.json', bytes: bytesOf(content) }
    const added = api.vex.add({ params: { accountUuid: account.uuid }, body: { file } })
    await expect(added).rejects.toMatchObject({ status: 400, errorType: 'unreadableDocument' })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

test(
  'three concurrent large documents are scanned and can be downloaded, in bounded memory',
  { timeout: 900_000 },
  async () => {
    const documents = [1, 2, 3].map((each) => documentOf(20_000 + each, 2_000))
    const builds = await Promise.all(
      documents.map((content, index) => upload(content, { url: `https://example.org/${index}` })),
    )
    for (const [index, { id }] of builds.entries()) {
      const ended = async () => (await api.builds.get({ params: { id } })).status
      await expect.poll(ended, { timeout: 400_000 }).toBe('success')
      const build = await api.builds.get({ params: { id } })
      // toBe would print both documents on failure.
      expect((await downloaded(build)) === documents[index]).toBe(true)
    }
    const kept = await readdir(join(folder, 'spool'), { recursive: true })
    // Inventories cached for later scans of the same documents.
    expect(kept.length).toBeLessThanOrEqual(1 + 3)
    // Half of the heap was in use at the start.
    if (process.platform === 'linux') expect(peakBytesOf(server.pid)).toBeLessThan(700 * mb)
  },
)

async function downloaded(build: { uuid: string; reportUuid: string | null }): Promise<string> {
  const path = `/api/v1/projects/${build.uuid}/reports/${build.reportUuid}/documents/0`
  const response = await fetch(server.url + path, { headers: { authorization: server.authorization } })
  return response.text()
}

/** Bytes since the start of the test. */
const peakBytesOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
