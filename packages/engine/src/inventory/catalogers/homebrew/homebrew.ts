import { recordOf, shortTextOf } from '../../../documents/parsers/json-value.ts'
import { readJson } from '../../../documents/parsers/json-document.ts'
import type { Cataloger } from '../../model/cataloger.ts'
import { installedPackage } from '../installed-package.ts'

const pattern = /(?:^|\/)Cellar\/([^/]+)\/([^/]+)\/INSTALL_RECEIPT\.json$/s

/** What Homebrew has installed. No advisories in OSV's format are published for it. */
export const homebrew: Cataloger = {
  id: 'homebrew',
  claims: (path) => pattern.test(path),
  read({ path, bytes }) {
    const [, name = '', version = ''] = pattern.exec(path) ?? []
    const { json, issues } = readJson({ path, bytes })
    const tap = shortTextOf(recordOf(recordOf(json)['source'])['tap'])
    const found = installedPackage({
      // The number behind '_' counts changes of the recipe.
      purl: { type: 'brew', namespace: tap === '' || tap === 'homebrew/core' ? null : tap, name, version },
      path,
    })
    return { packages: found ? [found] : [], issues }
  },
}
