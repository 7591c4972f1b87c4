import { parseExpression, printExpression } from './expression.ts'
import type { Expression } from './expression.ts'
import { allLicenses } from './spdx.ts'
import { findByUrl } from './license-urls.ts'

/**
 * Expressions by common names, as normalized by nameKey. A bare 'BSD' is read as its strictest common form; GPL and
 * LGPL without a version allow any version (GPL-3.0 §14), and 'Artistic' is Perl's, as in Debian. 'Public domain' is not a
 * license.
 */
export const aliases: Readonly<Record<string, string>> = {
  apache: 'Apache-2.0',
  'apache software': 'Apache-2.0',
  'apache software 2': 'Apache-2.0',
  'apache software 1.1': 'Apache-1.1',
  'apache public 2': 'Apache-2.0',
  apache2: 'Apache-2.0',
  'apache2.0': 'Apache-2.0',
  apachev2: 'Apache-2.0',
  asl: 'Apache-2.0',
  'asl 1.1': 'Apache-1.1',
  'asl 2': 'Apache-2.0',
  'asf 2': 'Apache-2.0',
  al2: 'Apache-2.0',
  alv2: 'Apache-2.0',
  'mit x11': 'MIT',
  'mit x': 'MIT',
  'mit expat': 'MIT',
  expat: 'MIT',
  'expat mit': 'MIT',
  mitlicense: 'MIT',
  'bouncy castle': 'MIT',
  bsd: 'BSD-3-Clause',
  'bsd style': 'BSD-3-Clause',
  'zero clause bsd': '0BSD',
  'bsd 0 clause': '0BSD',
  '2 clause bsd': 'BSD-2-Clause',
  'bsd 2': 'BSD-2-Clause',
  bsd2: 'BSD-2-Clause',
  'simplified bsd': 'BSD-2-Clause',
  'bsd simplified': 'BSD-2-Clause',
  freebsd: 'BSD-2-Clause',
  '3 clause bsd': 'BSD-3-Clause',
  'bsd 3 clause new': 'BSD-3-Clause',
  'bsd 3': 'BSD-3-Clause',
  bsd3: 'BSD-3-Clause',
  'new bsd': 'BSD-3-Clause',
  'bsd new': 'BSD-3-Clause',
  'modified bsd': 'BSD-3-Clause',
  'revised bsd': 'BSD-3-Clause',
  edl: 'BSD-3-Clause',
  'edl 1': 'BSD-3-Clause',
  'eclipse distribution 1': 'BSD-3-Clause',
  'eclipse distribution edl 1': 'BSD-3-Clause',
  'original bsd': 'BSD-4-Clause',
  'bsd 4': 'BSD-4-Clause',
  '4 clause bsd': 'BSD-4-Clause',
  gpl: 'GPL-1.0-or-later',
  'gnu gpl': 'GPL-1.0-or-later',
  'gnu general public': 'GPL-1.0-or-later',
  'gnu general public gpl': 'GPL-1.0-or-later',
  'gpl 2': 'GPL-2.0-only',
  gpl2: 'GPL-2.0-only',
  gplv2: 'GPL-2.0-only',
  'gnu gpl 2': 'GPL-2.0-only',
  'gnu gplv2': 'GPL-2.0-only',
  'gnu general public 2': 'GPL-2.0-only',
  'gnu general public 2 gplv2': 'GPL-2.0-only',
  'gpl 2+': 'GPL-2.0-or-later',
  'gplv2+': 'GPL-2.0-or-later',
  'gnu general public 2 or later gplv2+': 'GPL-2.0-or-later',
  'gpl 3': 'GPL-3.0-only',
  gpl3: 'GPL-3.0-only',
  gplv3: 'GPL-3.0-only',
  'gnu gpl 3': 'GPL-3.0-only',
  'gnu gplv3': 'GPL-3.0-only',
  'gnu general public 3': 'GPL-3.0-only',
  'gnu general public 3 gplv3': 'GPL-3.0-only',
  'gpl 3+': 'GPL-3.0-or-later',
  'gplv3+': 'GPL-3.0-or-later',
  'gnu general public 3 or later gplv3+': 'GPL-3.0-or-later',
  'gpl 2 with classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl2 w cpe': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gnu general public 2 with classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gnu general public 2 with gnu classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gnu general public gpl 2 with classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gnu general public 2 gpl2 with classpath exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  lgpl: 'LGPL-2.0-or-later',
  'gnu lgpl': 'LGPL-2.0-or-later',
  'gnu lesser general public': 'LGPL-2.0-or-later',
  'gnu library or lesser general public lgpl': 'LGPL-2.0-or-later',
  'lgpl 2': 'LGPL-2.0-only',
  lgplv2: 'LGPL-2.0-only',
  'lgpl 2.1': 'LGPL-2.1-only',
  'lgplv2.1': 'LGPL-2.1-only',
  'lgpl 2 1': 'LGPL-2.1-only',
  'gnu lgpl 2.1': 'LGPL-2.1-only',
  'gnu lesser general public 2.1': 'LGPL-2.1-only',
  'lgpl 2.1+': 'LGPL-2.1-or-later',
  'lgplv2.1+': 'LGPL-2.1-or-later',
  'lgplv2+': 'LGPL-2.0-or-later',
  'gnu lesser general public 2 or later lgplv2+': 'LGPL-2.0-or-later',
  'lgpl 3': 'LGPL-3.0-only',
  lgplv3: 'LGPL-3.0-only',
  'gnu lgpl 3': 'LGPL-3.0-only',
  'gnu lesser general public 3': 'LGPL-3.0-only',
  'gnu lesser general public 3 lgplv3': 'LGPL-3.0-only',
  'lgplv3+': 'LGPL-3.0-or-later',
  'gnu lesser general public 3 or later lgplv3+': 'LGPL-3.0-or-later',
  'lesser general public 3 or greater': 'LGPL-3.0-or-later',
  'agpl 3': 'AGPL-3.0-only',
  agplv3: 'AGPL-3.0-only',
  'gnu agpl 3': 'AGPL-3.0-only',
  'gnu agplv3': 'AGPL-3.0-only',
  'gnu affero general public 3': 'AGPL-3.0-only',
  'agplv3+': 'AGPL-3.0-or-later',
  'gnu affero general public 3 or later agplv3+': 'AGPL-3.0-or-later',
  mpl2: 'MPL-2.0',
  'mpl2.0': 'MPL-2.0',
  mplv2: 'MPL-2.0',
  'mozilla public 2 mpl 2': 'MPL-2.0',
  'eclipse public epl 1': 'EPL-1.0',
  'eclipse public epl 2': 'EPL-2.0',
  'mpl 2 or epl 1': 'MPL-2.0 OR EPL-1.0',
  cpl: 'CPL-1.0',
  cddl: 'CDDL-1.0',
  'common development and distribution': 'CDDL-1.0',
  'common development and distribution cddl 1': 'CDDL-1.0',
  'common development and distribution cddl 1.1': 'CDDL-1.1',
  'cddl + gplv2 with classpath exception': 'CDDL-1.0 OR GPL-2.0-only WITH Classpath-exception-2.0',
  'cddl gplv2+ce': 'CDDL-1.0 OR GPL-2.0-only WITH Classpath-exception-2.0',
  'cddl gpl': 'CDDL-1.0 OR GPL-2.0-only WITH Classpath-exception-2.0',
  'cddl+gpl': 'CDDL-1.0 OR GPL-2.0-only WITH Classpath-exception-2.0',
  'openldap 2.8': 'OLDAP-2.8',
  'gfdl niv 1.2': 'GFDL-1.2-no-invariants-only',
  'gfdl niv 1.2+': 'GFDL-1.2-no-invariants-or-later',
  'gfdl niv 1.3': 'GFDL-1.3-no-invariants-only',
  'gfdl niv 1.3+': 'GFDL-1.3-no-invariants-or-later',
  cc0: 'CC0-1.0',
  'cc0 1 universal': 'CC0-1.0',
  'cc0 1 universal cc0 1 public domain dedication': 'CC0-1.0',
  boost: 'BSL-1.0',
  'boost 1': 'BSL-1.0',
  'boost software': 'BSL-1.0',
  'isc iscl': 'ISC',
  'zlib libpng': 'Zlib',
  psf: 'PSF-2.0',
  psfl: 'PSF-2.0',
  'python software foundation': 'PSF-2.0',
  'w3c software': 'W3C',
  artistic: 'Artistic-1.0-Perl',
  artistic2: 'Artistic-2.0',
  'unlicense unlicense': 'Unlicense',
  wtfpl2: 'WTFPL',
}

/** Filler words that do not identify a license. */
const fillers = new Set(['the', 'license', 'licenses', 'licence', 'licences', 'version', 'osi', 'approved'])

const byName = new Map([...namesOnTheList(), ...Object.entries(aliases)])

/** The license with a common name such as 'Apache License, Version 2.0'; null if unknown. */
export function findByName(name: string): Expression | null {
  const expression = byName.get(nameKey(name))
  return expression === undefined ? findRepeated(name) : parseExpression(expression)
}

/** 'MIT License (MIT)': a name and its short form or page, if both name the same license. */
function findRepeated(name: string): Expression | null {
  const [, long, short] = /^([^()]+)\(([^()]+)\)$/.exec(name.trim()) ?? []
  if (long === undefined || short === undefined) return null
  const [first, second] = [findByName(long), findByUrl(short) ?? findByName(short)]
  return first && second && printExpression(first) === printExpression(second) ? first : null
}

/** A name without case, punctuation and filler words: 'The Apache License, Version 2.0' becomes 'apache 2'. Operators stay. */
export function nameKey(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9.+&|<>=!~^]+/)
  const plain = words.map((word) => word.replace(/^v\.?(?=\d)/, '').replace(/(?<=^\d+)\.0$|\.$/, ''))
  return plain.filter((word) => word !== '' && word !== 'v' && !fillers.has(word)).join(' ')
}

/** The last of several ids with the same name: the deprecated 'GPL-2.0' precedes 'GPL-2.0-only'. */
function* namesOnTheList(): Iterable<[key: string, id: string]> {
  for (const [id, name] of allLicenses()) {
    yield [nameKey(id), id]
    yield [nameKey(name), id]
  }
}
