import {
  basic,
  type ClientConfiguration,
  type Machine,
  type MachineRegistry,
  readIni,
  registryAt,
} from './machine.ts'

// https://docs.npmjs.com/cli/configuring-npm/npmrc

export const npmrc: ClientConfiguration = {
  ecosystem: 'npm',
  async find(machine) {
    const file = machine.variable('NPM_CONFIG_USERCONFIG')
    const text = await (file === undefined ? machine.readHome('.npmrc') : machine.read(file))
    const values = readIni(expand(text ?? '', machine))
    const scoped = [...values].flatMap(([key, address]) => {
      const scope = /^(@[^:/]+):registry$/.exec(key)?.[1]
      const registry = registryAt(address)
      if (scope === undefined || registry === null) return []
      return { ...authorize(registry, values), matches: (name: string) => name.startsWith(`${scope}/`) }
    })
    // npm reads both, and sets the second for the scripts that it runs.
    const [own, inherited] = [
      machine.variable('NPM_CONFIG_REGISTRY'),
      machine.variable('npm_config_registry'),
    ]
    const all = registryAt(own ?? inherited ?? values.get('registry'))
    return all === null ? scoped : [...scoped, authorize(all, values)]
  },
}

const expand = (text: string, machine: Machine) =>
  text.replaceAll(/\$\{(\w+)\??\}/g, (_, name: string) => machine.variable(name) ?? '')

/** Credentials are bound to a host and path: '//host/path/:_authToken'. The most specific ones apply. */
function authorize<R extends MachineRegistry & { url: string }>(
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
