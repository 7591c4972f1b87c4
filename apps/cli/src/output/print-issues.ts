import type { Issue } from '@assay/engine/inventory.ts'

const maxIssues = 10

/** Prints issues of the inventory, starting with those that make the result inconclusive. */
export function printIssues({ issues }: { issues: readonly Issue[] }, log: (text: string) => void): void {
  const sorted = issues.toSorted((a, b) => rankOf(a) - rankOf(b))
  for (const { where, message } of sorted.slice(0, maxIssues)) log(`${where}: ${message}`)
  const more = issues.length - maxIssues
  if (more > 0) log(`… and ${more} more ${more === 1 ? 'entry' : 'entries'} of that kind`)
}

const rankOf = ({ isUnread, isUncovered }: Issue): number => (isUnread ? 0 : isUncovered ? 1 : 2)
