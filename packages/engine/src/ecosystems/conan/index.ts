import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { conanVersions, readConan } from './versions.ts'

export const conan: Ecosystem = {
  id: 'conan',
  name: ecosystemNames.conan,
  purlType: 'conan',
  osvName: 'ConanCenter',
  registryHosts: ['center.conan.io', 'center2.conan.io'],
  languages: ['cpp', 'conan', 'c++', 'c'],
  // The namespace is the vendor, which is not part of the name.
  nameFromPurl: (_, name) => name,
  // Recipe names are lower case, but Conan 1 did not enforce it:
  // https://docs.conan.io/2/reference/conanfile/attributes.html#name
  normalizeName: (name) => name.toLowerCase(),
  ...conanVersions,
  webUrl: (name, version) =>
    name === '' || readConan(version) === null
      ? null
      : `https://conan.io/center/recipes/${encodePath(name)}?version=${encodePath(version)}`,
}
