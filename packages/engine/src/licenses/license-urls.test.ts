import { expect, test } from 'vitest'
import { printExpression } from './expression.ts'
import { findByUrl } from './license-urls.ts'

test.each([
  ['https://www.apache.org/licenses/LICENSE-2.0.txt', 'Apache-2.0'],
  ['www.apache.org/licenses/LICENSE-2.0.html', 'Apache-2.0'],
  ['apache.org/licenses/LICENSE-2.0', 'Apache-2.0'],
  ['http://opensource.org/licenses/ISC', 'ISC'],
  ['https://opensource.org/licenses/MIT', 'MIT'],
  ['https://opensource.org/license/mit/', 'MIT'],
  ['https://opensource.org/license/apache-2-0', 'Apache-2.0'],
  ['https://opensource.org/license/bsd-3-clause', 'BSD-3-Clause'],
  ['https://spdx.org/licenses/MPL-2.0.html', 'MPL-2.0'],
  ['https://choosealicense.com/licenses/mit/', 'MIT'],
  ['https://licenses.nuget.org/Apache-2.0%20OR%20MIT', 'Apache-2.0 OR MIT'],
  ['https://www.gnu.org/licenses/gpl-3.0.html', 'GPL-3.0-only'],
  ['https://www.gnu.org/licenses/gpl-3.0.en.html#content', 'GPL-3.0-only'],
  ['http://www.gnu.org/licenses/old-licenses/lgpl-2.1-standalone.html', 'LGPL-2.1-only'],
  ['https://www.gnu.org/licenses/agpl-3.0.txt', 'AGPL-3.0-only'],
  ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
  ['https://creativecommons.org/publicdomain/zero/1.0/legalcode', 'CC0-1.0'],
  ['http://creativecommons.org/licenses/by-sa/4.0/deed.de', 'CC-BY-SA-4.0'],
  ['http://creativecommons.org/licenses/by/3.0/us/', 'CC-BY-3.0-US'],
  ['https://www.eclipse.org/legal/epl-2.0/', 'EPL-2.0'],
  ['https://www.eclipse.org/org/documents/epl-2.0/EPL-2.0.txt', 'EPL-2.0'],
  ['https://www.mozilla.org/en-US/MPL/2.0/', 'MPL-2.0'],
  ['https://mozilla.org/MPL/2.0/', 'MPL-2.0'],
  ['https://unlicense.org', 'Unlicense'],
])('%s is a page of %s', (url, expected) => {
  const expression = findByUrl(url)
  expect(expression && printExpression(expression)).toBe(expected)
})

test.each([
  'https://example.org/constructor',
  'https://www.apache.org/licenses/',
  'https://www.gnu.org/licenses/gpl.html',
  'https://creativecommons.org/licenses/by/9.9/',
  'https://opensource.org/licenses/alphabetical',
  'https://spdx.org/licenses/',
])('%s names no single license', (url) => expect(findByUrl(url)).toBeNull())
