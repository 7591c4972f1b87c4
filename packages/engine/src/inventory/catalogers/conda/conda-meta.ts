import { recordOf, shortTextOf } from '../../../documents/parsers/json-value.ts'
import { readJson } from '../../../documents/parsers/json-document.ts'
import { ownProperty } from '../../../own-property.ts'
import { formatPurl } from '../../../purl.ts'
import type { Cataloger } from '../../model/cataloger.ts'
import { installedPackage } from '../installed-package.ts'

const pattern = /(?:^|\/)conda-meta\/[^/]+-[^/]+-[^/]+\.json$/s

/** What conda has installed into an environment: one file for each package. */
export const condaMeta: Cataloger = {
  id: 'conda-meta',
  claims: (path) => pattern.test(path),
  read({ path, bytes }) {
    const { json, issues } = readJson({ path, bytes })
    const record = recordOf(json)
    const get = (key: string) => shortTextOf(ownProperty(record, key))
    const identity = { type: 'conda', namespace: null, name: get('name'), version: get('version') }
    const license = get('license')
    const found = installedPackage({ purl: identity, path, licenses: license === '' ? [] : [license] })
    if (!found) return { packages: [], issues: issues.map((each) => ({ ...each, isUnread: true })) }
    const channel = get('channel').replace(/\/+$/, '').split('/')
    const qualifiers = {
      build: get('build'),
      subdir: get('subdir'),
      channel: channel.at(channel.length > 3 ? -2 : -1)!,
    }
    return {
      packages: [{ ...found, purl: formatPurl({ ...identity, qualifiers, subpath: null }) }],
      issues: [],
    }
  },
}
