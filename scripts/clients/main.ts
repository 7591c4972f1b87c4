import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { type ClientProgram, clients } from './clients.ts'

// Installs clients of Dependency-Track and DefectDojo, unmodified, and has each upload to a test server of ours. Needs Python, Maven
// and npm, and their registries.

const { values } = parseArgs({
  options: { url: { type: 'string' }, token: { type: 'string' }, only: { type: 'string' } },
})
const { url, token: key, only } = values
if (url === undefined || key === undefined)
  throw new Error('Name a test server: npm run clients -- --url <server> --token <API token>')

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
let failed = 0
try {
  for (const client of clients.filter(({ name }) => only === undefined || name === only)) {
    const outcome = await tryClient(client, { url, key }).catch((error: unknown) => describeError(error))
    if (outcome !== null) failed++
    process.stdout.write(`${client.name}: ${outcome ?? 'uploaded, and its version was scanned'}\n`)
  }
} finally {
  await rm(folder, { recursive: true })
}
process.exitCode = failed === 0 ? 0 : 1

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
  const [program = '', ...args] = client.run({ ...server, project, version, folder: installed })
  await execute(program, args, { cwd: input, timeout })
  for (let attempt = 0; attempt < 60; attempt++) {
    if (await isScanned(server, { project, version })) return null
    await sleep(1000)
  }
  return 'uploaded nothing'
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
