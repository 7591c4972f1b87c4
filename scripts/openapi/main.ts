/**
 * npm run openapi -- --url <server> --token <API token>: gives the OpenAPI document of a running test server to programs
 * that read it. Exit code 1 if a client cannot be generated, one of its modules cannot be imported, or a response is a
 * server error or not as described. Changes data of the account.
 *
 * With --scim-token <API token of access scim>, scim2-tester provisions members and teams, too.
 *
 * Needs npx, and from PyPI: openapi-python-client, httpx, attrs, schemathesis, scim2-cli, scim2-tester.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    url: text,
    token: text,
    'scim-token': text,
    examples: { ...text, default: '5' },
    seconds: { ...text, default: '300' },
  },
})
const { url, token, examples, seconds, 'scim-token': scimToken } = values
if (url === undefined || token === undefined) {
  console.error('Name a test server: npm run openapi -- --url <server> --token <API token>')
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'assay-openapi-'))
const document = join(folder, 'openapi.json')
const response = await fetch(`${url}/api/v1/openapi.json`)
await writeFile(document, await response.text())

// 502 and 503 say that a service outside cannot be reached, or that another upload is read. Where they are documented,
// which another check compares, they are no defect.
const expected = '[checks.not_a_server_error]\nexpected-statuses = ["2xx", "3xx", "4xx", 502, 503]\n'
await writeFile(join(folder, 'schemathesis.toml'), expected)

const importAll = `
import importlib, pkgutil, sys
sys.path.insert(0, 'client')
import assay_client as root
names = [each.name for each in pkgutil.walk_packages(root.__path__, 'assay_client.')]
failed = []
for name in names:
    try: importlib.import_module(name)
    except Exception as error: failed.append(f'{name}: {error!r}')
print(f'{len(names)} modules, {len(failed)} of them cannot be imported', *failed, sep='\\n')
sys.exit(1 if failed else 0)`

// Streams of events do not end.
const endless = '/live|/events$|/conversations/'
const checks =
  'not_a_server_error,response_schema_conformance,status_code_conformance,content_type_conformance'
const limits = `--max-examples ${examples} --max-time ${seconds} --generation-allow-x00 false --request-timeout 20`
const options =
  '--phases coverage,fuzzing --mode positive --seed 1 --continue-on-failure --no-shrink --no-color'
const authorization = ['--header', `Authorization: token ${token}`]
const checked = [
  '--checks',
  checks,
  '--exclude-path-regex',
  endless,
  ...limits.split(' '),
  ...options.split(' '),
]
const client = ['--output-path', join(folder, 'client'), '--meta', 'setup']
const steps: [string, string[]][] = [
  ['npx', ['--yes', 'openapi-typescript@7', document, '-o', join(folder, 'types.ts')]],
  ['openapi-python-client', ['generate', '--path', document, ...client]],
  ['python3', ['-c', importAll]],
  ['schemathesis', ['run', document, '--url', url, ...authorization, ...checked]],
  ...(scimToken === undefined ? [] : [provisioning(scimToken)]),
]
let isPassed = true
for (const [command, args] of steps) {
  const code = await run(command, args)
  console.log(`${code === 0 ? 'ok' : `exit code ${code}`}: ${command} ${args[0]!}`)
  isPassed &&= code === 0
}
await rm(folder, { recursive: true })
process.exitCode = isPassed ? 0 : 1

function provisioning(bearer: string): [string, string[]] {
  return ['scim', ['--url', `${url}/api/v1/scim`, '--header', `Authorization: Bearer ${bearer}`, 'test']]
}

function run(command: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}
