import type { Issue } from '@assay/engine/inventory.ts'

const mostIssues = 10

/** What of the inventory could not be used as it stands. */
export function sayIssues({ issues }: { issues: readonly Issue[] }, say: (text: string) => void): void {
  for (const { where, message } of issues.slice(0, mostIssues)) say(`${where}: ${message}`)
  if (issues.length > mostIssues) say(`… and ${issues.length - mostIssues} more entries of that kind`)
}
