import type { Component, ComponentOrigin } from '../../inventory.ts'
import type { IssueLog } from '../parsers/issue-log.ts'
import { quote } from '../parsers/json-value.ts'

/** Where a package is from, as the continuation of a sentence. */
function originText({ kind, address = '' }: ComponentOrigin): string {
  if (kind === 'git') return 'a Git repository'
  if (kind === 'folder') return 'a folder'
  if (kind === 'file') return /^https?:/i.test(address) ? 'an address' : 'a file'
  return address === '' ? 'another registry' : `another registry (${quote(address)})`
}

/** Logs a package whose contents need not be those of the registry's package of its name and version. */
export function logSource(
  { name, origin }: Component,
  { log, where, isForeign }: { log: IssueLog; where: string | (() => string); isForeign?: boolean },
): void {
  if (origin === undefined || (origin.kind.endsWith('-registry') && isForeign !== true)) return
  const message = `${quote(name)} is from ${originText(origin)}: advisories are matched by the version that it gives itself.`
  log.add('source-unverified', message, where)
}
