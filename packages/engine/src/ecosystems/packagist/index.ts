import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { ordered } from '../ordered.ts'
import { encodePath } from '../page-url.ts'
import { compareComposer, isStableComposer, readComposer } from './versions.ts'
import { shellCommand } from '../shell-word.ts'

export const packagist: Ecosystem = {
  id: 'packagist',
  name: ecosystemNames.packagist,
  purlType: 'composer',
  osvName: 'Packagist',
  registryHosts: ['packagist.org', 'repo.packagist.org'],
  languages: ['php', 'packagist', 'composer'],
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}/${name}`),
  normalizeName: (name) => name.toLowerCase(),
  ...ordered({
    name: 'Composer',
    read: readComposer,
    compare: compareComposer,
    numbers: ({ numbers }) => numbers,
    isStable: isStableComposer,
  }),
  webUrl: (name, version) =>
    !name.includes('/') || readComposer(version) === null
      ? null
      : `https://packagist.org/packages/${encodePath(name)}#${encodePath(version)}`,
  upgradeCommand: ({ name, version, isDirect }) =>
    isDirect === false
      ? shellCommand('composer', 'update', name, '--with', `${name}:${version}`, '--with-dependencies')
      : shellCommand('composer', 'require', `${name}:${version}`, '--update-with-dependencies'),
}
