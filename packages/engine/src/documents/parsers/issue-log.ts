import type { Issue } from '../../inventory.ts'
import { textWithoutCredentials } from '../../url-credentials.ts'
import { maxIssues } from './limits.ts'

/** The issues of one document, limited to maxIssues. */
export interface IssueLog {
  add(code: string, message: string, where: string | (() => string)): void
  /** Adds an issue about a whole referenced file, which is never dropped. */
  addUnread(issue: Issue): void
  /** Adds an issue about packages that no advisory can match. The first ones are never dropped. */
  addUncovered(code: string, message: string, where: string | (() => string)): void
  /** All recorded issues; the last one counts those that were dropped. */
  all(): Issue[]
}

type LazyIssue = Omit<Issue, 'where'> & { where: string | (() => string) }

/** path: the document's, for the issue that counts dropped ones. */
export function issueLog(path: string): IssueLog {
  const issues: Issue[] = []
  const kept: Issue[] = []
  let omitted = 0
  const addTo = (list: Issue[], { where, ...issue }: LazyIssue) => {
    if (list.length >= maxIssues) omitted++
    else
      list.push({
        ...issue,
        message: textWithoutCredentials(issue.message),
        where: typeof where === 'string' ? where : where(),
      })
  }
  return {
    addUnread(issue) {
      kept.push({ ...issue, message: textWithoutCredentials(issue.message), isUnread: true })
    },
    addUncovered: (code, message, where) => addTo(kept, { code, message, where, isUncovered: true }),
    add: (code, message, where) => addTo(issues, { code, message, where }),
    all() {
      if (omitted === 0) return [...kept, ...issues]
      const message = `${omitted} more issues are not listed: only the first ${maxIssues} are.`
      return [...kept, ...issues, { code: 'issues-omitted', message, where: path }]
    },
  }
}
