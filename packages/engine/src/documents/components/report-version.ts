import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { isOrdered } from '../../ecosystems/unordered-version.ts'
import type { IssueLog } from '../parsers/issue-log.ts'
import { quote } from '../parsers/json-value.ts'

interface Versioned {
  ecosystem: Ecosystem | null
  name: string
  version: string
  where: string | (() => string)
  /** Why there is no version, as the continuation of a sentence: 'has the range [1,2)'. */
  gap?: string | undefined
}

/**
 * Reports a missing version and one that its ecosystem cannot order; every reader does so here. Returns whether
 * advisories can be matched with the version.
 */
export function reportVersion({ ecosystem, name, version, where, gap }: Versioned, log: IssueLog): boolean {
  if (version === '') {
    const message = `${quote(name)} ${gap ?? 'has no version'}, so no advisory can be matched.`
    log.add('version-missing', message, where)
    return false
  }
  if (ecosystem === null) return false
  if (isOrdered(ecosystem, version)) return true
  const message = `${quote(name)} has the version ${quote(version)}, which is none of ${ecosystem.name}, so no advisory can be matched.`
  log.add('version-unreadable', message, where)
  return false
}
