import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Settings } from '../settings.ts'

/** Credentials of a registry: a password, or a token to get others with. */
export interface RegistryCredentials {
  username: string
  /** '' with a token. */
  password: string
  identityToken: string
}

interface DockerConfig {
  auths: ReadonlyMap<string, Record<string, unknown>>
  credHelpers: ReadonlyMap<string, string>
  credsStore: string
}

/** Names under which 'docker login' stores the credentials of a registry. */
const keysOf = (host: string): string[] =>
  host === 'docker.io'
    ? ['https://index.docker.io/v1/', 'index.docker.io', 'docker.io', 'registry-1.docker.io']
    : [host, `https://${host}`, `https://${host}/v1/`, `https://${host}/v2/`]

/** From Docker's configuration file and the helpers that it names; null if there are none. */
export async function findCredentials(
  host: string,
  environment: Settings['environment'],
): Promise<RegistryCredentials | null> {
  const config = await readConfig(environment)
  if (config === null) return null
  const keys = keysOf(host)
  const helper = keys.map((key) => config.credHelpers.get(key)).find(Boolean) ?? config.credsStore
  if (helper !== '') {
    for (const key of keys) {
      const found = await askHelper(helper, key, environment)
      if (found) return found
    }
  }
  const entry = keys.map((key) => config.auths.get(key)).find(Boolean)
  return entry ? credentialsOf(entry) : null
}

async function readConfig(environment: Settings['environment']): Promise<DockerConfig | null> {
  const home = environment['HOME'] ?? environment['USERPROFILE']
  const folder = environment['DOCKER_CONFIG'] || (home && join(home, '.docker'))
  if (!folder) return null
  const text = await readFile(join(folder, 'config.json'), 'utf8').catch(() => null)
  const json = text === null ? null : parse(text)
  if (json === null) return null
  return {
    auths: mapOf(json['auths'], (value) => recordOf(value)),
    credHelpers: mapOf(json['credHelpers'], textOf),
    credsStore: textOf(json['credsStore']),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const recordOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

function mapOf<T>(value: unknown, read: (value: unknown) => T | null): Map<string, T> {
  const entries = Object.entries(recordOf(value) ?? {})
  return new Map(entries.flatMap(([key, each]) => (read(each) === null ? [] : [[key, read(each)!] as const])))
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return null
  }
}

/** auth is 'user:password' in base64; a password may contain colons. */
function credentialsOf(entry: Record<string, unknown>): RegistryCredentials | null {
  const [, user = '', secret = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(textOf(entry['auth']), 'base64').toString('utf8')) ?? []
  const username = user || textOf(entry['username'])
  const password = secret.replace(/\0+$/, '') || textOf(entry['password'])
  const identityToken = textOf(entry['identitytoken'])
  return username === '' && identityToken === '' ? null : { username, password, identityToken }
}

const helperTimeoutMs = 30_000
const maxAnswerBytes = 64 * 1024

/** What credential helpers need to find their store; nothing else is passed. */
const passed =
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|USER|LOGNAME|LANG|LC_ALL|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|DOCKER_CONFIG|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|GNUPGHOME|PASSWORD_STORE_DIR|HTTPS?_PROXY|NO_PROXY|AWS_\w+|CLOUDSDK_\w+|GOOGLE_APPLICATION_CREDENTIALS|AZURE_\w+)$/i

function helperEnvironment(environment: Settings['environment']): NodeJS.ProcessEnv {
  const path = (environment['PATH'] ?? environment['Path'] ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .join(delimiter)
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => passed.test(name))),
    PATH: path,
  }
}

/** https://github.com/docker/docker-credential-helpers; null if it has none, or cannot be run. */
function askHelper(
  name: string,
  server: string,
  environment: Settings['environment'],
): Promise<RegistryCredentials | null> {
  if (!/^[\w.-]+$/.test(name)) return Promise.resolve(null)
  return new Promise((resolve) => {
    const child = spawn(`docker-credential-${name}`, ['get'], {
      env: helperEnvironment(environment),
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: helperTimeoutMs,
      windowsHide: true,
    })
    let answer = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (answer.length < maxAnswerBytes) answer += chunk.toString('utf8')
    })
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve(code === 0 ? credentialsOfHelper(answer) : null))
    child.stdin.once('error', () => undefined)
    child.stdin.end(server)
  })
}

/** A token has the user name '<token>'. */
function credentialsOfHelper(answer: string): RegistryCredentials | null {
  const json = parse(answer)
  const [username, secret] = [textOf(json?.['Username']), textOf(json?.['Secret'])]
  if (secret === '') return null
  return username === '<token>'
    ? { username: '', password: '', identityToken: secret }
    : { username, password: secret, identityToken: '' }
}
