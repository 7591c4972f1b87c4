import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { instructOpam } from './upgrade-command.ts'
import { opamVersions, readOpam } from './versions.ts'

export const opam: Ecosystem = {
  id: 'opam',
  name: ecosystemNames.opam,
  purlType: 'opam',
  osvName: 'opam',
  languages: ['ocaml', 'opam'],
  nameFromPurl: (_, name) => name,
  normalizeName: (name) => name,
  ...opamVersions,
  webUrl: (name, version) =>
    name === '' || readOpam(version) === null
      ? null
      : `https://opam.ocaml.org/packages/${encodePath(name)}/${encodePath(`${name}.${version}`)}/`,
  instruct: instructOpam,
}
