import { isInNpmRange } from '../npm/ranges.ts'

/** https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html: without a sign, it is a caret range. */
export const isInCargoRange = (requirement: string, version: string): boolean | null =>
  isInNpmRange(
    requirement
      .split(',')
      .map((each) => each.trim().replace(/^(?=\d)(?!.*\*)/, '^'))
      .join(' '),
    version,
  )
