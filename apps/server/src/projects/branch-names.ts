import { escapeLike } from '@assay/text/like.ts'

/** The names of a comma-separated parameter. PostgreSQL text cannot contain NUL. */
export const namesIn = (text: string): string[] =>
  text
    .replaceAll('\0', '')
    .split(',')
    .filter((part) => part !== '')

/** LIKE patterns of `branches`; empty for any branch. */
export function branchPatternsOf(branches: string): string[] {
  const names = namesIn(branches)
  return names.includes('*') ? [] : names.map((name) => escapeLike(name).replaceAll('*', '%'))
}
