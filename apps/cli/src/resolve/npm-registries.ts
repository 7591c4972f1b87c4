import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../scan/program-environment.ts'
import type { PackageRegistry } from './package-registry.ts'

interface Places {
  home: string
  environment: Environment
  /** Folders of projects, whose .npmrc counts only for hosts that the user's one knows: see findRegistries. */
  folders: readonly string[]
}

/**
 * The registries of .npmrc, each for a scope such as '@acme' or for all other packages:
 * https://docs.npmjs.com/cli/configuring-npm/npmrc. A scope whose registry only the project names is asked nowhere: the
 * public registry may have packages of the same name that others have published.
 */
export async function readNpmRegistries({ home, environment, folders }: Places): Promise<PackageRegistry[]> {
  const user = await settingsIn(home)
  const own = new Map((await Promise.all(folders.map(settingsIn))).flatMap((each) => [...each]))
  const fromEnvironment = environment['npm_config_registry']
  if (fromEnvironment !== undefined) user.set('registry', fromEnvironment)
  const hosts = knownHosts(user)
  const isKnown = (url: string): boolean => hosts.has(new URL(url).host)
  const registries: PackageRegistry[] = []
  for (const key of new Set([...own.keys(), ...user.keys()])) {
    const scope = /^(@[^:]+):registry$/.exec(key)?.[1]
    if (scope === undefined && key !== 'registry') continue
    const [ofProject, ofUser] = [own, user].map((each) => registryUrl(each.get(key) ?? ''))
    const url = ofProject && isKnown(ofProject) ? ofProject : ofUser
    if (url) registries.push({ ...withLogin(url, user, environment), ...(scope !== undefined && { scope }) })
    else if (scope !== undefined && ofProject) registries.push({ url: ofProject, scope, isUntrusted: true })
  }
  return registries
}

async function settingsIn(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, '.npmrc'), 'utf8').catch(() => '')
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const [, key, value] = /^\s*([^=;#\s]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
      return key === undefined ? [] : [[key, value!.replaceAll(/^"|"$/g, '')] as const]
    }),
  )
}

/** Of the user's registries and logins, and the public ones. */
function knownHosts(user: ReadonlyMap<string, string>): Set<string> {
  const { registryHosts = [] } = ecosystemById('npm')
  const urls = [...user].filter(([key]) => /(?:^|:)registry$/.test(key)).map(([, url]) => registryUrl(url))
  const logins = [...user.keys()].flatMap((key) => /^\/\/([^/]+)\//.exec(key)?.[1] ?? [])
  return new Set([
    ...registryHosts,
    ...logins,
    ...urls.flatMap((url) => (url === null ? [] : new URL(url).host)),
  ])
}

function withLogin(
  url: string,
  user: ReadonlyMap<string, string>,
  environment: Environment,
): PackageRegistry {
  const place = `//${new URL(`${url}/`).host}${new URL(`${url}/`).pathname}`
  const token = user
    .get(`${place}:_authToken`)
    ?.replace(/^\$\{(\w+)\}$/, (_, name: string) => ownProperty(environment, name) ?? '')
  const login = user.get(`${place}:_auth`)
  if (token) return { url, authorization: `Bearer ${token}` }
  return { url, ...(login && { authorization: `Basic ${login}` }) }
}

const registryUrl = (text: string): string | null =>
  URL.canParse(text) && /^https?:/.test(text) ? text.replace(/\/+$/, '') : null
