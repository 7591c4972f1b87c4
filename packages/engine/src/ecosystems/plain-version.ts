/**
 * A number that orders versions of three integers below 100,000 without leading zeros like every ecosystem does (see
 * plain-version.test.ts); NaN for any other text. Most versions have this form, and comparing numbers is much cheaper
 * than parsing versions.
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
/** The limit cubed can be represented exactly in a double. */
const maxDigits = 5
const numberLimit = 10 ** maxDigits
