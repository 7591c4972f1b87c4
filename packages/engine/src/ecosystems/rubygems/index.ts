import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { ordered } from '../ordered.ts'
import { encodePath } from '../page-url.ts'
import { compareGems, isStableGem, numbersOf, readGem, withoutPlatform } from './versions.ts'
import { shellCommand } from '../shell-word.ts'

export const rubygems: Ecosystem = {
  id: 'rubygems',
  name: ecosystemNames.rubygems,
  purlType: 'gem',
  osvName: 'RubyGems',
  registryHosts: ['rubygems.org', 'index.rubygems.org', 'gems.ruby-china.com'],
  languages: ['ruby', 'gem', 'rubygems'],
  nameFromPurl: (_, name) => name,
  normalizeName: (name) => name,
  versionFromPurl: withoutPlatform,
  ...ordered({
    name: 'Gem::Version',
    read: readGem,
    compare: compareGems,
    numbers: numbersOf,
    isStable: isStableGem,
  }),
  webUrl: (name, version) =>
    name === '' || readGem(version) === null
      ? null
      : `https://rubygems.org/gems/${encodePath(name)}/versions/${encodePath(version)}`,
  // bundle update has no option for a version; it upgrades as far as the Gemfile allows.
  upgradeCommand: ({ name }) => shellCommand('bundle', 'update', '--conservative', name),
}
