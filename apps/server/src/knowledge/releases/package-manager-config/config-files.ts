import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The environment and files that package managers of this user read their settings from. */
export interface ConfigFiles {
  /** undefined if not set. */
  variable(name: string): string | undefined
  /** A file in the user's home folder; null if it does not exist or cannot be read. */
  readHome(path: string): Promise<string | null>
  read(path: string): Promise<string | null>
}

export interface ConfiguredRegistry {
  /** null: the packages are private and must not be requested anywhere. */
  url: string | null
  authorization?: string | undefined
  /** Names of its packages; if absent, all packages without a more specific registry. */
  matches?: (name: string) => boolean
}

export interface PackageManagerConfig {
  ecosystem: EcosystemId
  find(files: ConfigFiles): Promise<ConfiguredRegistry[]>
}

const maxLength = 1024 * 1024

export function openConfigFiles(environment: Record<string, string | undefined>): ConfigFiles {
  const variable = (name: string) => ownProperty(environment, name) || undefined
  const home = variable('HOME') ?? variable('USERPROFILE') ?? homedir()
  return { variable, read: readText, readHome: (path) => readText(join(home, path)) }
}

async function readText(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8')
    return text.length > maxLength ? null : text
  } catch {
    // Missing or unreadable files are ignored.
    return null
  }
}

/** The first file that exists. */
export async function readFirst(reads: readonly (() => Promise<string | null>)[]): Promise<string | null> {
  for (const read of reads) {
    const text = await read()
    if (text !== null) return text
  }
  return null
}

/** A URL from settings, with or without user and password; null if it is not one. */
export function registryAt(address: string | undefined): (ConfiguredRegistry & { url: string }) | null {
  if (address === undefined || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const { username, password } = url
  url.username = ''
  url.password = ''
  return {
    url: url.href.replace(/\/+$/, ''),
    ...(username !== '' && { authorization: basic(unescaped(username), unescaped(password)) }),
  }
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const unescaped = (text: string) =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  )

/** Parses 'key = value' lines; the last of equal keys wins. Section headers '[…]' prefix the keys. */
export function readIni(text: string): Map<string, string> {
  const values = new Map<string, string>()
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    const found = /^\s*\[([^\]]*)\]\s*$/.exec(line)
    if (found) section = `${found[1]}.`
    const [, key, value] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key !== undefined) values.set(section + key, value!.replace(/^(["'])(.*)\1$/, '$2'))
  }
  return values
}
