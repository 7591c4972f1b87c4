import { ecosystemById } from '@assay/engine/ecosystems.ts'
import {
  childOf,
  childrenOf,
  readXml,
  type XmlElement,
} from '@assay/engine/documents/parsers/xml-document.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../scan/program-environment.ts'
import type { PackageRegistry } from './package-registry.ts'

interface Places {
  home: string
  environment: Environment
  /** Folders of projects, whose files count only for hosts that the user's ones know: see findRegistries. */
  folders: readonly string[]
}

interface Source {
  /** '' of what cannot be asked: a folder, or a feed of version 2. */
  url: string
  login?: { user: string; password: string }
}

/** Of all files together, by the names of sources. */
interface Settings {
  sources: Map<string, Source>
  disabled: Set<string>
  /** Names of packages by source, such as 'Acme.*'. */
  patterns: Map<string, string[]>
}

/**
 * The sources of NuGet.Config, with their logins and the packages that are mapped to them:
 * https://learn.microsoft.com/nuget/reference/nuget-config-file. What is mapped to a source that only the project names is
 * asked nowhere: the public registry may have packages of the same name that others have published.
 */
export async function readNugetRegistries(places: Places): Promise<PackageRegistry[]> {
  const { environment } = places
  const user = settingsOf(await filesIn(userFolders(places)), environment)
  const hosts = new Set(ecosystemById('nuget').registryHosts)
  for (const { url } of user.sources.values()) if (url !== '') hosts.add(new URL(url).host)
  const texts = [...(await filesIn(userFolders(places))), ...(await filesIn(places.folders))]
  const { sources, disabled, patterns } = settingsOf(texts, environment)
  const isMapped = [...patterns.values()].some((each) => each.length > 0)
  return [...sources].flatMap(([name, { url, login }]): PackageRegistry[] => {
    if (disabled.has(name)) return []
    const isTrusted = url !== '' && hosts.has(new URL(url).host)
    const own = patterns.get(name) ?? []
    if (isMapped ? own.length === 0 : !isTrusted) return []
    return [
      {
        url,
        ...(login && isTrusted && { authorization: basic(login) }),
        ...(isMapped && { patterns: own }),
        ...(!isTrusted && { isUntrusted: true }),
      },
    ]
  })
}

const userFolders = ({ home, environment }: Places): string[] => [
  ...(environment['APPDATA'] === undefined ? [] : [join(environment['APPDATA'], 'NuGet')]),
  join(home, '.config', 'NuGet'),
  join(home, '.nuget', 'NuGet'),
]

const fileNames = ['nuget.config', 'NuGet.config', 'NuGet.Config']

/** At most one for each folder; a file system may not tell capitals apart. */
async function filesIn(folders: readonly string[]): Promise<string[]> {
  const found = folders.map(async (folder) => {
    for (const name of fileNames) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => null)
      if (text !== null) return [text]
    }
    return []
  })
  return (await Promise.all(found)).flat()
}

/** Of several files, the later ones count more, and may drop what those before say. */
function settingsOf(texts: readonly string[], environment: Environment): Settings {
  const settings: Settings = { sources: new Map(), disabled: new Set(), patterns: new Map() }
  for (const text of texts) {
    const { root } = readXml({ path: 'NuGet.Config', bytes: new TextEncoder().encode(text) })
    addSources(childOf(root, 'packageSources'), settings, environment)
    for (const each of entriesOf(childOf(root, 'disabledPackageSources'), () => settings.disabled.clear()))
      if (each.value.toLowerCase() === 'true') settings.disabled.add(each.key)
    addLogins(childOf(root, 'packageSourceCredentials'), settings, environment)
    addPatterns(childOf(root, 'packageSourceMapping'), settings)
  }
  return settings
}

function addSources(element: XmlElement | null, { sources }: Settings, environment: Environment): void {
  for (const { key, value } of entriesOf(element, () => sources.clear())) {
    const login = loginOf(ownProperty(environment, `NuGetPackageSourceCredentials_${key}`) ?? '')
    sources.set(key, { url: urlOf(expand(value, environment)), ...(login && { login }) })
  }
}

/** 'Username=a;Password=b' */
function loginOf(text: string): Source['login'] {
  const [, user, password] = /^\s*Username=([^;]*);\s*Password=([^;]*)/i.exec(text) ?? []
  return user === undefined ? undefined : { user, password: password! }
}

/** A password that is not in clear text only Windows can decrypt. */
function addLogins(element: XmlElement | null, { sources }: Settings, environment: Environment): void {
  for (const each of element?.children ?? []) {
    const name = each.name.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    const source = sources.get(name)
    const values = new Map(
      entriesOf(each).map(({ key, value }) => [key.toLowerCase(), expand(value, environment)]),
    )
    const [user, password] = [values.get('username'), values.get('cleartextpassword')]
    if (source && user !== undefined && password !== undefined) source.login = { user, password }
  }
}

function addPatterns(element: XmlElement | null, { patterns }: Settings): void {
  for (const each of element?.children ?? []) {
    if (each.name === 'clear') patterns.clear()
    if (each.name !== 'packageSource') continue
    const own = childrenOf(each, 'package').map(({ attributes }) => attributes.get('pattern')?.trim() ?? '')
    patterns.set(
      each.attributes.get('key') ?? '',
      own.filter((pattern) => pattern !== ''),
    )
  }
}

/** Elements 'add' after the last 'clear', which drops what other files say, too. */
function entriesOf(
  element: XmlElement | null,
  clear: () => void = () => undefined,
): { key: string; value: string }[] {
  const entries: { key: string; value: string }[] = []
  for (const { name, attributes } of element?.children ?? []) {
    if (name === 'clear') {
      clear()
      entries.length = 0
    }
    const key = attributes.get('key')
    if (name === 'add' && key !== undefined) entries.push({ key, value: attributes.get('value') ?? '' })
  }
  return entries
}

const expand = (text: string, environment: Environment): string =>
  text.replaceAll(/%(\w+)%/g, (whole, name: string) => ownProperty(environment, name) ?? whole)

/** Of a feed of version 3, which has an index; '' of others. */
const urlOf = (text: string): string =>
  URL.canParse(text) && /^https?:.*\/index\.json$/i.test(text) ? text.replace(/\/index\.json$/i, '') : ''

const basic = ({ user, password }: NonNullable<Source['login']>): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Those that a package is mapped to, the longest pattern first of all: 'Acme.Web' before 'Acme.*' before '*'. */
export function mappedRegistries(all: readonly PackageRegistry[], name: string): PackageRegistry[] {
  const ranked = all.map((registry) => ({
    registry,
    rank: Math.max(-1, ...(registry.patterns ?? []).map((pattern) => rankOf(pattern, name))),
  }))
  const best = Math.max(...ranked.map(({ rank }) => rank))
  return ranked.flatMap(({ registry, rank }) => (rank >= 0 && rank === best ? registry : []))
}

/** -1 if it does not match. */
function rankOf(pattern: string, name: string): number {
  const [lower, own] = [pattern.toLowerCase(), name.toLowerCase()]
  if (lower === own) return Infinity
  return lower.endsWith('*') && own.startsWith(lower.slice(0, -1)) ? lower.length - 1 : -1
}
