import type { License } from './expression.ts'
import { choicesOf } from './family.ts'
import { exceptionId } from './spdx.ts'

/** 'GPL-2+ with Autoconf exception', 'GPL-3+-with-bison-exception', 'LGPLv2+ with exceptions', 'GPL-2+-libtool-exception'. */
const wording =
  /^(.+?)(?:[ -]|, )(?:(?:with|w\/)(?:[ -]an?|[ -]the)?(?:[ -](.+?))?|([\w.]+))[ -]exceptions?(?:[ -]v?([\d.]+))?$/i
/** 'GPL-2.0-only WITH LicenseRef-scancode-oracle-mysql-foss-exception2.0', as ScanCode writes it. */
const reference = /^(.+?) with ((?:DocumentRef-[\w.-]+:)?(?:LicenseRef|AdditionRef)-[\w.-]+)$/i

/** A license with an exception in words; null if there is none or its license is not recognized. */
export function readException(text: string, readLicense: (text: string) => License | null): License | null {
  const [, referring = '', id] = reference.exec(text) ?? []
  const [, name = '', spoken, hyphenated, version] = id === undefined ? (wording.exec(text) ?? []) : []
  const license = readLicense(referring || name)
  if (license === null || license.exception !== null) return null
  return { ...license, exception: id ?? findException(spoken ?? hyphenated ?? '', { version, license }) }
}

interface Wanted {
  version: string | undefined
  license: License
}

/** An exception on the SPDX list, else a reference that keeps the words: no text may pass for the plain license. */
function findException(words: string, { version, license }: Wanted): string {
  const name = words
    .trim()
    .replace(/^(?:gnu|special) /i, '')
    .replace(/[ -]runtime\b/i, '')
    .replaceAll(/[^\w.]+/g, '-')
  const [, kind = name, stated = version] = /^(.+)-(\d[\d.]*)$/.exec(name) ?? []
  const ofLicense = choicesOf(license).versions[0]
  const candidates = [
    ...[stated, ofLicense].flatMap((each) => (each ? [`${kind}-exception-${each}`] : [])),
    ...suffixes.map((suffix) => `${kind}${suffix}`),
  ]
  const listed = candidates.map(exceptionId).find((id) => id !== null)
  return listed ?? (name === '' ? 'AdditionRef-unnamed' : `AdditionRef-${name}`)
}

/** Endings of ids, the most common first. */
const suffixes = [
  '',
  '-exception',
  '-exception-3.1',
  '-exception-2.2',
  '-exception-2.0',
  '-exception-1.0',
  '-exception-generic',
]
