import type { Ecosystem } from '../ecosystem.ts'
import { encodePath } from '../page-url.ts'
import { juliaVersions, readJulia } from './versions.ts'

/** Names keep their case; the uuid that tells apart packages of one name is a qualifier of the package URL. */
export const julia: Ecosystem = {
  id: 'julia',
  name: 'Julia',
  purlType: 'julia',
  osvName: 'Julia',
  languages: ['julia'],
  nameFromPurl: (_, name) => name,
  normalizeName: (name) => name,
  ...juliaVersions,
  webUrl: (name, version) =>
    name === '' || readJulia(version) === null
      ? null
      : `https://juliahub.com/ui/Packages/General/${encodePath(name)}/${encodePath(version)}`,
}
