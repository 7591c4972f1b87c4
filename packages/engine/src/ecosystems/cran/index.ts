import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { cranVersions, readCran } from './versions.ts'

/** Names are case-sensitive: https://cran.r-project.org/doc/manuals/r-release/R-exts.html#The-DESCRIPTION-file */
export const cran: Ecosystem = {
  id: 'cran',
  name: ecosystemNames.cran,
  purlType: 'cran',
  osvName: 'CRAN',
  registryHosts: [
    'cran.r-project.org',
    'cloud.r-project.org',
    'cran.rstudio.com',
    'packagemanager.posit.co',
    'packagemanager.rstudio.com',
    'p3m.dev',
  ],
  languages: ['r', 'cran'],
  nameFromPurl: (_, name) => name,
  normalizeName: (name) => name,
  ...cranVersions,
  // All versions of a package share one page.
  webUrl: (name, version) =>
    name === '' || readCran(version) === null
      ? null
      : `https://cran.r-project.org/package=${encodePath(name)}`,
}
