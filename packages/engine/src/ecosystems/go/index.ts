import type { Ecosystem } from '../ecosystem.ts'
import { goSources } from './sources.ts'
import { instructGo } from './upgrade-command.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { goVersions, readGo, withoutVendor } from './versions.ts'

/** Module paths are case-sensitive. As in OSV, the standard library is 'stdlib' and the go command 'toolchain'. */
export const go: Ecosystem = {
  id: 'go',
  name: ecosystemNames.go,
  purlType: 'golang',
  osvName: 'Go',
  registryHosts: ['proxy.golang.org', 'goproxy.io', 'goproxy.cn'],
  languages: ['golang', 'go'],
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}/${name}`),
  // Syft takes only three elements of a module as its name: 'github.com/a/b@v2.0.0#v2'. Else it is a package of a module.
  nameFromSubpath: (name, subpath, listed) =>
    listed === `${name}/${subpath}` || /^v\d+$/.test(subpath) ? `${name}/${subpath}` : name,
  // In file systems and proxy URLs, 'B' is escaped as '!b': https://go.dev/ref/mod#goproxy-protocol
  normalizeName: (name) => name.replaceAll(/!([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  versionFromPurl: (version, _, name) => (goPackages.has(name) ? withoutVendor(version) : version),
  ...goVersions,
  webUrl(name, version) {
    if (name === '' || readGo(version) === null) return null
    const own = goPackages.get(name)
    const number = version.replace(/^(?:v|go)/, '')
    return `https://pkg.go.dev/${encodePath(own ?? name)}@${own ? 'go' : 'v'}${encodePath(number)}`
  },
  sources: goSources,
  instruct: instructGo,
}

const goPackages = new Map([
  ['stdlib', 'std'],
  ['toolchain', 'cmd'],
])
