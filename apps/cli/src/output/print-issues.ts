import type { Issue } from '@assay/engine/inventory.ts'

const maxIssues = 10

/** Prints issues of the inventory. */
export function printIssues({ issues }: { issues: readonly Issue[] }, say: (text: string) => void): void {
  for (const { where, message } of issues.slice(0, maxIssues)) say(`${where}: ${message}`)
  if (issues.length > maxIssues) say(`… and ${issues.length - maxIssues} more entries of that kind`)
}
