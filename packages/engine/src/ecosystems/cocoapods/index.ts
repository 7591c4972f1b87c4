import type { Ecosystem } from '../ecosystem.ts'
import { instructPods } from './upgrade-command.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { podVersions, readPod } from './versions.ts'

export const cocoapods: Ecosystem = {
  id: 'cocoapods',
  name: ecosystemNames.cocoapods,
  purlType: 'cocoapods',
  osvName: 'CocoaPods',
  registryHosts: ['cdn.cocoapods.org', 'trunk.cocoapods.org', 'github.com/CocoaPods/Specs'],
  languages: ['objective-c', 'cocoapods'],
  nameFromPurl: (_, name) => name,
  // 'AFNetworking/Security' is a subspec, which is released with its pod:
  // https://guides.cocoapods.org/syntax/podspec.html#subspec
  normalizeName: (name) => name.split('/', 1)[0]!,
  ...podVersions,
  // All versions of a pod share one page.
  webUrl: (name, version) =>
    name === '' || readPod(version) === null
      ? null
      : `https://cocoapods.org/pods/${encodePath(name.split('/', 1)[0]!)}`,
  instruct: instructPods,
}
