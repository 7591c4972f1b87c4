import type { Cataloger } from '../../model/cataloger.ts'
import { controlFields } from '../control-fields.ts'
import { installedPackage } from '../installed-package.ts'
import { textOfFile } from '../text-lines.ts'

// "Writing R Extensions", section 1.1.1: The DESCRIPTION file.

const pattern = /(?:^|\/)[A-Za-z][A-Za-z\d.]*\/DESCRIPTION$/s

/** Installed packages of R, which have a field that sources have not. Those of R itself have R's version. */
export const rPackages: Cataloger = {
  id: 'r-packages',
  claims: (path) => pattern.test(path),
  read({ path, bytes }) {
    const get = controlFields(textOfFile(bytes))
    if (get('built') === '' || get('priority') === 'base') return { packages: [], issues: [] }
    const [owner, repository, commit] = [get('remoteusername'), get('remoterepo'), get('remotesha')]
    const found = installedPackage({
      purl: {
        // Packages of Bioconductor say which fields of biology they are for.
        type: get('biocviews') === '' ? 'cran' : 'bioconductor',
        namespace: null,
        name: get('package'),
        version: get('version'),
      },
      path,
      licenses: [get('license')].filter((text) => text !== ''),
      address: owner !== '' && repository !== '' ? `git:${owner}/${repository}@${commit}` : '',
    })
    return { packages: found ? [found] : [], issues: [] }
  },
}
