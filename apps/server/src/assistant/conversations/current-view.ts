import type {
  AssistantMessage,
  AssistantSource,
  AssistantSummary,
} from '@assay/contract/assistant-conversations.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import type { FactContext } from '#assistant/facts/fact.ts'
import { covers, type Visibility, visibilityOf } from '#assistant/facts/visibility.ts'
import { findHiddenProjects } from '#assistant/facts/store.ts'
import type { ConversationRow, StoredMessage } from './store.ts'
import { findSubject } from './subject.ts'
import { writeSummary } from './write-summary.ts'

/** A conversation without the parts that its member is no longer permitted to see. */
export interface CurrentView {
  visibility: Visibility
  summary: AssistantSummary
  /** Whether the stored summary contained more. */
  isRewritten: boolean
  visible(messages: readonly StoredMessage[]): AssistantMessage[]
}

/** Throws Problem 404 if its subject is out of sight. */
export async function currentView(
  context: FactContext,
  row: ConversationRow,
  messages: readonly StoredMessage[],
): Promise<CurrentView> {
  const visibility = visibilityOf(context)
  const sources = [row.summary, ...messages.map(({ message }) => message)].flatMap((each) => each.sources)
  const hidden = await findHiddenProjects(context.db, context.scopes, {
    accountUuid: row.accountUuid,
    uuids: [row.projectUuid, ...sources.map(({ projectUuid }) => projectUuid)],
  })
  if (row.projectUuid !== null && hidden.has(row.projectUuid)) throwNotFound('conversation')
  const isVisible = (before: Visibility | null, { sources: used }: { sources: AssistantSource[] }) =>
    covers(visibility, before) &&
    !used.some(({ projectUuid }) => projectUuid !== null && hidden.has(projectUuid))
  const isRewritten = !isVisible(row.visibility, row.summary)
  return {
    visibility,
    isRewritten,
    summary: isRewritten ? await rewrite(context, row) : row.summary,
    visible: (all) =>
      all.flatMap(({ message, visibility: before }) => (isVisible(before, message) ? [message] : [])),
  }
}

async function rewrite(
  context: FactContext,
  { projectUuid, branch, advisoryUuid }: ConversationRow,
): Promise<AssistantSummary> {
  const scope = context.scopes.reports ?? throwNotFound('conversation')
  const subject = await findSubject(context.db, scope, {
    ...(projectUuid !== null && { projectUuid }),
    ...(branch !== null && { branch }),
    ...(advisoryUuid !== null && { adviceID: advisoryUuid }),
  })
  return writeSummary(context, subject)
}
