import type { Ecosystem } from '../ecosystem.ts'
import { gemSources } from './sources.ts'
import { instructBundler } from './upgrade-command.ts'
import { isInGemRange } from './ranges.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { gemVersions, readGem, withoutPlatform } from './versions.ts'

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
  ...gemVersions,
  runtime: 'Ruby',
  isInRange: isInGemRange,
  webUrl: (name, version) =>
    name === '' || readGem(version) === null
      ? null
      : `https://rubygems.org/gems/${encodePath(name)}/versions/${encodePath(version)}`,
  // bundle update has no option for a version; it upgrades as far as the Gemfile allows.
  sources: gemSources,
  instruct: instructBundler,
}
