import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { hackageVersions, readHackage } from './versions.ts'

/** Names are case-sensitive: 'HTTP' is not 'http'. */
export const hackage: Ecosystem = {
  id: 'hackage',
  name: ecosystemNames.hackage,
  purlType: 'hackage',
  osvName: 'Hackage',
  registryHosts: ['hackage.haskell.org'],
  languages: ['haskell', 'hackage'],
  nameFromPurl: (_, name) => name,
  normalizeName: (name) => name,
  ...hackageVersions,
  webUrl: (name, version) =>
    name === '' || readHackage(version) === null
      ? null
      : `https://hackage.haskell.org/package/${encodePath(name)}-${encodePath(version)}`,
}
