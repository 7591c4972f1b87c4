import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { perlVersions, readPerl } from './versions.ts'

export const cpan: Ecosystem = {
  id: 'cpan',
  name: ecosystemNames.cpan,
  purlType: 'cpan',
  osvName: 'CPAN',
  isPublishedByOsv: false,
  registryHosts: ['cpan.metacpan.org', 'www.cpan.org', 'cpan.org'],
  languages: ['perl', 'cpan'],
  // The namespace is the author of the release, which is not part of the name.
  nameFromPurl: (_, name) => name,
  // A distribution is named after its main module: 'Catalyst-Runtime' contains 'Catalyst::Runtime'.
  normalizeName: (name) => name.replaceAll('::', '-'),
  ...perlVersions,
  // The URL of a version contains its author, so this is the page of the distribution.
  webUrl: (name, version) =>
    name === '' || readPerl(version) === null
      ? null
      : `https://metacpan.org/dist/${encodePath(name.replaceAll('::', '-'))}`,
}
