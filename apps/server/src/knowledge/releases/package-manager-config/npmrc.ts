import {
  basic,
  type PackageManagerConfig,
  type ConfigFiles,
  type ConfiguredRegistry,
  readIni,
  registryAt,
} from './config-files.ts'

// https://docs.npmjs.com/cli/configuring-npm/npmrc

export const npmrc: PackageManagerConfig = {
  ecosystem: 'npm',
  async find(files) {
    const file = files.variable('NPM_CONFIG_USERCONFIG')
    const text = await (file === undefined ? files.readHome('.npmrc') : files.read(file))
    const values = readIni(expand(text ?? '', files))
    const scoped = [...values].flatMap(([key, address]) => {
      const scope = /^(@[^:/]+):registry$/.exec(key)?.[1]
      const registry = registryAt(address)
      if (scope === undefined || registry === null) return []
      return { ...authorize(registry, values), matches: (name: string) => name.startsWith(`${scope}/`) }
    })
    // npm reads both, and sets the second for the scripts that it runs.
    const [own, inherited] = [files.variable('NPM_CONFIG_REGISTRY'), files.variable('npm_config_registry')]
    const all = registryAt(own ?? inherited ?? values.get('registry'))
    return all === null ? scoped : [...scoped, authorize(all, values)]
  },
}

const expand = (text: string, files: ConfigFiles) =>
  text.replaceAll(/\$\{(\w+)\??\}/g, (_, name: string) => files.variable(name) ?? '')

/** Credentials are bound to a host and path: '//host/path/:_authToken'. The most specific ones apply. */
function authorize<R extends ConfiguredRegistry & { url: string }>(
  registry: R,
  values: ReadonlyMap<string, string>,
): R {
  const { host, pathname } = new URL(registry.url)
  const parts = pathname.split('/').filter((part) => part !== '')
  for (let count = parts.length; count >= 0; count--) {
    const prefix = `//${[host, ...parts.slice(0, count)].join('/')}/`
    const value = (key: string) => values.get(`${prefix}:${key}`)
    const token = value('_authToken')
    if (token) return { ...registry, authorization: `Bearer ${token}` }
    const pair = value('_auth')
    if (pair) return { ...registry, authorization: `Basic ${pair}` }
    const [user, password] = [value('username'), value('_password')]
    if (user && password)
      return { ...registry, authorization: basic(user, Buffer.from(password, 'base64').toString()) }
  }
  return registry
}
