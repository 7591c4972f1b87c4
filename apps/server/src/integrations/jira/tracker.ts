import type { JiraProjectSettings } from '@assay/contract/jira.ts'
import type { TrackedIssue, Tracker } from '#integrations/tickets/tracker.ts'
import { ServiceRejection } from '#integrations/shape/call-service.ts'
import {
  addComment,
  baseOf,
  type Connection,
  createIssue,
  findIssue,
  listComments,
  listFields,
  listIssueTypes,
  listTransitions,
  makeTransition,
  upsertRemoteLink,
  searchIssues,
} from './client.ts'

/** Label of all our issues. */
export const label = 'assay'

const urlOf = (connection: Connection, key: string) =>
  `${baseOf(connection)}/browse/${encodeURIComponent(key)}`

type Found = NonNullable<Awaited<ReturnType<typeof findIssue>>>

export const trackedIssue = (connection: Connection, { key, fields: { status } }: Found): TrackedIssue => ({
  key,
  url: urlOf(connection, key),
  status: status.name,
  isDone: status.statusCategory.key === 'done',
})

/** Jira as the tracker of one project's tickets. */
export function jiraTracker(
  connection: Connection,
  target: Pick<JiraProjectSettings, 'jiraProject' | 'issueTypeId' | 'fields'>,
): Tracker {
  const write = (lines: readonly string[]) => textOf(connection, lines)
  const move = async (key: string, isWanted: (category: string) => boolean) => {
    const transition = (await listTransitions(connection, key)).find(({ to }) =>
      isWanted(to.statusCategory.key),
    )
    if (transition) await makeTransition(connection, key, transition.id)
    return transition !== undefined
  }
  const read = async (key: string) => {
    const found = await findIssue(connection, key)
    return found && trackedIssue(connection, found)
  }
  return {
    async create({ title, lines, marker }) {
      const project = projectOf(target)
      const issueTypeId = await issueTypeOf(connection, target)
      const { key } = await createIssue(connection, {
        ...(await ownFields(connection, { ...target, issueTypeId })),
        project: { key: project },
        issuetype: { id: issueTypeId },
        summary: title,
        description: write(lines),
        labels: [label, marker],
      })
      // Its status is read later: a failure here would hide that the issue was created.
      return { key, url: urlOf(connection, key), status: '', isDone: false }
    },
    async find(marker) {
      const [found] = await searchIssues(connection, `labels = "${marker}"`)
      return found ? trackedIssue(connection, found) : null
    },
    read,
    async link(key, { id, url, title, isResolved }) {
      await upsertRemoteLink(connection, key, {
        globalId: `system=assay&id=${id}`,
        application: { name: 'Assay' },
        relationship: 'reported by',
        object: { url, title, status: { resolved: isResolved } },
      })
    },
    async comment(key, text, marker) {
      const known = await listComments(connection, key)
      if (!known.some((body) => body.includes(marker)))
        await addComment(connection, key, write([text, `(${marker})`]))
    },
    close: (key) => move(key, (category) => category === 'done'),
    reopen: (key) => move(key, (category) => category !== 'done'),
  }
}

function projectOf({ jiraProject }: { jiraProject: string }): string {
  if (jiraProject === '')
    throw new ServiceRejection('No project of Jira is set, neither for the account nor for this project')
  return jiraProject
}

async function issueTypeOf(
  connection: Connection,
  { jiraProject, issueTypeId }: { jiraProject: string; issueTypeId: string },
): Promise<string> {
  if (issueTypeId !== '') return issueTypeId
  const [first] = await listIssueTypes(connection, jiraProject)
  if (!first) throw new ServiceRejection(`The credentials can create no issues in ${jiraProject}`)
  return first.id
}

/** The project's values of further fields. In the Cloud, those of several lines are documents, too. */
async function ownFields(
  connection: Connection,
  {
    jiraProject: key,
    issueTypeId,
    fields,
  }: Pick<JiraProjectSettings, 'jiraProject' | 'issueTypeId' | 'fields'>,
): Promise<object> {
  const hasText = Object.values(fields).some((value) => typeof value === 'string')
  if (connection.deployment === 'dataCenter' || !hasText) return fields
  const known = await listFields(connection, { key, issueTypeId })
  const isLong = (name: string) =>
    known.some(
      ({ fieldId, key: fieldKey, schema }) =>
        (fieldId ?? fieldKey) === name &&
        (schema.custom.endsWith(':textarea') || schema.system === 'environment'),
    )
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' && isLong(name) ? textOf(connection, value.split('\n')) : value,
  ])
  return Object.fromEntries(entries) as object
}

/** The Cloud requires documents (Atlassian Document Format), Data Center wiki markup. */
function textOf({ deployment }: Connection, lines: readonly string[]): unknown {
  if (deployment === 'dataCenter') return lines.map(escapeMarkup).join('\n')
  // A text node must not be empty.
  const paragraphOf = (text: string) => (text === '' ? [] : [{ type: 'text', text }])
  const content = lines.map((line) => ({ type: 'paragraph', content: paragraphOf(line) }))
  return { type: 'doc', version: 1, content }
}

/** Escapes package names, so that they create no mentions or links. */
const escapeMarkup = (text: string) => text.replaceAll(/[\\{}[\]|*!^~]/g, String.raw`\$&`)
