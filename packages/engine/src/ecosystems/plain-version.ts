/**
 * A number that orders versions of three decimal numbers below 100,000 without leading zeros, as every ecosystem's own
 * order does (see plain-version.test.ts), NaN for any other text: most versions are of this kind, and comparing
 * numbers is much cheaper than reading versions.
 */
export function plainKey(version: string): number {
  let [key, number, digits, dots] = [0, 0, 0, 0]
  for (let at = 0; at < version.length; at++) {
    const code = version.charCodeAt(at)
    if (code === dot && digits > 0) {
      key = key * numberLimit + number
      number = digits = 0
      dots++
    } else if (code >= zero && code <= nine && digits < maxDigits && (digits === 0 || number > 0)) {
      number = number * 10 + code - zero
      digits++
    } else return Number.NaN
  }
  return dots === 2 && digits > 0 ? key * numberLimit + number : Number.NaN
}

const [dot, zero, nine] = [46, 48, 57]
/** The third power of the limit is exact in a double. */
const maxDigits = 5
const numberLimit = 10 ** maxDigits
