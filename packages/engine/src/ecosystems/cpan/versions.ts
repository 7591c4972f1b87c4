import { compareNumbers, maxVersionLength } from '../numbers.ts'
import { ordered } from '../ordered.ts'

interface PerlVersion {
  numbers: string[]
  isTrial: boolean
}

const pattern = /^(v?)(\d*(?:\.\d+)*)((?:_\d+)*)(-TRIAL\d*)?$/

/**
 * Versions with at least two dots or a leading v consist of integers; others are decimal numbers with three digits of
 * the fraction per integer: 1.5 is v1.500. An underscore marks a trial release and does not affect the order:
 * https://metacpan.org/dist/version/view/lib/version/Internals.pod
 */
export function readPerl(text: string): PerlVersion | null {
  const [, v, digits = '', alpha = '', trial] =
    (text.length <= maxVersionLength && pattern.exec(text.trim())) || []
  if (!/\d/.test(digits)) return null
  const joined = digits + alpha.replaceAll('_', '')
  const parts = joined.split('.')
  return {
    numbers: v === '' && parts.length <= 2 ? fromDecimal(parts) : parts.map((part) => part || '0'),
    isTrial: alpha !== '' || trial !== undefined,
  }
}

function fromDecimal([whole = '', fraction = '']: string[]): string[] {
  const groups = fraction.match(/\d{1,3}/g) ?? []
  return [whole || '0', ...groups.map((group) => group.padEnd(3, '0'))]
}

export const perlVersions = ordered<PerlVersion>({
  name: 'version.pm',
  read: readPerl,
  compare: (a, b) => compareNumbers(a.numbers, b.numbers),
  numbers: ({ numbers }) => numbers,
  isStable: ({ isTrial }) => !isTrial,
})
