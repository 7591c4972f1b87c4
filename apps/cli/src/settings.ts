import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError, exitCodes } from './exit-codes.ts'

export interface Settings {
  /** The variables of the process, for what build services tell. */
  environment: Readonly<Record<string, string | undefined>>
  /** The product's own. */
  version: string
  url: string
  token: string | undefined
  kept: StoredCredentials | null
  credentialsPath: string
  /** The local index of advisories, which 'assay scan --offline' reads. */
  advisoriesFolder: string
  /** Whether a person watches: else no bars. */
  isInteractive: boolean
}

/** What 'assay login' leaves for the commands to come; the uuids let 'assay logout' revoke the token. */
export interface StoredCredentials {
  url: string
  token: string
  accountUuid: string
  tokenUuid: string
}

const defaultUrl = 'http://127.0.0.1:8800'

/** From the environment, then from what 'assay login' kept. A kept token goes only to the server that gave it. */
export function readSettings(environment: Record<string, string | undefined>, version: string): Settings {
  const configFolder = environment['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  const credentialsPath = join(configFolder, 'assay', 'credentials.json')
  const kept = readKept(credentialsPath)
  const home =
    environment['ASSAY_HOME'] || join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'assay')
  const url = readUrl(environment['ASSAY_URL'] || kept?.url || defaultUrl)
  return {
    environment,
    version,
    url,
    kept,
    credentialsPath,
    advisoriesFolder: join(home, 'advisories'),
    token: environment['ASSAY_TOKEN'] || (kept?.url === url ? kept.token : undefined),
    isInteractive: process.stderr.isTTY && !environment['CI'],
  }
}

/** A server's address without the slash at its end. */
export function readUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new CommandError(exitCodes.configuration, `'${text}' is no address of a server: http(s)://…`)
  return text.replace(/\/+$/, '')
}

function readKept(path: string): StoredCredentials | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as StoredCredentials
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** For this user's eyes alone. */
export function keepToken({ credentialsPath }: Settings, kept: StoredCredentials): void {
  mkdirSync(dirname(credentialsPath), { recursive: true, mode: 0o700 })
  // The mode counts only for a new file.
  rmSync(credentialsPath, { force: true })
  writeFileSync(credentialsPath, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
}

export const forgetToken = ({ credentialsPath }: Settings): void => rmSync(credentialsPath, { force: true })
