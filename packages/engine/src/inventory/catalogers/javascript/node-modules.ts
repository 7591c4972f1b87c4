import { listOf, recordOf, textOf } from '../../../documents/parsers/json-value.ts'
import { readJson } from '../../../documents/parsers/json-document.ts'
import type { Cataloger } from '../../model/cataloger.ts'
import { installedPackage } from '../installed-package.ts'

/** A package's own file: others below it are stubs of sub-paths, or tests. */
const pattern = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/s

/** The packages in node_modules, by the names that they give themselves: an alias is only the folder's. */
export const nodeModules: Cataloger = {
  id: 'node-modules',
  claims: (path) => pattern.test(path),
  read({ path, bytes }) {
    const { json } = readJson({ path, bytes })
    const { name, version, license, licenses, _resolved: resolved } = recordOf(json)
    const [fullName, own] = [textOf(name), textOf(version)]
    const at = fullName.lastIndexOf('/')
    const found = installedPackage({
      purl: {
        type: 'npm',
        namespace: at > 0 ? fullName.slice(0, at) : null,
        name: fullName.slice(at + 1),
        version: own,
      },
      path,
      licenses: [license, ...listOf(licenses), ...listOf(license)]
        .map(licenseText)
        .filter((text) => text !== ''),
      address: textOf(resolved).startsWith('git') ? textOf(resolved) : '',
    })
    return { packages: found ? [found] : [], issues: [] }
  },
}

/** A text, or of old packages an object with the type. */
const licenseText = (value: unknown): string => textOf(value) || textOf(recordOf(value)['type'])
