import type { GapReason } from '../../gap-reasons.ts'
import type { Issue } from '../../inventory.ts'
import { textWithoutCredentials } from '../../url-credentials.ts'
import { maxIssues } from './limits.ts'

/**
 * The issues of one document, limited to maxIssues. Unread files come first, then uncovered packages, so that
 * other issues never displace them.
 */
export interface IssueLog {
  add(code: string, message: string, where: string | (() => string)): void
  /** Adds an issue about a whole referenced file. */
  addUnread(issue: Issue): void
  /** Adds an issue about a file that was not completely checked. */
  addGap(gap: GapReason, issue: Issue): void
  /** Adds an issue about packages that no advisory can match. */
  addUncovered(code: string, message: string, where: string | (() => string)): void
  /** The first recorded issues; one more counts those that were dropped. */
  all(): Issue[]
}

type LazyIssue = Omit<Issue, 'where'> & { where: string | (() => string) }

/** path: the document's, for the issue that counts dropped ones. */
export function issueLog(path: string): IssueLog {
  const unread: Issue[] = []
  const uncovered: Issue[] = []
  const others: Issue[] = []
  let count = 0
  const addTo = (list: Issue[], { where, ...issue }: LazyIssue) => {
    count++
    if (list.length >= maxIssues) return
    list.push({
      ...issue,
      message: textWithoutCredentials(issue.message),
      where: typeof where === 'string' ? where : where(),
    })
  }
  return {
    addUnread: (issue) => addTo(unread, { ...issue, isUnread: true }),
    addGap: (gap, issue) => addTo(unread, { ...issue, gap }),
    addUncovered: (code, message, where) => addTo(uncovered, { code, message, where, isUncovered: true }),
    add: (code, message, where) => addTo(others, { code, message, where }),
    all() {
      const first = [...unread, ...uncovered, ...others].slice(0, maxIssues)
      if (count === first.length) return first
      const message = `${count - first.length} more issues are not listed: only the first ${maxIssues} are.`
      return [...first, { code: 'issues-omitted', message, where: path }]
    },
  }
}
