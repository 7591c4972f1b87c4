import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { childOf, childrenOf, childText, readXml } from '@assay/engine/documents/parsers/xml-document.ts'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readMirrors } from '../registry/mirrors.ts'
import type { Environment } from '../scan/program-environment.ts'
import { readNpmRegistries } from './npm-registries.ts'
import { readNugetRegistries } from './nuget-registries.ts'
import type { PackageRegistry } from './package-registry.ts'

interface Asking {
  environment: Environment
  /** Folders of the projects. */
  folders?: readonly string[]
}

/**
 * The registries that stand for an ecosystem's: those that the user's package manager is set up with, otherwise the
 * public ones, or their mirrors in ASSAY_REGISTRY_MIRRORS. Those that only a project names are never asked: whoever wrote
 * it could then choose where this machine connects to.
 */
export async function findRegistries(
  ecosystem: EcosystemId,
  { environment, folders = [] }: Asking,
): Promise<PackageRegistry[]> {
  const mirrors = readMirrors(environment['ASSAY_REGISTRY_MIRRORS'])
  const mirrored = (ecosystemById(ecosystem).registryUrls ?? []).map((url) => {
    const mirror = mirrors.get(new URL(url).host)
    return { url: mirror ?? url, isMirror: mirror !== undefined }
  })
  if (mirrored.some(({ isMirror }) => isMirror)) return mirrored.filter(({ isMirror }) => isMirror)
  const home = environment['HOME'] || homedir()
  const own = (await configured[ecosystem]?.({ home, environment, folders })) ?? []
  return own.some(({ scope }) => scope === undefined) ? own : [...mirrored, ...own]
}

type Configured = (places: {
  home: string
  environment: Environment
  folders: readonly string[]
}) => Promise<PackageRegistry[]>

const listOf = (registry: PackageRegistry | null): PackageRegistry[] => (registry ? [registry] : [])

const configured: Partial<Record<EcosystemId, Configured>> = {
  maven: async ({ home }) => listOf(await readMavenSettings(home)),
  npm: readNpmRegistries,
  nuget: readNugetRegistries,
  pypi: ({ environment }) => Promise.resolve(listOf(readIndex(environment))),
}

const textOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null)

/** The mirror of everything, or of the public repository: https://maven.apache.org/settings.html */
async function readMavenSettings(home: string): Promise<PackageRegistry | null> {
  const text = await textOf(join(home, '.m2', 'settings.xml'))
  if (text === null) return null
  const { root } = readXml({ path: 'settings.xml', bytes: new TextEncoder().encode(text) })
  const mirror = childrenOf(childOf(root, 'mirrors'), 'mirror').find((each) =>
    childText(each, 'mirrorOf')
      .split(',')
      .some((name) => /^(?:\*|external:\*|central)$/.test(name.trim())),
  )
  const url = registryUrl(mirror === undefined ? '' : childText(mirror, 'url'))
  if (url === null) return null
  const server = childrenOf(childOf(root, 'servers'), 'server').find(
    (each) => childText(each, 'id') === childText(mirror!, 'id'),
  )
  const [user, password] = server ? [childText(server, 'username'), childText(server, 'password')] : ['', '']
  // Passwords in braces are encrypted, and only Maven can decrypt them.
  const isUsable = user !== '' && !password.startsWith('{')
  return { url, ...(isUsable && { authorization: basic(user, password) }) }
}

/** Indexes have their lists in the folder 'simple'. A login in the address is one. */
function readIndex(environment: Environment): PackageRegistry | null {
  const text = environment['PIP_INDEX_URL'] ?? environment['UV_DEFAULT_INDEX'] ?? environment['UV_INDEX_URL']
  if (registryUrl(text ?? '') === null) return null
  const address = new URL(text!)
  const [user, password] = [address.username, address.password].map(decodeURIComponent)
  address.username = ''
  address.password = ''
  const url = address.href.replace(/\/+$/, '').replace(/\/simple$/, '')
  return { url, ...(user && { authorization: basic(user, password ?? '') }) }
}

const registryUrl = (text: string): string | null =>
  URL.canParse(text) && /^https?:/.test(text) ? text.replace(/\/+$/, '') : null

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
