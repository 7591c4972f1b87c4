import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { bitnamiVersions } from './versions.ts'

export const bitnami: Ecosystem = {
  id: 'bitnami',
  name: ecosystemNames.bitnami,
  purlType: 'bitnami',
  osvName: 'Bitnami',
  repackages: true,
  languages: ['bitnami'],
  nameFromPurl: (_, name) => name,
  // https://github.com/package-url/purl-spec/blob/main/types/bitnami-definition.json
  normalizeName: (name) => name.toLowerCase(),
  ...bitnamiVersions,
  // There are no pages for versions.
  webUrl: () => null,
}
