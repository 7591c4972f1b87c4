import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { isoDay } from '@assay/engine/time.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ChildServer, startChildServer } from '#testing/child-server.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type ObjectStorage, startObjectStorage } from '#testing/object-storage.ts'
import { offlineSettings } from '#testing/offline-settings.ts'

// Real processes: a server with its embedded database, and the commands beside it.

// Each starts several programs.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const root = temporaryFolder()
let storage: ObjectStorage
let server: ChildServer
const at = (name: string) => join(root, name)
const passphrase = 'a passphrase of some length'

beforeAll(async () => {
  storage = await startObjectStorage()
  server = await start('data', { ASSAY_WAL_ARCHIVE: at('wal') })
  for (const name of ['one', 'two']) await upload(server, name)
})
afterAll(async () => {
  await server.stop()
  await storage.stop()
})

/** Uploads need their result before numbers are read, however busy the machine is. */
const start = (folder: string, settings: Record<string, string> = {}) =>
  startChildServer({ folder: at(folder), settings: { ASSAY_SCAN_WAIT_SECONDS: '60', ...settings } })

async function upload({ api }: ChildServer, name: string): Promise<void> {
  const body = {
    file: filePart(npmInventory(['lodash@4.17.4', 'minimist@0.0.8', `${name}@1.0.0`])),
    url: `https://example.org/${name}`,
    branch: 'main',
    wait: 'true' as const,
  }
  await api.uploads.intoNew({ body })
}

/** All that an account's pages show of its projects. */
async function numbersOf({ api }: ChildServer) {
  const { account } = await api.users.me()
  const params = { accountUuid: account.uuid }
  const today = isoDay(new Date())
  const query = { startDate: today, endDate: today }
  return {
    metrics: await api.metrics.security({ query }),
    projects: await api.projects.list({ params }),
  }
}

function begin(words: string[], settings: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.js'), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      ...offlineSettings,
      ASSAY_DATA: at('data'),
      ASSAY_BACKUP_TO: at('backups'),
      ASSAY_BACKUP_PASSPHRASE: passphrase,
      ASSAY_WAL_ARCHIVE: at('wal'),
      ASSAY_S3_ENDPOINT: storage.url,
      ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'test-1',
      ...settings,
    },
  })
  child.on('error', () => undefined)
  return child
}

async function run(words: string[], settings: Record<string, string> = {}) {
  const child = begin(words, settings)
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, output: `${out}${errors}` }
}

test('a backup of a server in use, restored in another folder, has every number', async () => {
  const before = await numbersOf(server)
  const backedUp = new AbortController()
  const uploads = (async () => {
    for (let number = 0; !backedUp.signal.aborted; number++) await upload(server, `during-${number}`)
  })()
  const backup = await run(['backup'])
  backedUp.abort()
  await uploads
  expect(backup).toMatchObject({ code: 0 })
  expect(backup.output).toMatch(/^assay-\d+-\S+ \(\d+ MB\) in .*\nVerified: .* rows in \d+ tables\n$/)
  const restore = await run(['restore'], { ASSAY_DATA: at('restored') })
  expect(restore).toMatchObject({ code: 0 })
  expect(restore.output).toContain('Restored and checked: ')
  const keys = ['data', 'restored'].map((name) => readFile(join(at(name), 'secret.key'), 'utf8'))
  expect(await keys[0]).toBe(await keys[1])
  const restored = await start('restored')
  try {
    const urls = new Set(before.projects.map(({ url }) => url))
    const { projects } = await numbersOf(restored)
    expect(projects.filter(({ url }) => urls.has(url))).toEqual(before.projects)
  } finally {
    await restored.stop()
  }
})

test('a backup to object storage is restored with exactly the same numbers', async () => {
  const place = { ASSAY_BACKUP_TO: 's3://bucket/assay' }
  const before = await numbersOf(server)
  expect(await run(['backup'], place)).toMatchObject({ code: 0 })
  expect(await run(['restore'], Object.assign(place, { ASSAY_DATA: at('from-storage') }))).toMatchObject({
    code: 0,
  })
  const restored = await start('from-storage')
  try {
    expect(await numbersOf(restored)).toEqual(before)
  } finally {
    await restored.stop()
  }
})

test('who was erased since a backup is erased again before the restored server answers', async () => {
  const place = { ASSAY_BACKUP_TO: at('before-erasures') }
  const before = await start('with-people', place)
  const { account } = await before.api.users.me()
  const params = { accountUuid: account.uuid }
  const add = async (email: string) =>
    (await before.api.members.add({ params, body: { email, role: 'Viewer' } })).uuid
  const erased = await add('erased@example.org')
  await add('kept@example.org')
  const data = { ASSAY_DATA: at('with-people'), ...place }
  expect(await run(['backup', '--no-verify'], data)).toMatchObject({ code: 0 })
  await before.api.personalData.erase({ params: { ...params, memberUuid: erased } })
  const listed = join(at('before-erasures'), 'erasures')
  await expect
    .poll(() => readdir(listed).catch(() => []), { timeout: 120_000 })
    .toEqual([`${account.uuid}_${erased}`])
  await before.stop()
  const { output } = await run(['restore'], { ...place, ASSAY_DATA: at('after-erasures') })
  expect(output).toContain('Members who were erased since then are erased again')
  const restored = await start('after-erasures')
  try {
    const emails = (await restored.api.members.list({ params })).map(({ email }) => email)
    expect(emails).toContain('kept@example.org')
    expect(emails).not.toContain('erased@example.org')
    const completed = async () => (await restored.api.personalData.erasures({ params }))[0]?.completedAt
    await expect.poll(completed, { timeout: 120_000 }).toEqual(expect.any(Number))
    const { events } = await restored.api.audit.list({ params, query: {} })
    expect(JSON.stringify(events)).not.toContain('erased@example.org')
  } finally {
    await restored.stop()
  }
})

test('a killed backup is no backup, and the next one removes it', async () => {
  const place = { ASSAY_BACKUP_TO: at('killed') }
  const child = begin(['backup'], place)
  await expect
    .poll(() => readdir(at('killed')).catch(() => []), { interval: 5, timeout: 60_000 })
    .toHaveLength(1)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  const [rest = ''] = await readdir(at('killed'))
  expect(await run(['backups'], place)).toEqual({ code: 0, output: '' })
  expect((await run(['restore'], Object.assign({ ASSAY_DATA: at('none') }, place))).output).toContain(
    'There is no backup in ',
  )
  // The database frees the lock when it notices that the connection is gone.
  const again = () => run(['backup', '--no-verify', '--keep', '1'], place)
  await expect.poll(async () => (await again()).code, { timeout: 120_000 }).toBe(0)
  const [next = ''] = await readdir(at('killed'))
  expect(next).not.toBe(rest)
  // Only as many are kept as asked for.
  expect(await again()).toMatchObject({ code: 0 })
  const names = await readdir(at('killed'))
  expect(names).toHaveLength(1)
  expect(names).not.toContain(next)
})

test('the log that was archived since leads to any time after a backup', async () => {
  const place = { ASSAY_BACKUP_TO: at('timed') }
  expect(await run(['backup', '--no-verify'], place)).toMatchObject({ code: 0 })
  await upload(server, 'wanted')
  await sleep(1_000)
  const until = new Date().toISOString()
  await sleep(1_000)
  await upload(server, 'unwanted')
  // A stop archives the rest of the log.
  await server.stop()
  server = await start('data', { ASSAY_WAL_ARCHIVE: at('wal') })
  const restore = await run(
    ['restore', '--until', until],
    Object.assign({ ASSAY_DATA: at('earlier') }, place),
  )
  expect(restore).toMatchObject({ code: 0 })
  const restored = await start('earlier')
  try {
    const urls = (await numbersOf(restored)).projects.map(({ url }) => url)
    expect(urls).toContain('https://example.org/wanted')
    expect(urls).not.toContain('https://example.org/unwanted')
  } finally {
    await restored.stop()
  }
})

test('what cannot be restored is refused with what to do, and leaves nothing', async () => {
  const from = at('refused')
  expect(await run(['backup', '--no-verify'], { ASSAY_BACKUP_TO: from })).toMatchObject({ code: 0 })
  const outputOf = async (settings: Record<string, string>, words: string[] = []) => {
    const all = Object.assign({ ASSAY_BACKUP_TO: from, ASSAY_DATA: at('refusing') }, settings)
    const { code, output } = await run(['restore', ...words], all)
    expect(code).toBe(1)
    expect((await readdir(all.ASSAY_DATA)).filter((name) => /^postgres$|restoring/.test(name))).toEqual(
      all.ASSAY_DATA === at('data') ? ['postgres'] : [],
    )
    return output
  }
  expect(await outputOf({ ASSAY_DATA: at('data') })).toContain('is running: stop Assay first')
  expect(await outputOf({ ASSAY_BACKUP_PASSPHRASE: 'another passphrase' })).toContain(
    'is not the passphrase of this backup',
  )
  expect(await outputOf({ ASSAY_SECRET_KEY: 'k'.repeat(40) })).toContain('is not the one of the backup')

  const [name = ''] = await readdir(from)
  const changed = async (file: string, change: (bytes: Buffer) => Buffer | string) => {
    const copy = await mkdtemp(join(root, 'changed-'))
    await cp(from, copy, { recursive: true })
    const path = join(copy, name, file)
    await writeFile(path, change(await readFile(path)))
    return { ASSAY_BACKUP_TO: copy }
  }
  const newer = await changed('manifest.json', (bytes) =>
    bytes.toString().replace(/"schema": "\d+/, '"schema": "999'),
  )
  expect(await outputOf(newer)).toContain('is of a newer version of Assay')
  const damaged = await changed('backup_manifest', (bytes) =>
    bytes.toString().replace('"Size": 8192', '"Size": 8193'),
  )
  expect(await outputOf(damaged)).toContain('list of files is broken')
  const short = await changed('base.tar.gz', (bytes) => bytes.subarray(0, bytes.length / 2))
  expect(await outputOf(short)).not.toBe('')
})

test('without a passphrase, the key stays out of the backup, with a warning', async () => {
  const place = { ASSAY_BACKUP_TO: at('open'), ASSAY_BACKUP_PASSPHRASE: '' }
  const { output } = await run(['backup', '--no-verify'], place)
  expect(output).toContain('WARNING: the secret key is not in the backup')
  const key = await readFile(join(at('data'), 'secret.key'), 'utf8')
  const files = await readdir(at('open'), { recursive: true, withFileTypes: true })
  for (const file of files.filter((each) => each.isFile() && !each.name.endsWith('.gz')))
    expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain(key)
  const refused = await run(['restore'], Object.assign({ ASSAY_DATA: at('keyless') }, place))
  expect(refused.output).toContain('does not contain the secret key')
})

test('an unknown command or option is answered with the list of all', async () => {
  for (const words of [['backpu'], ['backup', '--too', 'x']]) {
    const { code, output } = await run(words)
    expect(code).toBe(1)
    expect(output).toContain('assay-server restore')
  }
})
