import { parseExpression } from './expression.ts'
import type { Expression } from './expression.ts'
import { ownProperty } from '../own-property.ts'

/** The license of a link to its text or its page; null if unknown. */
export function findByUrl(url: string): Expression | null {
  const key = urlKey(url)
  const page = ownProperty(pages, key)
  if (page !== undefined) return parseExpression(page)
  for (const [pattern, toExpression] of patterns) {
    const match = pattern.exec(key)
    if (match) return parseExpression(toExpression(match[1]!, match[2]!))
  }
  return null
}

/** Expressions by license page, as normalized by urlKey. Pages of the newest or of several versions name none. */
const pages: Readonly<Record<string, string>> = {
  'apache.org/licenses/license-1.0': 'Apache-1.0',
  'apache.org/licenses/license-1.1': 'Apache-1.1',
  'apache.org/licenses/license-2.0': 'Apache-2.0',
  'apache.org/license/license-2.0': 'Apache-2.0',
  'repository.jboss.org/licenses/apache-2.0': 'Apache-2.0',
  'aws.amazon.com/apache2.0': 'Apache-2.0',
  'boost.org/license_1_0': 'BSL-1.0',
  'eclipse.org/legal/epl-v10': 'EPL-1.0',
  'eclipse.org/org/documents/epl-v10': 'EPL-1.0',
  'eclipse.org/org/documents/epl-1.0': 'EPL-1.0',
  'eclipse.org/legal/epl-v20': 'EPL-2.0',
  'eclipse.org/legal/epl-2.0': 'EPL-2.0',
  'eclipse.org/org/documents/epl-2.0': 'EPL-2.0',
  'eclipse.org/org/documents/epl-2.0/epl-2.0': 'EPL-2.0',
  'eclipse.org/org/documents/edl-v10': 'BSD-3-Clause',
  'mozilla.org/mpl/1.1': 'MPL-1.1',
  'mozilla.org/mpl/mpl-1.1': 'MPL-1.1',
  'mozilla.org/mpl/2.0': 'MPL-2.0',
  'mozilla.org/mpl/2.0/index': 'MPL-2.0',
  'mozilla.org/en-us/mpl/2.0': 'MPL-2.0',
  'mozilla.org/media/mpl/2.0/index': 'MPL-2.0',
  'gnu.org/software/classpath/license': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'openjdk.java.net/legal/gplv2+ce': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'openjdk.org/legal/gplv2+ce': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'opensource.org/licenses/mit-license': 'MIT',
  'opensource.org/licenses/isc-license': 'ISC',
  'opensource.org/license/isc-license-txt': 'ISC',
  'opensource.org/licenses/bsd-license': 'BSD-2-Clause',
  'opensource.org/licenses/apache2.0': 'Apache-2.0',
  'opensource.org/licenses/eclipse-1.0': 'EPL-1.0',
  'opensource.org/licenses/cddl1': 'CDDL-1.0',
  'opensource.org/licenses/artistic-license-2.0': 'Artistic-2.0',
  'opensource.org/license/agpl-v3': 'AGPL-3.0-only',
  'mit-license.org': 'MIT',
  'jquery.org/license': 'MIT',
  'golang.org/license': 'BSD-3-Clause',
  'go.dev/license': 'BSD-3-Clause',
  'unlicense.org': 'Unlicense',
  'wtfpl.net': 'WTFPL',
  'wtfpl.net/about': 'WTFPL',
  'wtfpl.net/txt/copying': 'WTFPL',
  'sam.zoy.org/wtfpl': 'WTFPL',
  'sam.zoy.org/wtfpl/copying': 'WTFPL',
  'scripts.sil.org/ofl': 'OFL-1.1',
  'perlfoundation.org/artistic_license_2_0': 'Artistic-2.0',
  'json.org/license': 'JSON',
}

/** Pages whose address contains the id of their license. */
const patterns: readonly (readonly [RegExp, (first: string, second: string) => string])[] = [
  [
    /^gnu\.org\/licenses\/(?:old-licenses\/)?(a?gpl|lgpl)-(\d\.\d)$/,
    (name, version) => `${name}-${version}-only`,
  ],
  [/^gnu\.org\/licenses\/(?:old-licenses\/)?fdl-(\d\.\d)$/, (version) => `GFDL-${version}-only`],
  [/^creativecommons\.org\/publicdomain\/zero\/(1\.0)$/, (version) => `CC0-${version}`],
  [
    /^creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d(?:\/[a-z]+)?)$/,
    (kind, version) => `CC-${kind}-${version.replace('/', '-')}`,
  ],
  [/^(?:projects\.eclipse|spdx|opensource)\.org\/licenses?\/([^/]+)$/, dotted],
  [/^choosealicense\.com\/licenses\/([^/]+)$/, (id) => id],
  [/^licenses\.nuget\.org\/(.+)$/, (expression) => expression.replaceAll('%20', ' ')],
]

/** The id in 'opensource.org/license/apache-2-0'. */
function dotted(id: string): string {
  return id.replace(/-(\d)-(\d)$/, '-$1.$2')
}

/** Without scheme, 'www.', query, ending and translation. */
function urlKey(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .replace(/\.(?:txt|html|htm|php|json|md)$/, '')
    .replace(/(?:-standalone|\/legalcode|\/deed)?(?:\.[a-z]{2})?$/, '')
}
