import type { Ecosystem } from '../ecosystem.ts'
import { instructPub } from './upgrade-command.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { pubVersions, readPub } from './versions.ts'

export const pub: Ecosystem = {
  id: 'pub',
  name: ecosystemNames.pub,
  purlType: 'pub',
  osvName: 'Pub',
  registryHosts: ['pub.dev', 'pub.dartlang.org', 'pub.flutter-io.cn'],
  languages: ['dart', 'pub', 'flutter'],
  nameFromPurl: (_, name) => name,
  // Names are lower case with underscores, but older ones are mixed case: https://dart.dev/tools/pub/pubspec#name
  normalizeName: (name) => name.toLowerCase().replaceAll('-', '_'),
  ...pubVersions,
  webUrl: (name, version) =>
    name === '' || readPub(version) === null
      ? null
      : `https://pub.dev/packages/${encodePath(name)}/versions/${encodePath(version)}`,
  instruct: instructPub,
}
