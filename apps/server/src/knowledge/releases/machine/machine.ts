import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The machine that the server runs on, as package clients look at it for their settings. */
export interface Machine {
  /** undefined: not set. */
  variable(name: string): string | undefined
  /** Of the user's own folder; null: there is no such file that can be read. */
  readHome(path: string): Promise<string | null>
  read(path: string): Promise<string | null>
}

export interface MachineRegistry {
  /** null: its packages are nobody else's business, and asked for nowhere. */
  url: string | null
  authorization?: string | undefined
  /** Which packages it has; left out: all that no other one has. */
  matches?: (name: string) => boolean
}

export interface ClientConfiguration {
  ecosystem: EcosystemId
  find(machine: Machine): Promise<MachineRegistry[]>
}

const maxLength = 1024 * 1024

export function openMachine(environment: Record<string, string | undefined>): Machine {
  const variable = (name: string) => ownProperty(environment, name) || undefined
  const home = variable('HOME') ?? variable('USERPROFILE') ?? homedir()
  return { variable, read: readText, readHome: (path) => readText(join(home, path)) }
}

async function readText(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8')
    return text.length > maxLength ? null : text
  } catch {
    // None, or not for this user: then it says nothing.
    return null
  }
}

/** The first file that is there. */
export async function readFirst(reads: readonly (() => Promise<string | null>)[]): Promise<string | null> {
  for (const read of reads) {
    const text = await read()
    if (text !== null) return text
  }
  return null
}

/** An address as settings have it, with a user and a password or without; null: it is none. */
export function registryAt(address: string | undefined): (MachineRegistry & { url: string }) | null {
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

/** Settings as 'key = value' lines; of equal keys the last. Section lines are '[…]' keys' prefixes. */
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
