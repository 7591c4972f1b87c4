import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { instructJulia } from './upgrade-command.ts'
import { juliaVersions, readJulia } from './versions.ts'

/** Names are case-sensitive. The uuid that distinguishes packages of the same name is a package URL qualifier. */
export const julia: Ecosystem = {
  id: 'julia',
  name: ecosystemNames.julia,
  purlType: 'julia',
  osvName: 'Julia',
  languages: ['julia'],
  nameFromPurl: (_, name) => name,
  normalizeName: (name) => name,
  ...juliaVersions,
  instruct: instructJulia,
  webUrl: (name, version) =>
    name === '' || readJulia(version) === null
      ? null
      : `https://juliahub.com/ui/Packages/General/${encodePath(name)}/${encodePath(version)}`,
}
