import { compareSequences, maxVersionLength } from '../numbers.ts'
import { ordered } from '../ordered.ts'

const pattern = /^\s*\d+(?:[.-]\d+)*\s*$/

/** R's numeric_version, in which '-' and '.' are equivalent: https://rdrr.io/r/base/numeric_version.html */
export const readCran = (text: string): string[] | null =>
  text.length <= maxVersionLength && pattern.test(text) ? text.match(/\d+/g)! : null

export const cranVersions = ordered<string[]>({
  name: 'R package_version',
  read: readCran,
  compare: compareSequences,
  numbers: (version) => version,
  isStable: () => true,
})
