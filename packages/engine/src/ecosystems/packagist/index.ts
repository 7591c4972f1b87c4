import type { Ecosystem } from '../ecosystem.ts'
import { composerSources } from './sources.ts'
import { instructComposer } from './upgrade-command.ts'
import { isInComposerRange } from './ranges.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { composerVersions, readComposer } from './versions.ts'

export const packagist: Ecosystem = {
  id: 'packagist',
  name: ecosystemNames.packagist,
  purlType: 'composer',
  osvName: 'Packagist',
  registryHosts: ['packagist.org', 'repo.packagist.org'],
  languages: ['php', 'packagist', 'composer'],
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}/${name}`),
  normalizeName: (name) => name.toLowerCase(),
  ...composerVersions,
  runtime: 'PHP',
  isInRange: isInComposerRange,
  webUrl: (name, version) =>
    !name.includes('/') || readComposer(version) === null
      ? null
      : `https://packagist.org/packages/${encodePath(name)}#${encodePath(version)}`,
  sources: composerSources,
  instruct: instructComposer,
}
