import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { readConfig } from '@assay/server/config.ts'
import { startServer } from '@assay/server/server.ts'
import { offlineSettings } from '@assay/server/testing/offline-settings.ts'
import { type ClientProgram, clients } from './clients.ts'

// Installs clients of Dependency-Track and DefectDojo, unmodified, and has each upload to a server of ours, started for it unless
// --url and --token name one. Needs Python, curl, Maven and npm, and their registries.

const { values } = parseArgs({
  options: { url: { type: 'string' }, token: { type: 'string' }, only: { type: 'string' } },
})
const { only } = values

const execute = promisify(execFile)
const timeout = 600_000

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  components: [{ type: 'library', name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' }],
}
const lockfile = {
  name: 'app',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: {
    '': { name: 'app', version: '1.0.0', dependencies: { lodash: '4.17.4' } },
    'node_modules/lodash': { version: '4.17.4' },
  },
}
const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId>
<artifactId>app</artifactId><version>1.0.0</version></project>`

const folder = await mkdtemp(join(tmpdir(), 'assay-clients-'))
const inputs: Record<string, string> = {
  'bom.json': JSON.stringify(bom),
  'package.json': JSON.stringify(lockfile.packages['']),
  'package-lock.json': JSON.stringify(lockfile),
  'pom.xml': pom,
}
const { url, key, stop } =
  values.url !== undefined && values.token !== undefined
    ? { url: values.url, key: values.token, stop: async () => undefined }
    : await startOwn()
let failed = 0
try {
  for (const client of clients.filter(({ name }) => only === undefined || name === only)) {
    const outcome = await tryClient(client, { url, key }).catch((error: unknown) => describeError(error))
    if (outcome !== null) failed++
    process.stdout.write(`${client.name}: ${outcome ?? 'uploaded, and its version was scanned'}\n`)
  }
} finally {
  await stop()
  await rm(folder, { recursive: true })
}
process.exitCode = failed === 0 ? 0 : 1

/** On an empty data folder, with the advisories of the starter set. */
async function startOwn(): Promise<{ url: string; key: string; stop: () => Promise<void> }> {
  const login = { email: 'admin@example.org', password: 'only on this machine' }
  const server = await startServer(
    readConfig({
      ...offlineSettings,
      ASSAY_DATA: join(folder, 'data'),
      ASSAY_PORT: '0',
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_ADMIN_EMAIL: login.email,
      ASSAY_ADMIN_PASSWORD: login.password,
    }),
  )
  const baseUrl = server.address!
  const session = tokenOf(await createAssayClient({ baseUrl }).credentials.login({ body: login }))
  const api = createAssayClient({ baseUrl, authorization: () => `Bearer ${session}` })
  const { uuid: accountUuid } = await api.accounts.me()
  const { token } = await api.tokens.create({
    params: { accountUuid },
    body: { name: 'clients', access: 'admin' },
  })
  return { url: baseUrl, key: token, stop: () => server.stop() }
}

/** null: everything worked. */
async function tryClient(
  client: ClientProgram,
  server: { url: string; key: string },
): Promise<string | null> {
  const installed = await mkdtemp(join(folder, 'installed-'))
  for (const [program = '', ...args] of client.install)
    await execute(resolveIn(installed, program), args, { cwd: installed, timeout })
  const input = await mkdtemp(join(folder, 'input-'))
  for (const [name, content] of Object.entries(inputs)) await writeFile(join(input, name), content)
  const [project, version] = [`client-${client.name}`, `${Date.now()}`]
  const call = { ...server, project, version, folder: installed }
  const [program = '', ...args] = client.run(call)
  await execute(program, args, { cwd: input, timeout })
  if (!(await untilScanned(server, { project, version }))) return 'uploaded nothing'
  for (const { command, prints } of client.reads?.(call) ?? []) {
    const [reader = '', ...wanted] = command
    const { stdout } = await execute(reader, wanted, { cwd: input, timeout })
    if (!stdout.includes(prints))
      return `${wanted.join(' ')} does not print ${prints}: ${stdout.slice(0, 2000)}`
  }
  return null
}

async function untilScanned(
  server: { url: string; key: string },
  named: { project: string; version: string },
): Promise<boolean> {
  for (let attempt = 0; attempt < 60; attempt++) {
    if (await isScanned(server, named)) return true
    await sleep(1000)
  }
  return false
}

function resolveIn(installed: string, program: string): string {
  return program.includes('/') ? join(installed, program) : program
}

async function isScanned(
  server: { url: string; key: string },
  { project, version }: { project: string; version: string },
): Promise<boolean> {
  const query = new URLSearchParams({ name: project, version })
  const response = await fetch(`${server.url}/api/v1/project/lookup?${query}`, {
    headers: { 'x-api-key': server.key },
  })
  return response.ok && ((await response.json()) as { lastBomImport?: number }).lastBomImport !== undefined
}

function describeError(error: unknown): string {
  const {
    stdout = '',
    stderr = '',
    message = '',
  } = error as { stdout?: string; stderr?: string; message?: string }
  return `failed: ${[message, stdout, stderr].join('\n').slice(0, 2000)}`
}
