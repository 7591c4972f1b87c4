import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError, exitCodes, type TokenSource } from './exit-codes.ts'

export interface Settings {
  /** The process environment, for CI detection. */
  environment: Readonly<Record<string, string | undefined>>
  /** Version of the CLI. */
  version: string
  url: string
  token: string | undefined
  tokenSource: TokenSource
  credentials: StoredCredentials | null
  credentialsPath: string
  /** Folder of the local advisory index used by 'assay scan --offline'. */
  advisoriesFolder: string
  /** Folder of what is kept of package registries. */
  registriesFolder: string
  /** Whether stderr is a terminal, for progress bars. */
  isInteractive: boolean
}

/** Stored by 'assay login'; the uuids let 'assay logout' revoke the token. */
export interface StoredCredentials {
  url: string
  token: string
  accountUuid: string
  tokenUuid: string
}

const defaultUrl = 'http://127.0.0.1:8800'

/** From the environment, otherwise from 'assay login'. A stored token is only sent to its own server. */
export function readSettings(environment: Record<string, string | undefined>, version: string): Settings {
  const configFolder = environment['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  const credentialsPath = join(configFolder, 'assay', 'credentials.json')
  const credentials = readStored(credentialsPath)
  const home =
    environment['ASSAY_HOME'] || join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'assay')
  const url = readUrl(environment['ASSAY_URL'] || credentials?.url || defaultUrl)
  const token = environment['ASSAY_TOKEN'] || undefined
  const stored = credentials?.url === url ? credentials.token : undefined
  return {
    environment,
    version,
    url,
    credentials,
    credentialsPath,
    advisoriesFolder: join(home, 'advisories'),
    registriesFolder: join(home, 'registries'),
    token: token ?? stored,
    tokenSource: token !== undefined ? 'environment' : stored !== undefined ? 'login' : null,
    isInteractive: process.stderr.isTTY && !environment['CI'],
  }
}

/** A server's address without a trailing slash. */
export function readUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new CommandError(exitCodes.configuration, `'${text}' is not the address of a server: http(s)://…`)
  return text.replace(/\/+$/, '')
}

function readStored(path: string): StoredCredentials | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as StoredCredentials
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Readable only by the user. */
export function saveToken({ credentialsPath }: Settings, kept: StoredCredentials): void {
  mkdirSync(dirname(credentialsPath), { recursive: true, mode: 0o700 })
  // The mode only applies to a new file.
  rmSync(credentialsPath, { force: true })
  writeFileSync(credentialsPath, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
}

export const forgetToken = ({ credentialsPath }: Settings): void => rmSync(credentialsPath, { force: true })
