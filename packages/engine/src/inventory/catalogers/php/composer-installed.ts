import { listOf, recordOf, textOf } from '../../../documents/parsers/json-value.ts'
import { readJson } from '../../../documents/parsers/json-document.ts'
import type { Cataloger } from '../../model/cataloger.ts'
import { installedPackage } from '../installed-package.ts'

const pattern = /(?:^|\/)vendor\/composer\/installed\.json$/s

/** What Composer has installed: a list of its first version, or with those for development of its second. */
export const composerInstalled: Cataloger = {
  id: 'composer-installed',
  claims: (path) => pattern.test(path),
  read({ path, bytes }) {
    const { json } = readJson({ path, bytes })
    const development = new Set(listOf(recordOf(json)['dev-package-names']).map(textOf))
    const packages = (Array.isArray(json) ? json : listOf(recordOf(json)['packages'])).flatMap((each) => {
      const { name, version, license } = recordOf(each)
      const [namespace = '', own = ''] = textOf(name).split('/')
      const found = installedPackage({
        purl: { type: 'composer', namespace, name: own, version: textOf(version) },
        path,
        licenses: listOf(license)
          .map(textOf)
          .filter((text) => text !== ''),
        isDevelopment: development.has(textOf(name)),
      })
      return found ?? []
    })
    return { packages, issues: [] }
  },
}
