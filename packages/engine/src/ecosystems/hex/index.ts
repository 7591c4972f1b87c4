import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { readSemver } from '../semver.ts'
import { isInHexRange } from './ranges.ts'
import { instructHex } from './upgrade-command.ts'
import { hexVersions } from './versions.ts'

export const hex: Ecosystem = {
  id: 'hex',
  name: ecosystemNames.hex,
  purlType: 'hex',
  osvName: 'Hex',
  registryHosts: ['hex.pm', 'repo.hex.pm'],
  languages: ['elixir', 'hex', 'erlang'],
  // The namespace is a private organization, whose packages differ from public ones with the same name.
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}/${name}`),
  // Names are lower case: https://hex.pm/docs/publish
  normalizeName: (name) => name.toLowerCase(),
  ...hexVersions,
  webUrl: (name, version) =>
    name === '' || name.includes('/') || readSemver(version) === null
      ? null
      : `https://hex.pm/packages/${encodePath(name)}/${encodePath(version)}`,
  isInRange: isInHexRange,
  instruct: instructHex,
}
